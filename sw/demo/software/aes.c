/* Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0 */
/** @file AES with its modes GCM, CMAC and counter mode, and the generator of Fortuna. */
#include "software.h"

const uint8_t software_sbox[256] = {
    0x63, 0x7c, 0x77, 0x7b, 0xf2, 0x6b, 0x6f, 0xc5, 0x30, 0x01, 0x67, 0x2b, 0xfe, 0xd7, 0xab, 0x76,
    0xca, 0x82, 0xc9, 0x7d, 0xfa, 0x59, 0x47, 0xf0, 0xad, 0xd4, 0xa2, 0xaf, 0x9c, 0xa4, 0x72, 0xc0,
    0xb7, 0xfd, 0x93, 0x26, 0x36, 0x3f, 0xf7, 0xcc, 0x34, 0xa5, 0xe5, 0xf1, 0x71, 0xd8, 0x31, 0x15,
    0x04, 0xc7, 0x23, 0xc3, 0x18, 0x96, 0x05, 0x9a, 0x07, 0x12, 0x80, 0xe2, 0xeb, 0x27, 0xb2, 0x75,
    0x09, 0x83, 0x2c, 0x1a, 0x1b, 0x6e, 0x5a, 0xa0, 0x52, 0x3b, 0xd6, 0xb3, 0x29, 0xe3, 0x2f, 0x84,
    0x53, 0xd1, 0x00, 0xed, 0x20, 0xfc, 0xb1, 0x5b, 0x6a, 0xcb, 0xbe, 0x39, 0x4a, 0x4c, 0x58, 0xcf,
    0xd0, 0xef, 0xaa, 0xfb, 0x43, 0x4d, 0x33, 0x85, 0x45, 0xf9, 0x02, 0x7f, 0x50, 0x3c, 0x9f, 0xa8,
    0x51, 0xa3, 0x40, 0x8f, 0x92, 0x9d, 0x38, 0xf5, 0xbc, 0xb6, 0xda, 0x21, 0x10, 0xff, 0xf3, 0xd2,
    0xcd, 0x0c, 0x13, 0xec, 0x5f, 0x97, 0x44, 0x17, 0xc4, 0xa7, 0x7e, 0x3d, 0x64, 0x5d, 0x19, 0x73,
    0x60, 0x81, 0x4f, 0xdc, 0x22, 0x2a, 0x90, 0x88, 0x46, 0xee, 0xb8, 0x14, 0xde, 0x5e, 0x0b, 0xdb,
    0xe0, 0x32, 0x3a, 0x0a, 0x49, 0x06, 0x24, 0x5c, 0xc2, 0xd3, 0xac, 0x62, 0x91, 0x95, 0xe4, 0x79,
    0xe7, 0xc8, 0x37, 0x6d, 0x8d, 0xd5, 0x4e, 0xa9, 0x6c, 0x56, 0xf4, 0xea, 0x65, 0x7a, 0xae, 0x08,
    0xba, 0x78, 0x25, 0x2e, 0x1c, 0xa6, 0xb4, 0xc6, 0xe8, 0xdd, 0x74, 0x1f, 0x4b, 0xbd, 0x8b, 0x8a,
    0x70, 0x3e, 0xb5, 0x66, 0x48, 0x03, 0xf6, 0x0e, 0x61, 0x35, 0x57, 0xb9, 0x86, 0xc1, 0x1d, 0x9e,
    0xe1, 0xf8, 0x98, 0x11, 0x69, 0xd9, 0x8e, 0x94, 0x9b, 0x1e, 0x87, 0xe9, 0xce, 0x55, 0x28, 0xdf,
    0x8c, 0xa1, 0x89, 0x0d, 0xbf, 0xe6, 0x42, 0x68, 0x41, 0x99, 0x2d, 0x0f, 0xb0, 0x54, 0xbb, 0x16,
};

#define MOST_ROUNDS 14u

struct schedule {
    uint8_t key[MOST_ROUNDS + 1u][16];
    size_t rounds;
};

static uint8_t doubled(uint8_t byte)
{
    return (uint8_t)((byte << 1) ^ ((byte >> 7) * 0x1bu));
}

