/* Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Lists of descriptors for the DMA of a shell (docs/bus.md), beside the driver of roundel.h. C99.
 *
 * A list of input descriptors has the segments of one or more transactions, in order; a list of output
 * descriptors has a buffer for each segment of the answers. Both, and all data, are in memory at multiples of
 * 16 bytes. A system with a cache cleans the lists and the data before roundel_dma_start(), and invalidates
 * the output descriptors and buffers after roundel_dma_wait().
 *
 * A list may be used again as it is: roundel_dma_start() clears the results.
 */
#ifndef ROUNDEL_DMA_H
#define ROUNDEL_DMA_H

#include "roundel.h"

/** A piece of a segment to send. */
struct roundel_dma_in {
    uint32_t control;
    uint32_t address;
    uint32_t command[2];
};

/** A buffer for a segment of the answer. The engine writes `result` and `status`. */
struct roundel_dma_out {
    uint32_t control;
    uint32_t address;
    volatile uint32_t result;
    volatile uint32_t status;
};

/** Kinds of segments, as in docs/stream-protocol.md. */
enum roundel_kind {
    ROUNDEL_CMD,
    ROUNDEL_KEY,
    ROUNDEL_NONCE,
    ROUNDEL_AD,
    ROUNDEL_TEXT,
    ROUNDEL_TAG,
    ROUNDEL_DIGEST,
    ROUNDEL_SEED,
    ROUNDEL_RANDOM,
    ROUNDEL_STATUS,
    ROUNDEL_UNVERIFIED
};

/** Operations of a command, as in docs/stream-protocol.md. */
enum roundel_operation {
    ROUNDEL_HASH = 1,
    ROUNDEL_MAC,
    ROUNDEL_SEAL,
    ROUNDEL_OPEN,
    ROUNDEL_PRNG,
    ROUNDEL_VERIFY
};

/** Whether the shell has a DMA. */
bool roundel_has_dma(const struct roundel_device *device);

/**
 * The descriptor of a command: `length` bytes of digest, of a tag that comes or goes, or of random bytes. A command
 * of cSHAKE or KMAC has more bytes that are not zero: make it in memory, and its descriptor with
 * roundel_dma_segment() and ROUNDEL_CMD.
 */
struct roundel_dma_in roundel_dma_command(enum roundel_operation operation,
                                          const struct roundel_function *function, uint8_t flags,
                                          uint32_t length);

/** The descriptor of a whole segment of fewer than 2^24 bytes. `last`: it ends the list. */
struct roundel_dma_in roundel_dma_segment(enum roundel_kind kind, uint32_t address, uint32_t size, bool last);

/** The descriptor of a buffer: `capacity` is a multiple of 16, and at least 16. `last`: it ends the list. */
struct roundel_dma_out roundel_dma_buffer(uint32_t address, uint32_t capacity, bool last);

/** Clear the results of a list, give the core to the DMA, and start both engines. Addresses are the bus's. */
void roundel_dma_start(const struct roundel_device *device, uint32_t in, struct roundel_dma_out *list,
                       uint32_t out);

/**
 * Wait until the output engine ends, by `wait` of the port if there is one. Give the core back to the
 * registers. After any failure the core is reset, both engines are stopped, and all buffers of the list are
 * zeros, so that no text of a refused OPEN is left.
 *
 * @param buffers Where the CPU sees the buffer of each output descriptor; NULL: at its address on the bus.
 *
 * @return ROUNDEL_OK if all went well, also after a STATUS of ACCEPTED; ROUNDEL_REFUSED, ROUNDEL_TOO_LONG or
 *         ROUNDEL_ILLEGAL by the STATUS that ended the list; ROUNDEL_BROKEN after an error of the bus, if an
 *         answer is longer than its buffers, or if the list ends before the STATUS of a decrypted text;
 *         ROUNDEL_TIMEOUT after `patience` looks at DMA_STATUS. An engine whose bus never answers cannot be
 *         stopped: DMA_STATUS has IN_BUSY or OUT_BUSY then, and the system has to reset its bus.
 */
enum roundel_result roundel_dma_wait(const struct roundel_device *device, struct roundel_dma_out *list,
                                     void *const *buffers);

/** Mask the interrupt of the DMA: call it in the handler, beside roundel_interrupt(). */
void roundel_dma_interrupt(const struct roundel_port *port);

/** Bytes in the buffer of a descriptor, after roundel_dma_wait(). */
uint32_t roundel_dma_size(const struct roundel_dma_out *descriptor);

#endif
