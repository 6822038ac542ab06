/* Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The algorithms of the demo in plain C: the other side of its comparison. Short code without tables of
 * words and without assembly. Not for use: its time depends on the data.
 */
#ifndef SOFTWARE_H
#define SOFTWARE_H

#include <stddef.h>
#include <stdint.h>

/** FIPS 202. */
void software_sha3_256(const uint8_t *message, size_t size, uint8_t digest[32]);

/** KMAC128 or KMAC256 (SP 800-185) by `strength`, without a customization string. The key and the tag have fewer
 *  than 2^13 bytes. */
void software_kmac(size_t strength, const uint8_t *key, size_t key_size, const uint8_t *message, size_t size,
                   uint8_t *tag, size_t tag_size);

/** Keccak[1088] of the key, an initial value and the message, with the first 16 bytes as tag. */
void software_keccak_mac(const uint8_t key[16], const uint8_t iv[16], const uint8_t *message, size_t size,
                         uint8_t tag[16]);

/** The duplex generator with 168 bytes a call, from a seed of fewer bytes than that. */
void software_keccak_prg(const uint8_t *seed, size_t seed_size, uint8_t *random, size_t size);

/** Lake Keyak, version 2: one message in a session of its own. */
void software_lake_keyak(const uint8_t key[16], const uint8_t nonce[16], const uint8_t *ad, size_t ad_size,
                         const uint8_t *plain, size_t size, uint8_t *cipher, uint8_t tag[16]);

/** SP 800-232. The tag has 16 bytes. */
void software_ascon_hash256(const uint8_t *message, size_t size, uint8_t digest[32]);
void software_ascon_aead128(const uint8_t key[16], const uint8_t nonce[16], const uint8_t *ad, size_t ad_size,
                            const uint8_t *plain, size_t size, uint8_t *cipher, uint8_t tag[16]);

/** AES-128: SP 800-38D with a nonce of 12 bytes, and SP 800-38B. */
void software_aes_gcm(const uint8_t key[16], const uint8_t nonce[12], const uint8_t *ad, size_t ad_size,
                      const uint8_t *plain, size_t size, uint8_t *cipher, uint8_t tag[16]);
void software_aes_cmac(const uint8_t key[16], const uint8_t *message, size_t size, uint8_t tag[16]);

/** RFC 3686, with a key of 16 or 32 bytes and a nonce of 12. */
void software_aes_ctr(const uint8_t *key, size_t key_size, const uint8_t nonce[12], const uint8_t *text,
                      size_t size, uint8_t *out);

/** The generator of Fortuna, new with a key of 32 bytes. */
void software_fortuna(const uint8_t key[32], uint8_t *random, size_t size);

/** Grøstl with a digest of 32 or 64 bytes, and its HMAC (FIPS 198-1) with a key of at most a block. */
void software_groestl(size_t digest_size, const uint8_t *message, size_t size, uint8_t *digest);
void software_hmac_groestl(size_t digest_size, const uint8_t *key, size_t key_size, const uint8_t *one,
                           size_t one_size, const uint8_t *other, size_t other_size, uint8_t *tag);

/** FIPS 197, table 4. */
extern const uint8_t software_sbox[256];

#endif