/* FIPS 197, section 5.2. */
static void expand(struct schedule *schedule, const uint8_t *key, size_t key_size)
{
    uint8_t *bytes = &schedule->key[0][0];
    uint8_t constant = 1;
    schedule->rounds = key_size / 4u + 6u;
    for (size_t i = 0; i < key_size; i++) {
        bytes[i] = key[i];
    }
    for (size_t i = key_size; i < 16u * (schedule->rounds + 1u); i += 4u) {
        uint8_t word[4] = {bytes[i - 4u], bytes[i - 3u], bytes[i - 2u], bytes[i - 1u]};
        if (i % key_size == 0u) {
            const uint8_t first = word[0];
            word[0] = software_sbox[word[1]] ^ constant;
            word[1] = software_sbox[word[2]];
            word[2] = software_sbox[word[3]];
            word[3] = software_sbox[first];
            constant = doubled(constant);
        } else if (key_size == 32u && i % 32u == 16u) {
            for (size_t j = 0; j < 4u; j++) {
                word[j] = software_sbox[word[j]];
            }
        }
        for (size_t j = 0; j < 4u; j++) {
            bytes[i + j] = bytes[i + j - key_size] ^ word[j];
        }
    }
}

/* FIPS 197, section 5.1. */
static void encrypt(const struct schedule *schedule, const uint8_t in[16], uint8_t out[16])
{
    uint8_t state[16];
    for (size_t i = 0; i < 16u; i++) {
        state[i] = in[i] ^ schedule->key[0][i];
    }
    for (size_t round = 1; round <= schedule->rounds; round++) {
        uint8_t shifted[16];
        for (size_t i = 0; i < 16u; i++) {
            shifted[i] = software_sbox[state[(5u * i) % 16u]];
        }
        for (size_t i = 0; i < 16u; i += 4u) {
            const uint8_t *a = &shifted[i];
            const uint8_t all = a[0] ^ a[1] ^ a[2] ^ a[3];
            for (size_t j = 0; j < 4u; j++) {
                const uint8_t mixed = a[j] ^ all ^ doubled(a[j] ^ a[(j + 1u) % 4u]);
                state[i + j] = (round == schedule->rounds ? a[j] : mixed) ^ schedule->key[round][i + j];
            }
        }
    }
    for (size_t i = 0; i < 16u; i++) {
        out[i] = state[i];
    }
}

/* Add 1 to the 32-bit counter of a counter block. */
static void increment(uint8_t block[16])
{
    for (size_t i = 16; i > 12u; i--) {
        block[i - 1u]++;
        if (block[i - 1u] != 0u) {
            return;
        }
    }
}

static void counter_mode(const struct schedule *schedule, uint8_t counter[16], const uint8_t *text, size_t size,
                         uint8_t *out)
{
    uint8_t stream[16];
    for (size_t i = 0; i < size; i++) {
        if (i % 16u == 0u) {
            encrypt(schedule, counter, stream);
            increment(counter);
        }
        out[i] = text[i] ^ stream[i % 16u];
    }
}

static void first_counter(uint8_t counter[16], const uint8_t nonce[12])
{
    for (size_t i = 0; i < 16u; i++) {
        counter[i] = i < 12u ? nonce[i] : (uint8_t)(i == 15u);
    }
}

void software_aes_ctr(const uint8_t *key, size_t key_size, const uint8_t nonce[12], const uint8_t *text,
                      size_t size, uint8_t *out)
{
    struct schedule schedule;
    uint8_t counter[16];
    expand(&schedule, key, key_size);
    first_counter(counter, nonce);
    counter_mode(&schedule, counter, text, size, out);
}

