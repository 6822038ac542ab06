/* Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The functions of roundel_dma.h.
 */
#include "roundel_dma.h"

#include "roundel_registers.h"

#define CODE_ACCEPTED 0x3cu
#define CODE_REFUSED 0xc3u
#define CODE_OVERFLOW 0xaau

static uint32_t get(const struct roundel_device *device, uint32_t offset)
{
    return device->port.read(device->port.context, offset);
}

static void put(const struct roundel_device *device, uint32_t offset, uint32_t word)
{
    device->port.write(device->port.context, offset, word);
}

bool roundel_has_dma(const struct roundel_device *device)
{
    return (get(device, ROUNDEL_CAPABILITY_OFFSET) & ROUNDEL_CAPABILITY_DMA_BYTES_MASK) != 0u;
}

struct roundel_dma_in roundel_dma_command(enum roundel_operation operation,
                                          const struct roundel_function *function, uint8_t flags,
                                          uint32_t length)
{
    const struct roundel_dma_in descriptor = {
        ROUNDEL_DMA_IN_CONTROL_INLINE_MASK | ROUNDEL_DMA_IN_CONTROL_LAST_MASK
            | ((uint32_t)ROUNDEL_CMD << ROUNDEL_DMA_IN_CONTROL_KIND_SHIFT),
        0,
        {(uint32_t)operation | ((uint32_t)flags << 8) | ((uint32_t)function->suffix << 16)
             | ((uint32_t)function->function << 24),
         length}};
    return descriptor;
}

struct roundel_dma_in roundel_dma_segment(enum roundel_kind kind, uint32_t address, uint32_t size, bool last)
{
    const struct roundel_dma_in descriptor = {
        (size & ROUNDEL_DMA_IN_CONTROL_LENGTH_MASK) | ROUNDEL_DMA_IN_CONTROL_LAST_MASK
            | ((uint32_t)kind << ROUNDEL_DMA_IN_CONTROL_KIND_SHIFT)
            | (last ? ROUNDEL_DMA_IN_CONTROL_END_MASK : 0u),
        address,
        {0, 0}};
    return descriptor;
}

struct roundel_dma_out roundel_dma_buffer(uint32_t address, uint32_t capacity, bool last)
{
    const struct roundel_dma_out descriptor = {
        (capacity & ROUNDEL_DMA_OUT_CONTROL_CAPACITY_MASK) | (last ? ROUNDEL_DMA_OUT_CONTROL_END_MASK : 0u),
        address, 0, 0};
    return descriptor;
}

static bool is_last(const struct roundel_dma_out *descriptor)
{
    return (descriptor->control & ROUNDEL_DMA_OUT_CONTROL_END_MASK) != 0u;
}

/* Give the core to the DMA, and enable its interrupts if the port waits for them. */
static void own(const struct roundel_device *device)
{
    const uint32_t causes = ROUNDEL_DMA_CONTROL_ENABLE_OUT_MASK | ROUNDEL_DMA_CONTROL_ENABLE_ERROR_MASK;
    put(device, ROUNDEL_DMA_CONTROL_OFFSET,
        ROUNDEL_DMA_CONTROL_DMA_MASK | (device->port.wait != NULL ? causes : 0u));
}

void roundel_dma_start(const struct roundel_device *device, uint32_t in, struct roundel_dma_out *list,
                       uint32_t out)
{
    for (struct roundel_dma_out *one = list;; one++) {
        one->result = 0;
        if (is_last(one)) {
            break;
        }
    }
    own(device);
    put(device, ROUNDEL_DMA_OUT_HEAD_OFFSET, out);
    put(device, ROUNDEL_DMA_IN_HEAD_OFFSET, in);
}

