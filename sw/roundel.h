/* Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Driver of a Roundel core after its register shell (docs/bus.md): hash and XOF, MAC, authenticated
 * encryption, counter mode, generators. C99, no allocation, no global state.
 *
 * To port it, fill a struct roundel_port with functions of the system:
 *
 *  - `read` and `write` access the register at a byte offset from the base of the shell, 32 bits at a time,
 *    in program order and not through a cache. On a bare CPU these are two volatile accesses.
 *  - `wait` returns when interrupt_o is high, or at any earlier time. NULL: the driver polls STATUS.
 *  - `write_words` and `read_words` access one register several times: word i is bytes 4i to 4i + 3, the
 *    first in bits 7 to 0. NULL: the driver calls `write` and `read` for each word. With a loop of the
 *    system, which knows its byte order and alignment, a long message is several times as fast.
 *
 * The interrupt is a level. The handler calls roundel_interrupt(), which masks it in the core, and wakes
 * the task in `wait`. The driver enables the causes again before it waits again.
 *
 * One call at a time may use a device. A call begins and ends with an idle core. No key stays in it, unless the
 * call has ROUNDEL_KEEP and succeeds, or only its tag was wrong.
 */
#ifndef ROUNDEL_H
#define ROUNDEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The result of a call. Anything but ROUNDEL_OK is a failure, and outputs are then zeros. */
enum roundel_result {
    ROUNDEL_OK = 0,
    ROUNDEL_REFUSED,     /**< the tag was wrong */
    ROUNDEL_TOO_LONG,    /**< the text is longer than what the core can hold back until its tag is checked */
    ROUNDEL_UNSUPPORTED, /**< the core does not serve the operation or the algorithm */
    ROUNDEL_ILLEGAL,     /**< the core does not serve a length or another value of the request */
    ROUNDEL_BROKEN,      /**< no shell at this address, another version of it, or an unexpected answer */
    ROUNDEL_TIMEOUT      /**< no progress within `patience` looks at STATUS */
};

/** How the driver reaches the registers. */
struct roundel_port {
    uint32_t (*read)(void *context, uint32_t offset);
    void (*write)(void *context, uint32_t offset, uint32_t word);
    void (*wait)(void *context); /**< NULL: polled */
    void *context;               /**< the first argument of each function */
    uint32_t patience;           /**< looks at STATUS without progress before a timeout; 0: no limit */
    void (*write_words)(void *context, uint32_t offset, const uint8_t *bytes, size_t words); /**< or NULL */
    void (*read_words)(void *context, uint32_t offset, uint8_t *bytes, size_t words);        /**< or NULL */
};

/** A device. roundel_open_device() fills it. */
struct roundel_device {
    struct roundel_port port;
    uint32_t services;   /**< bit n: operation n + 1 of the protocol */
    uint32_t algorithms; /**< bits of the register ALGORITHMS */
    uint32_t fifo_words; /**< words of each FIFO */
};

/** A function of the core: bytes 2, 3 and 10 of a command, and the bit of its algorithm in ALGORITHMS. */
struct roundel_function {
    uint32_t algorithm;
    uint8_t suffix;
    uint8_t function;
    uint8_t extendable; /**< 1: KMACXOF */
};

extern const struct roundel_function roundel_sha3_224, roundel_sha3_256, roundel_sha3_384, roundel_sha3_512;
extern const struct roundel_function roundel_shake128, roundel_shake256, roundel_cshake128, roundel_cshake256;
extern const struct roundel_function roundel_kmac128, roundel_kmac256, roundel_kmacxof128, roundel_kmacxof256;
extern const struct roundel_function roundel_ascon_hash256, roundel_ascon_xof128, roundel_ascon_cxof128;
extern const struct roundel_function roundel_groestl_256, roundel_groestl_512;
extern const struct roundel_function roundel_aes_cmac, roundel_hmac_groestl_256, roundel_hmac_groestl_512;
extern const struct roundel_function roundel_aes_gcm, roundel_ascon_aead128;
extern const struct roundel_function roundel_aes_groestl_256, roundel_aes_groestl_512;
extern const struct roundel_function roundel_aes_hash, roundel_keccak_mac, roundel_lake_keyak;
extern const struct roundel_function roundel_aes_128_ctr, roundel_aes_256_ctr;
extern const struct roundel_function roundel_keccak_prg, roundel_fortuna;

