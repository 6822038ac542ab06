/* Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0 */
/** @file Grøstl-256, Grøstl-512 (version 2.0, 2011) and their HMAC. */
#include "software.h"

#define MOST_BYTES 128u

/* Section 3.4.4: how far each row is shifted, for P and Q with 8 and with 16 columns. */
static const uint8_t shifts[4][8] = {
    {0, 1, 2, 3, 4, 5, 6, 7}, {1, 3, 5, 7, 0, 2, 4, 6}, {0, 1, 2, 3, 4, 5, 6, 11}, {1, 3, 5, 11, 0, 2, 4, 6}};

struct groestl {
    uint8_t chain[MOST_BYTES];
    uint8_t block[MOST_BYTES];
    size_t digest_size;
    size_t size;   /* bytes of a block */
    size_t filled; /* bytes in `block` */
    uint64_t blocks;
};

static uint8_t doubled(uint8_t byte)
{
    return (uint8_t)((byte << 1) ^ ((byte >> 7) * 0x1bu));
}

static void permute(uint8_t *state, size_t size, size_t q)
{
    const size_t rounds = size == 64u ? 10u : 14u;
    const uint8_t *shift = shifts[(size == 64u ? 0u : 2u) + q];
    for (size_t round = 0; round < rounds; round++) {
        uint8_t a[MOST_BYTES];
        for (size_t i = 0; i < size; i++) {
            state[i] ^= q == 1u ? 0xffu : 0u;
        }
        for (size_t column = 0; column < size / 8u; column++) {
            state[8u * column + 7u * q] ^= (uint8_t)((column << 4) ^ round);
        }
        for (size_t i = 0; i < size; i++) {
            a[i] = software_sbox[state[(i + 8u * shift[i % 8u]) % size]];
        }
        for (size_t i = 0; i < size; i++) {
            const uint8_t *c = &a[i - i % 8u];
            const uint8_t a2 = c[(i + 2u) % 8u];
            const uint8_t a4 = c[(i + 4u) % 8u];
            const uint8_t a5 = c[(i + 5u) % 8u];
            const uint8_t a6 = c[(i + 6u) % 8u];
            const uint8_t a7 = c[(i + 7u) % 8u];
            const uint8_t fours = c[(i + 3u) % 8u] ^ a4 ^ a6 ^ a7;
            const uint8_t twos = c[i % 8u] ^ c[(i + 1u) % 8u] ^ a2 ^ a5 ^ a7;
            state[i] = a2 ^ a4 ^ a5 ^ a6 ^ a7 ^ doubled(twos ^ doubled(fours));
        }
    }
}

static void begin(struct groestl *hash, size_t digest_size)
{
    hash->digest_size = digest_size;
    hash->size = 2u * digest_size;
    hash->filled = 0;
    hash->blocks = 0;
    for (size_t i = 0; i < hash->size; i++) {
        hash->chain[i] = 0;
    }
    hash->chain[hash->size - 2u] = (uint8_t)(digest_size >> 5);
    hash->chain[hash->size - 1u] = (uint8_t)(digest_size << 3);
}

static void add(struct groestl *hash, uint8_t byte)
{
    hash->block[hash->filled] = byte;
    hash->filled++;
    if (hash->filled == hash->size) {
        uint8_t mixed[MOST_BYTES];
        for (size_t i = 0; i < hash->size; i++) {
            mixed[i] = hash->chain[i] ^ hash->block[i];
        }
        permute(mixed, hash->size, 0);
        permute(hash->block, hash->size, 1);
        for (size_t i = 0; i < hash->size; i++) {
            hash->chain[i] ^= mixed[i] ^ hash->block[i];
        }
        hash->filled = 0;
        hash->blocks++;
    }
}

static void add_bytes(struct groestl *hash, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        add(hash, bytes[i]);
    }
}

static void end(struct groestl *hash, uint8_t *digest)
{
    uint8_t mixed[MOST_BYTES];
    add(hash, 0x80);
    while (hash->filled != hash->size - 8u) {
        add(hash, 0);
    }
    const uint64_t blocks = hash->blocks + 1u;
    for (size_t i = 0; i < 8u; i++) {
        add(hash, (uint8_t)(blocks >> (56u - 8u * i)));
    }
    for (size_t i = 0; i < hash->size; i++) {
        mixed[i] = hash->chain[i];
    }
    permute(mixed, hash->size, 0);
    for (size_t i = 0; i < hash->digest_size; i++) {
        digest[i] = mixed[hash->digest_size + i] ^ hash->chain[hash->digest_size + i];
    }
}

void software_groestl(size_t digest_size, const uint8_t *message, size_t size, uint8_t *digest)
{
    struct groestl hash;
    begin(&hash, digest_size);
    add_bytes(&hash, message, size);
    end(&hash, digest);
}

void software_hmac_groestl(size_t digest_size, const uint8_t *key, size_t key_size, const uint8_t *one,
                           size_t one_size, const uint8_t *other, size_t other_size, uint8_t *tag)
{
    struct groestl hash;
    uint8_t inner[MOST_BYTES / 2u];
    begin(&hash, digest_size);
    for (size_t i = 0; i < hash.size; i++) {
        add(&hash, (uint8_t)((i < key_size ? key[i] : 0u) ^ 0x36u));
    }
    add_bytes(&hash, one, one_size);
    add_bytes(&hash, other, other_size);
    end(&hash, inner);
    begin(&hash, digest_size);
    for (size_t i = 0; i < hash.size; i++) {
        add(&hash, (uint8_t)((i < key_size ? key[i] : 0u) ^ 0x5cu));
    }
    add_bytes(&hash, inner, digest_size);
    end(&hash, tag);
}
