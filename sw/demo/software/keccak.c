/* Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0 */
/** @file Keccak-p[1600]: SHA3-256, KMAC, Keccak MAC, the duplex generator, and Lake Keyak. */
#include "software.h"

#define RATE_256 136u
#define RATE_128 168u
#define GENERATOR_BYTES 168u
/* Lake Keyak: bytes of text in a block, and the places of data, of its ends and of the end of a message. */
#define KEYAK_TEXT 168u
#define KEYAK_ABSORB 192u
#define KEYAK_MESSAGE_END 192u
#define KEYAK_TEXT_END 193u
#define KEYAK_DATA_START 194u
#define KEYAK_DATA_END 195u
#define KEYAK_ROUNDS 12u
#define KEYAK_PACK 40u

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

/* The last rounds of Keccak-f[1600]. */
static void permute(uint64_t a[25], size_t rounds)
{
    for (size_t round = 24u - rounds; round < 24u; round++) {
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

static uint8_t byte_of(const uint64_t state[25], size_t at)
{
    return (uint8_t)(state[at / 8u] >> (8u * (at % 8u)));
}

/* Absorb bytes after `at` others of a block of `rate`; return the new place. */
static size_t absorb_bytes(uint64_t state[25], size_t rate, size_t at, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        absorb(state, at, bytes[i]);
        at++;
        if (at == rate) {
            permute(state, 24);
            at = 0;
        }
    }
    return at;
}

static void finish(uint64_t state[25], size_t rate, size_t at, uint8_t suffix, uint8_t *output, size_t size)
{
    absorb(state, at, suffix);
    absorb(state, rate - 1u, 0x80);
    permute(state, 24);
    for (size_t i = 0; i < size; i++) {
        output[i] = byte_of(state, i);
    }
}

void software_sha3_256(const uint8_t *message, size_t size, uint8_t digest[32])
{
    uint64_t state[25] = {0};
    finish(state, RATE_256, absorb_bytes(state, RATE_256, 0, message, size), 0x06, digest, 32);
}

/* SP 800-185, section 2.3.1: the bytes of fewer than 2^16 bits, the most significant one first. */
static size_t encode(uint8_t code[2], size_t bits)
{
    if (bits < 256u) {
        code[0] = (uint8_t)bits;
        return 1;
    }
    code[0] = (uint8_t)(bits >> 8);
    code[1] = (uint8_t)bits;
    return 2;
}

/* Section 2.3.2: a string after its length. */
static size_t absorb_string(uint64_t state[25], size_t rate, size_t at, const uint8_t *string, size_t size)
{
    uint8_t code[3];
    code[0] = (uint8_t)encode(&code[1], 8u * size);
    at = absorb_bytes(state, rate, at, code, 1u + code[0]);
    return absorb_bytes(state, rate, at, string, size);
}

/* Section 2.3.3: the beginning of a padded block, its length; and its end. */
static size_t begin_block(uint64_t state[25], size_t rate)
{
    const uint8_t code[2] = {1, (uint8_t)rate};
    return absorb_bytes(state, rate, 0, code, 2);
}

static void end_block(uint64_t state[25], size_t at)
{
    if (at != 0u) {
        permute(state, 24);
    }
}

void software_kmac(size_t strength, const uint8_t *key, size_t key_size, const uint8_t *message, size_t size,
                   uint8_t *tag, size_t tag_size)
{
    static const uint8_t name[] = {'K', 'M', 'A', 'C'};
    const size_t rate = strength == 128u ? RATE_128 : RATE_256;
    uint64_t state[25] = {0};
    uint8_t code[3];
    size_t at = absorb_string(state, rate, begin_block(state, rate), name, sizeof name);
    end_block(state, absorb_string(state, rate, at, NULL, 0)); /* no customization string */
    end_block(state, absorb_string(state, rate, begin_block(state, rate), key, key_size));
    const size_t bytes = encode(code, 8u * tag_size);
    code[bytes] = (uint8_t)bytes;
    at = absorb_bytes(state, rate, 0, message, size);
    finish(state, rate, absorb_bytes(state, rate, at, code, bytes + 1u), 0x04, tag, tag_size);
}

void software_keccak_mac(const uint8_t key[16], const uint8_t iv[16], const uint8_t *message, size_t size,
                         uint8_t tag[16])
{
    uint64_t state[25] = {0};
    size_t at = absorb_bytes(state, RATE_256, 0, key, 16);
    at = absorb_bytes(state, RATE_256, at, iv, 16);
    finish(state, RATE_256, absorb_bytes(state, RATE_256, at, message, size), 0x01, tag, 16);
}

void software_keccak_prg(const uint8_t *seed, size_t seed_size, uint8_t *random, size_t size)
{
    uint64_t state[25] = {0};
    for (size_t i = 0; i < seed_size; i++) {
        absorb(state, i, seed[i]);
    }
    for (size_t i = 0; i < size; i++) {
        if (i % GENERATOR_BYTES == 0u) {
            absorb(state, i == 0u ? seed_size : 0u, 0x01);
            absorb(state, GENERATOR_BYTES, 0x02);
            permute(state, 24);
        }
        random[i] = byte_of(state, i % GENERATOR_BYTES);
    }
}

void software_lake_keyak(const uint8_t key[16], const uint8_t nonce[16], const uint8_t *ad, size_t ad_size,
                         const uint8_t *plain, size_t size, uint8_t *cipher, uint8_t tag[16])
{
    uint64_t state[25] = {0};
    absorb(state, 0, KEYAK_PACK);
    absorb(state, 17, 0x01);
    for (size_t i = 0; i < 16u; i++) {
        absorb(state, 1u + i, key[i]);
        absorb(state, KEYAK_PACK + i, nonce[i]);
    }
    absorb(state, KEYAK_PACK + 16u, 1); /* one piston, number 0 */
    absorb(state, KEYAK_DATA_END, KEYAK_PACK + 18u);
    absorb(state, KEYAK_MESSAGE_END, 255);
    permute(state, KEYAK_ROUNDS);
    for (;;) {
        const size_t text = size < KEYAK_TEXT ? size : KEYAK_TEXT;
        const size_t start = text != 0u ? KEYAK_TEXT : 0u;
        const size_t data = ad_size < KEYAK_ABSORB - start ? ad_size : KEYAK_ABSORB - start;
        for (size_t i = 0; i < text; i++) {
            absorb(state, i, plain[i]);
            cipher[i] = byte_of(state, i);
        }
        absorb(state, KEYAK_TEXT_END, (uint8_t)text);
        absorb(state, KEYAK_DATA_START, (uint8_t)start);
        for (size_t i = 0; i < data; i++) {
            absorb(state, start + i, ad[i]);
        }
        absorb(state, KEYAK_DATA_END, (uint8_t)(start + data));
        size -= text;
        ad_size -= data;
        if (size == 0u && ad_size == 0u) {
            break;
        }
        plain += text;
        cipher += text;
        ad += data;
        permute(state, KEYAK_ROUNDS);
    }
    absorb(state, KEYAK_MESSAGE_END, 16);
    permute(state, KEYAK_ROUNDS);
    for (size_t i = 0; i < 16u; i++) {
        tag[i] = byte_of(state, i);
    }
}