/* hash = (hash xor block) times subkey, SP 800-38D section 6.3. Words are big-endian. */
static void multiply(uint32_t hash[4], const uint32_t subkey[4])
{
    uint32_t product[4] = {0, 0, 0, 0};
    uint32_t v[4] = {subkey[0], subkey[1], subkey[2], subkey[3]};
    for (size_t i = 0; i < 128u; i++) {
        const uint32_t take = 0u - ((hash[i / 32u] >> (31u - i % 32u)) & 1u);
        const uint32_t reduce = 0u - (v[3] & 1u);
        for (size_t j = 0; j < 4u; j++) {
            product[j] ^= v[j] & take;
        }
        v[3] = (v[3] >> 1) | (v[2] << 31);
        v[2] = (v[2] >> 1) | (v[1] << 31);
        v[1] = (v[1] >> 1) | (v[0] << 31);
        v[0] = (v[0] >> 1) ^ (reduce & 0xe1000000u);
    }
    for (size_t j = 0; j < 4u; j++) {
        hash[j] = product[j];
    }
}

static void ghash(uint32_t hash[4], const uint32_t subkey[4], const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        hash[i % 16u / 4u] ^= (uint32_t)data[i] << (24u - 8u * (i % 4u));
        if (i % 16u == 15u || i + 1u == size) {
            multiply(hash, subkey);
        }
    }
}

void software_aes_gcm(const uint8_t key[16], const uint8_t nonce[12], const uint8_t *ad, size_t ad_size,
                      const uint8_t *plain, size_t size, uint8_t *cipher, uint8_t tag[16])
{
    struct schedule schedule;
    uint8_t counter[16];
    uint8_t block[16] = {0};
    uint8_t mask[16];
    uint32_t subkey[4] = {0, 0, 0, 0};
    uint32_t hash[4] = {0, 0, 0, 0};
    expand(&schedule, key, 16);
    encrypt(&schedule, block, block);
    for (size_t i = 0; i < 16u; i++) {
        subkey[i / 4u] |= (uint32_t)block[i] << (24u - 8u * (i % 4u));
    }
    first_counter(counter, nonce);
    encrypt(&schedule, counter, mask);
    increment(counter);
    counter_mode(&schedule, counter, plain, size, cipher);
    ghash(hash, subkey, ad, ad_size);
    ghash(hash, subkey, cipher, size);
    hash[1] ^= (uint32_t)ad_size * 8u;
    hash[3] ^= (uint32_t)size * 8u;
    multiply(hash, subkey);
    for (size_t i = 0; i < 16u; i++) {
        tag[i] = mask[i] ^ (uint8_t)(hash[i / 4u] >> (24u - 8u * (i % 4u)));
    }
}

/* SP 800-38B, section 6.1: times x. */
static void double_block(uint8_t block[16])
{
    const uint8_t carry = (uint8_t)((block[0] >> 7) * 0x87u);
    for (size_t i = 0; i < 15u; i++) {
        block[i] = (uint8_t)((block[i] << 1) | (block[i + 1u] >> 7));
    }
    block[15] = (uint8_t)((block[15] << 1) ^ carry);
}

void software_aes_cmac(const uint8_t key[16], const uint8_t *message, size_t size, uint8_t tag[16])
{
    struct schedule schedule;
    uint8_t subkey[16] = {0};
    const size_t blocks = size == 0u ? 1u : (size + 15u) / 16u;
    expand(&schedule, key, 16);
    encrypt(&schedule, subkey, subkey);
    double_block(subkey);
    if (size == 0u || size % 16u != 0u) {
        double_block(subkey);
    }
    for (size_t i = 0; i < 16u; i++) {
        tag[i] = 0;
    }
    for (size_t block = 0; block < blocks; block++) {
        for (size_t i = 0; i < 16u; i++) {
            const size_t at = 16u * block + i;
            tag[i] ^= at < size ? message[at] : (uint8_t)(at == size ? 0x80u : 0u);
            tag[i] ^= block + 1u == blocks ? subkey[i] : 0u;
        }
        encrypt(&schedule, tag, tag);
    }
}

void software_fortuna(const uint8_t key[32], uint8_t *random, size_t size)
{
    struct schedule schedule;
    uint8_t stream[16];
    expand(&schedule, key, 32);
    for (size_t i = 0; i < size; i++) {
        if (i % 16u == 0u) {
            uint8_t counter[16] = {0};
            for (size_t j = 0; j < sizeof(size_t); j++) {
                counter[j] = (uint8_t)((i / 16u + 1u) >> (8u * j));
            }
            encrypt(&schedule, counter, stream);
        }
        random[i] = stream[i % 16u];
    }
}