/* What the results in a list mean. Decrypted text is accepted only by the STATUS after it. */
static enum roundel_result verdict(const struct roundel_dma_out *list)
{
    bool unverified = false;
    for (const struct roundel_dma_out *one = list;; one++) {
        const uint32_t result = one->result;
        const uint32_t kind =
            (result & ROUNDEL_DMA_OUT_RESULT_KIND_MASK) >> ROUNDEL_DMA_OUT_RESULT_KIND_SHIFT;
        if ((result & ROUNDEL_DMA_OUT_RESULT_DONE_MASK) == 0u) {
            return ROUNDEL_BROKEN;
        }
        if (kind == (uint32_t)ROUNDEL_UNVERIFIED) {
            unverified = true;
        } else if (kind == (uint32_t)ROUNDEL_STATUS) {
            const uint32_t code = one->status & ROUNDEL_DMA_OUT_STATUS_CODE_MASK;
            if (code == CODE_REFUSED) {
                return ROUNDEL_REFUSED;
            }
            if (code != CODE_ACCEPTED) {
                return code == CODE_OVERFLOW ? ROUNDEL_TOO_LONG : ROUNDEL_ILLEGAL;
            }
            unverified = false;
        } else {
            /* A kind that needs no STATUS. */
        }
        if (is_last(one)) {
            const bool whole = (result & ROUNDEL_DMA_OUT_RESULT_LAST_MASK) != 0u;
            return whole && !unverified ? ROUNDEL_OK : ROUNDEL_BROKEN;
        }
    }
}

/* Reset the core and stop both engines. Until they have stopped they may write to memory. */
static void stop(const struct roundel_device *device)
{
    const uint32_t busy = ROUNDEL_DMA_STATUS_IN_BUSY_MASK | ROUNDEL_DMA_STATUS_OUT_BUSY_MASK;
    put(device, ROUNDEL_CONTROL_OFFSET, ROUNDEL_CONTROL_RESET_MASK);
    for (uint32_t looks = 0; device->port.patience == 0u || looks <= device->port.patience; looks++) {
        if ((get(device, ROUNDEL_STATUS_OFFSET) & ROUNDEL_STATUS_BUSY_MASK) == 0u
            && (get(device, ROUNDEL_DMA_STATUS_OFFSET) & busy) == 0u) {
            return;
        }
    }
}

/* Zero the buffers of a list; volatile, so that no compiler removes it. */
static void clear(const struct roundel_dma_out *list, void *const *buffers)
{
    for (const struct roundel_dma_out *one = list;; one++) {
        volatile uint8_t *const bytes = (volatile uint8_t *)(buffers == NULL ? (void *)(uintptr_t)one->address
                                                                             : buffers[one - list]);
        const uint32_t size = one->control & ROUNDEL_DMA_OUT_CONTROL_CAPACITY_MASK & ~15u;
        for (uint32_t i = 0; i < size; i++) {
            bytes[i] = 0;
        }
        if (is_last(one)) {
            return;
        }
    }
}

enum roundel_result roundel_dma_wait(const struct roundel_device *device, struct roundel_dma_out *list,
                                     void *const *buffers)
{
    const uint32_t failed = ROUNDEL_DMA_STATUS_IN_ERROR_MASK | ROUNDEL_DMA_STATUS_OUT_ERROR_MASK;
    const uint32_t ended = failed | ROUNDEL_DMA_STATUS_OUT_DONE_MASK;
    enum roundel_result result = ROUNDEL_TIMEOUT;
    for (uint32_t looks = 0; device->port.patience == 0u || looks <= device->port.patience; looks++) {
        const uint32_t status = get(device, ROUNDEL_DMA_STATUS_OFFSET);
        if ((status & ended) != 0u) {
            result = (status & failed) != 0u ? ROUNDEL_BROKEN : verdict(list);
            break;
        }
        if (device->port.wait != NULL) {
            own(device); /* The handler has masked the causes, perhaps for another one. */
            device->port.wait(device->port.context);
        }
    }
    if (result != ROUNDEL_OK) {
        stop(device);
        clear(list, buffers);
    }
    put(device, ROUNDEL_DMA_CONTROL_OFFSET, 0u);
    return result;
}

void roundel_dma_interrupt(const struct roundel_port *port)
{
    /* The core stays with whom it is: a transaction without the DMA has interrupts, too. */
    const uint32_t control = port->read(port->context, ROUNDEL_DMA_CONTROL_OFFSET);
    port->write(port->context, ROUNDEL_DMA_CONTROL_OFFSET, control & ROUNDEL_DMA_CONTROL_DMA_MASK);
}

uint32_t roundel_dma_size(const struct roundel_dma_out *descriptor)
{
    return descriptor->result & ROUNDEL_DMA_OUT_RESULT_BYTES_MASK;
}