/**
 * Flags of a call, to be joined by `|`. A core keeps the key of a MAC or an AEAD, the session of Lake Keyak, a
 * generator, or a sponge. It is cleared by a call without ROUNDEL_KEEP, by a failure other than a wrong tag, and by
 * roundel_clear(). A wrong tag ends a session of Lake Keyak.
 */
enum roundel_flag {
    ROUNDEL_RESUME = 1,     /**< use what the previous call kept; the call has no key, of Lake Keyak no nonce */
    ROUNDEL_KEEP = 4,       /**< keep it for the next call */
    ROUNDEL_OVERWRITE = 16, /**< Keccak generator: overwrite the rate, so that earlier output cannot be computed */
    ROUNDEL_ROUNDS12 = 32   /**< Keccak generator: 12 rounds instead of 24 */
};

/** Bytes to send. `data` may be NULL if `size` is 0. */
struct roundel_bytes {
    const uint8_t *data;
    size_t size;
};

#define ROUNDEL_STATE_BYTES 200

/**
 * A message of a sponge between two of its blocks: its state, outside the core. Begin with all zeros. A copy
 * continues the message on its own. The state is as secret as the message: clear it after use.
 */
struct roundel_sponge {
    uint8_t state[ROUNDEL_STATE_BYTES];
    bool begun;  /**< `state` is one */
    bool failed; /**< a call failed: the message is lost */
};

/** What a MAC needs, beside the message. */
struct roundel_keyed {
    struct roundel_bytes key;
    struct roundel_bytes nonce; /**< the initial value of Keccak MAC; empty for any other function */
    uint8_t flags;              /**< of enum roundel_flag; of KMAC only on keccak-kmac-keep */
    struct roundel_bytes customization; /**< of KMAC, at most 255 bytes; otherwise, or resumed, empty */
};

/** What a SEAL or an OPEN needs, beside the text. */
struct roundel_aead {
    struct roundel_bytes key;
    struct roundel_bytes nonce;
    struct roundel_bytes ad;
    uint8_t flags; /**< of enum roundel_flag */
};

/**
 * Check the shell at a port, reset its core, and fill `device`.
 *
 * @return ROUNDEL_OK, or ROUNDEL_BROKEN or ROUNDEL_TIMEOUT.
 */
enum roundel_result roundel_open_device(struct roundel_device *device, const struct roundel_port *port);

/** Whether the core serves an algorithm. */
bool roundel_serves(const struct roundel_device *device, const struct roundel_function *function);

/**
 * Hash a message. A hash of fixed length has that `digest_size`; an XOF has any, up to 2^32 - 1 bytes.
 *
 * @param customization For CXOF128, at most 256 bytes, and for cSHAKE, at most 255; NULL for any other function.
 *                      cSHAKE with NULL or an empty string is SHAKE.
 */
enum roundel_result roundel_hash(struct roundel_device *device, const struct roundel_function *function,
                                 const struct roundel_bytes *customization, struct roundel_bytes message,
                                 uint8_t *digest, size_t digest_size);

/**
 * Hash a message with an XOF and keep its sponge, for output of unknown length. For a core that keeps a sponge;
 * another core answers ROUNDEL_ILLEGAL.
 *
 * A call sends whole blocks, at least one: 168 bytes of SHAKE128, 136 of SHAKE256. With a `size` that is no
 * multiple of that, the rest of the last block is lost.
 */
enum roundel_result roundel_xof(struct roundel_device *device, const struct roundel_function *function,
                                struct roundel_bytes message, uint8_t *output, size_t size);

/**
 * Take the next blocks of the sponge that the previous call kept. Without ROUNDEL_KEEP in `flags` the core then
 * clears it. Every other call clears it too.
 */
enum roundel_result roundel_squeeze(struct roundel_device *device, const struct roundel_function *function,
                                    uint8_t flags, uint8_t *output, size_t size);

