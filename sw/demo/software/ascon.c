/* Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0 */
/** @file Ascon-Hash256 and Ascon-AEAD128 (SP 800-232). */
#include "software.h"

static uint64_t rotate(uint64_t word, unsigned int by)
{
    return (word >> by) | (word << (64u - by));
}

/* Section 3: the last `rounds` rounds of 12. */
static void permute(uint64_t s[5], unsigned int rounds)
{
    for (unsigned int round = 12u - rounds; round < 12u; round++) {
        s[2] ^= (uint64_t)(((15u - round) << 4) | round);
        s[0] ^= s[4];
        s[2] ^= s[1];
        s[4] ^= s[3];
        const uint64_t y0 = s[0] ^ (~s[1] & s[2]);
        const uint64_t y1 = s[1] ^ (~s[2] & s[3]);
        const uint64_t y2 = s[2] ^ (~s[3] & s[4]);
        const uint64_t y3 = s[3] ^ (~s[4] & s[0]);
        const uint64_t y4 = s[4] ^ (~s[0] & s[1]);
        const uint64_t z0 = y0 ^ y4;
        const uint64_t z1 = y1 ^ y0;
        const uint64_t z2 = ~y2;
        const uint64_t z3 = y3 ^ y2;
        s[0] = z0 ^ rotate(z0, 19) ^ rotate(z0, 28);
        s[1] = z1 ^ rotate(z1, 61) ^ rotate(z1, 39);
        s[2] = z2 ^ rotate(z2, 1) ^ rotate(z2, 6);
        s[3] = z3 ^ rotate(z3, 10) ^ rotate(z3, 17);
        s[4] = y4 ^ rotate(y4, 7) ^ rotate(y4, 41);
    }
}

static void add(uint64_t state[5], size_t at, uint8_t byte)
{
    state[at / 8u] ^= (uint64_t)byte << (8u * (at % 8u));
}

static uint8_t byte_of(const uint64_t state[5], size_t at)
{
    return (uint8_t)(state[at / 8u] >> (8u * (at % 8u)));
}

void software_ascon_hash256(const uint8_t *message, size_t size, uint8_t digest[32])
{
    uint64_t state[5] = {0x0000080100cc0002, 0, 0, 0, 0};
    permute(state, 12);
    for (size_t i = 0; i < size; i++) {
        add(state, i % 8u, message[i]);
        if (i % 8u == 7u) {
            permute(state, 12);
        }
    }
    add(state, size % 8u, 1);
    for (size_t i = 0; i < 32u; i++) {
        if (i % 8u == 0u) {
            permute(state, 12);
        }
        digest[i] = byte_of(state, i % 8u);
    }
}

void software_ascon_aead128(const uint8_t key[16], const uint8_t nonce[16], const uint8_t *ad, size_t ad_size,
                            const uint8_t *plain, size_t size, uint8_t *cipher, uint8_t tag[16])
{
    uint64_t state[5] = {0x00001000808c0001, 0, 0, 0, 0};
    for (size_t i = 0; i < 16u; i++) {
        add(state, 8u + i, key[i]);
        add(state, 24u + i, nonce[i]);
    }
    permute(state, 12);
    for (size_t i = 0; i < 16u; i++) {
        add(state, 24u + i, key[i]);
    }
    for (size_t i = 0; i < ad_size; i++) {
        add(state, i % 16u, ad[i]);
        if (i % 16u == 15u) {
            permute(state, 8);
        }
    }
    if (ad_size != 0u) {
        add(state, ad_size % 16u, 1);
        permute(state, 8);
    }
    add(state, 39, 0x80);
    for (size_t i = 0; i < size; i++) {
        add(state, i % 16u, plain[i]);
        cipher[i] = byte_of(state, i % 16u);
        if (i % 16u == 15u) {
            permute(state, 8);
        }
    }
    add(state, size % 16u, 1);
    for (size_t i = 0; i < 16u; i++) {
        add(state, 16u + i, key[i]);
    }
    permute(state, 12);
    for (size_t i = 0; i < 16u; i++) {
        tag[i] = byte_of(state, 24u + i) ^ key[i];
    }
}
