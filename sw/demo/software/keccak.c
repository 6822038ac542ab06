/* Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0 */
/** @file Keccak-f[1600] and SHA3-256. */
#include "software.h"

#define RATE 136u

/* FIPS 202, section 3.2.5: the constants of iota. */
static const uint64_t constants[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b,
    0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088,
    0x0000000080008009, 0x000000008000000a, 0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
    0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008};

/* Rho and pi along their common cycle of lanes: how far, and to where. */
static const uint8_t rotations[24] = {1,  3,  6,  10, 15, 21, 28, 36, 45, 55, 2,  14,
                                      27, 41, 56, 8,  25, 43, 62, 18, 39, 61, 20, 44};
static const uint8_t places[24] = {10, 7,  11, 17, 18, 3, 5,  16, 8,  21, 24, 4,
                                   15, 23, 19, 13, 12, 2, 20, 14, 22, 9,  6,  1};

static uint64_t rotate(uint64_t lane, unsigned int by)
{
    return (lane << by) | (lane >> (64u - by));
}

static void permute(uint64_t a[25])
{
    for (size_t round = 0; round < 24u; round++) {
        uint64_t c[5];
        for (size_t x = 0; x < 5u; x++) {
            c[x] = a[x] ^ a[x + 5u] ^ a[x + 10u] ^ a[x + 15u] ^ a[x + 20u];
        }
        for (size_t x = 0; x < 5u; x++) {
            const uint64_t d = c[(x + 4u) % 5u] ^ rotate(c[(x + 1u) % 5u], 1);
            for (size_t y = 0; y < 25u; y += 5u) {
                a[y + x] ^= d;
            }
        }
        uint64_t moving = a[1];
        for (size_t i = 0; i < 24u; i++) {
            const uint64_t next = a[places[i]];
            a[places[i]] = rotate(moving, rotations[i]);
            moving = next;
        }
        for (size_t y = 0; y < 25u; y += 5u) {
            for (size_t x = 0; x < 5u; x++) {
                c[x] = a[y + x];
            }
            for (size_t x = 0; x < 5u; x++) {
                a[y + x] = c[x] ^ (~c[(x + 1u) % 5u] & c[(x + 2u) % 5u]);
            }
        }
        a[0] ^= constants[round];
    }
}

static void absorb(uint64_t state[25], size_t at, uint8_t byte)
{
    state[at / 8u] ^= (uint64_t)byte << (8u * (at % 8u));
}

void software_sha3_256(const uint8_t *message, size_t size, uint8_t digest[32])
{
    uint64_t state[25] = {0};
    size_t at = 0;
    for (size_t i = 0; i < size; i++) {
        absorb(state, at, message[i]);
        at++;
        if (at == RATE) {
            permute(state);
            at = 0;
        }
    }
    absorb(state, at, 0x06);
    absorb(state, RATE - 1u, 0x80);
    permute(state);
    for (size_t i = 0; i < 32u; i++) {
        digest[i] = (uint8_t)(state[i / 8u] >> (8u * (i % 8u)));
    }
}