/**
 * Absorb whole blocks of a message into a sponge, for a core that saves and loads states; another core answers
 * ROUNDEL_ILLEGAL. Between two calls the device may be used for anything else.
 *
 * @param blocks One or more blocks of the function's rate: 136 bytes of SHA3-256 and SHAKE256, 168 of SHAKE128,
 *               144, 104 and 72 of SHA3-224, -384 and -512. After a failure every call answers ROUNDEL_ILLEGAL.
 */
enum roundel_result roundel_update(struct roundel_device *device, const struct roundel_function *function,
                                   struct roundel_sponge *sponge, struct roundel_bytes blocks);

/** Hash the message that was absorbed and `text`, its rest of any size. The sponge stays as it is. */
enum roundel_result roundel_digest(struct roundel_device *device, const struct roundel_function *function,
                                   const struct roundel_sponge *sponge, struct roundel_bytes text,
                                   uint8_t *digest, size_t digest_size);

/**
 * Make the tag of a message.
 *
 * A KMAC has a key of 1 to 255 bytes, and a tag of 1 to 65535, whose length is part of what is authenticated. A
 * longer tag of KMACXOF begins with a shorter one.
 */
enum roundel_result roundel_mac(struct roundel_device *device, const struct roundel_function *function,
                                const struct roundel_keyed *inputs, struct roundel_bytes message, uint8_t *tag,
                                size_t tag_size);

/**
 * Check the tag of a message. The core compares it; the time does not depend on the bytes. The tag of a KMAC has 8
 * or 12 to 64 bytes.
 *
 * @return ROUNDEL_OK if the tag is right, ROUNDEL_REFUSED if it is wrong.
 */
enum roundel_result roundel_verify(struct roundel_device *device, const struct roundel_function *function,
                                   const struct roundel_keyed *inputs, struct roundel_bytes message,
                                   struct roundel_bytes tag);

/** Encrypt `plain` into `cipher`, which has room for as many bytes and may be the same, and make the tag. */
enum roundel_result roundel_seal(struct roundel_device *device, const struct roundel_function *function,
                                 const struct roundel_aead *inputs, struct roundel_bytes plain,
                                 uint8_t *cipher, uint8_t *tag, size_t tag_size);

/**
 * Check the tag and decrypt `cipher` into `plain`, which has room for as many bytes and may be the same.
 *
 * The core compares the tag. `plain` has text of the message only if the result is ROUNDEL_OK. With any
 * other result it is all zeros when the call returns. Nobody may read `plain` before that.
 */
enum roundel_result roundel_open(struct roundel_device *device, const struct roundel_function *function,
                                 const struct roundel_aead *inputs, struct roundel_bytes cipher,
                                 struct roundel_bytes tag, uint8_t *plain);

/**
 * Encrypt or decrypt in counter mode, without a tag. `out` has room for as many bytes as `text`, and may be the
 * same. The nonce has 12 bytes (RFC 3686), or 16: then it is the first counter block.
 */
enum roundel_result roundel_crypt(struct roundel_device *device, const struct roundel_function *function,
                                  struct roundel_bytes key, struct roundel_bytes nonce,
                                  struct roundel_bytes text, uint8_t *out);

/**
 * Feed a seed to a generator and take `size` bytes from it.
 *
 * Without ROUNDEL_RESUME the generator is new. Fortuna has a seed of 32 bytes when it is new and none later,
 * and at most 2^20 bytes a call. The Keccak generator has any seed in any call.
 */
enum roundel_result roundel_random(struct roundel_device *device, const struct roundel_function *function,
                                   struct roundel_bytes seed, uint8_t flags, uint8_t *random, size_t size);

/** Clear what the core keeps, and reset it. */
enum roundel_result roundel_clear(struct roundel_device *device);

/** Mask the interrupt of a device: call it in the handler. */
void roundel_interrupt(const struct roundel_port *port);

/** Whether two tags are equal, in a time that depends on `size` alone. */
bool roundel_equal(const uint8_t *one, const uint8_t *other, size_t size);

#endif
