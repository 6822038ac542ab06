/* Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The default firmware of `roundel soc`: runs every service of the core that the driver knows. With the macro
 * DEMO_ALGORITHMS, bits of the register ALGORITHMS, it runs the same in plain C and needs no core.
 *
 * It prints a line for each message: "result NAME OPERATION KEY NONCE BYTES CYCLES OUTPUT", with bytes of the
 * key, the nonce and the message, clock cycles, and the output in hexadecimal: the ciphertext and the tag, or
 * the digest. The host checks the outputs (roundel.soc.demo).
 *
 * Byte i of a message, key, nonce or associated data is i plus a constant for each.
 */
#include "soc.h"
#include "software/software.h"

#ifndef DEMO_BYTES
#define DEMO_BYTES 1024
#endif
#define SHORT_BYTES 64u
#define ALIGNED __attribute__((aligned(4))) /* for whole words between memory and the device */
#define AD_BYTES 16u
#define MOST_KEY_BYTES 64u
#define MOST_OUTPUT_BYTES 64u

static ALIGNED uint8_t message[DEMO_BYTES];
static ALIGNED uint8_t cipher[DEMO_BYTES];
static uint8_t key[MOST_KEY_BYTES];
static uint8_t nonce[16];
static uint8_t ad[AD_BYTES];

static int failures;

/* What a function needs, and the same function in software. */
struct demo {
    const char *name;
    const struct roundel_function *function;
    size_t output_size; /* of the digest or the tag; 0 if there is none */
    size_t key_size; /* or bytes of the seed */
    size_t nonce_size;
    void (*software)(const struct demo *demo, size_t size, uint8_t *output);
    enum { HASHES, MACS, SEALS, CRYPTS, RANDOMS } service;
};

static void fill(uint8_t *bytes, size_t size, size_t first)
{
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)(first + i);
    }
}

static void sha3(const struct demo *demo, size_t size, uint8_t *output)
{
    (void)demo;
    software_sha3_256(message, size, output);
}

static void ascon_hash(const struct demo *demo, size_t size, uint8_t *output)
{
    (void)demo;
    software_ascon_hash256(message, size, output);
}

static void groestl(const struct demo *demo, size_t size, uint8_t *output)
{
    software_groestl(demo->output_size, message, size, output);
}

static void hmac_groestl(const struct demo *demo, size_t size, uint8_t *output)
{
    software_hmac_groestl(demo->output_size, key, demo->key_size, message, size, NULL, 0, output);
}

static void cmac(const struct demo *demo, size_t size, uint8_t *output)
{
    (void)demo;
    software_aes_cmac(key, message, size, output);
}

static void gcm(const struct demo *demo, size_t size, uint8_t *output)
{
    (void)demo;
    software_aes_gcm(key, nonce, ad, AD_BYTES, message, size, cipher, output);
}

static void ascon_aead(const struct demo *demo, size_t size, uint8_t *output)
{
    (void)demo;
    software_ascon_aead128(key, nonce, ad, AD_BYTES, message, size, cipher, output);
}

/* Encrypt, then MAC: the second half of the key is that of HMAC. */
static void aes_groestl(const struct demo *demo, size_t size, uint8_t *output)
{
    const size_t half = demo->key_size / 2u;
    software_aes_ctr(key, half, nonce, message, size, cipher);
    software_hmac_groestl(demo->output_size, &key[half], half, ad, AD_BYTES, cipher, size, output);
}

static void kmac(const struct demo *demo, size_t size, uint8_t *output)
{
    const size_t strength = demo->function == &roundel_kmac128 ? 128 : 256;
    software_kmac(strength, key, demo->key_size, message, size, output, demo->output_size);
}

static void keccak_mac(const struct demo *demo, size_t size, uint8_t *output)
{
    (void)demo;
    software_keccak_mac(key, nonce, message, size, output);
}

static void lake_keyak(const struct demo *demo, size_t size, uint8_t *output)
{
    (void)demo;
    software_lake_keyak(key, nonce, ad, AD_BYTES, message, size, cipher, output);
}

static void aes_ctr(const struct demo *demo, size_t size, uint8_t *output)
{
    (void)output;
    software_aes_ctr(key, demo->key_size, nonce, message, size, cipher);
}

static void keccak_prg(const struct demo *demo, size_t size, uint8_t *output)
{
    (void)output;
    software_keccak_prg(key, demo->key_size, cipher, size);
}

static void fortuna(const struct demo *demo, size_t size, uint8_t *output)
{
    (void)demo;
    (void)output;
    software_fortuna(key, cipher, size);
}

static const struct demo demos[] = {
    {"sha3-256", &roundel_sha3_256, 32, 0, 0, sha3, HASHES},
    {"ascon-hash256", &roundel_ascon_hash256, 32, 0, 0, ascon_hash, HASHES},
    {"groestl-256", &roundel_groestl_256, 32, 0, 0, groestl, HASHES},
    {"groestl-512", &roundel_groestl_512, 64, 0, 0, groestl, HASHES},
    {"aes-cmac", &roundel_aes_cmac, 16, 16, 0, cmac, MACS},
    {"hmac-groestl-256", &roundel_hmac_groestl_256, 32, 32, 0, hmac_groestl, MACS},
    {"hmac-groestl-512", &roundel_hmac_groestl_512, 64, 64, 0, hmac_groestl, MACS},
    {"aes-gcm", &roundel_aes_gcm, 16, 16, 12, gcm, SEALS},
    {"ascon-aead128", &roundel_ascon_aead128, 16, 16, 16, ascon_aead, SEALS},
    {"aes-groestl-256", &roundel_aes_groestl_256, 32, 32, 12, aes_groestl, SEALS},
    {"aes-groestl-512", &roundel_aes_groestl_512, 64, 64, 12, aes_groestl, SEALS},
    {"lake-keyak", &roundel_lake_keyak, 16, 16, 16, lake_keyak, SEALS},
    {"kmac-128", &roundel_kmac128, 32, 32, 0, kmac, MACS},
    {"kmac-256", &roundel_kmac256, 32, 32, 0, kmac, MACS},
    {"keccak-mac", &roundel_keccak_mac, 16, 16, 16, keccak_mac, MACS},
    {"aes-128-ctr", &roundel_aes_128_ctr, 0, 16, 12, aes_ctr, CRYPTS},
    {"aes-256-ctr", &roundel_aes_256_ctr, 0, 32, 12, aes_ctr, CRYPTS},
    {"keccak-prg", &roundel_keccak_prg, 0, 32, 0, keccak_prg, RANDOMS},
    {"fortuna", &roundel_fortuna, 0, 32, 0, fortuna, RANDOMS},
};

static void print_word(const char *word)
{
    soc_print(word);
    soc_print(" ");
}

static void print_count(uint32_t count)
{
    soc_print_number(count);
    soc_print(" ");
}

static void report(const struct demo *demo, size_t size, uint32_t cycles, const uint8_t *output)
{
    static const char *const operations[] = {"hash", "mac", "seal", "crypt", "random"};
    print_word("result");
    print_word(demo->name);
    print_word(operations[demo->service]);
    print_count((uint32_t)demo->key_size);
    print_count((uint32_t)demo->nonce_size);
    print_count((uint32_t)size);
    print_count(cycles);
    if (demo->service >= SEALS) {
        soc_print_hex(cipher, size);
    }
    soc_print_hex(output, demo->output_size);
    soc_print("\n");
}

#ifdef DEMO_ALGORITHMS

static bool served(const struct demo *demo)
{
    return (DEMO_ALGORITHMS & demo->function->algorithm) != 0u;
}

static void run(const struct demo *demo, size_t size)
{
    uint8_t output[MOST_OUTPUT_BYTES];
    const uint32_t start = soc_cycles();
    demo->software(demo, size, output);
    report(demo, size, soc_cycles() - start, output);
}

static void start_device(void)
{
}

#else

static struct roundel_device device;

static bool served(const struct demo *demo)
{
    return roundel_serves(&device, demo->function);
}

static void require(bool right, const char *name, const char *what)
{
    if (!right) {
        soc_print("failed ");
        soc_print(name);
        soc_print(" ");
        soc_print(what);
        soc_print("\n");
        failures++;
    }
}

static enum roundel_result on_core(const struct demo *demo, size_t size, uint8_t *output)
{
    const struct roundel_bytes text = {message, size};
    const struct roundel_keyed keyed = {{key, demo->key_size}, {nonce, demo->nonce_size}, 0, {NULL, 0}};
    if (demo->service == HASHES) {
        return roundel_hash(&device, demo->function, NULL, text, output, demo->output_size);
    }
    if (demo->service == MACS) {
        return roundel_mac(&device, demo->function, &keyed, text, output, demo->output_size);
    }
    if (demo->service == CRYPTS) {
        return roundel_crypt(&device, demo->function, keyed.key, keyed.nonce, text, cipher);
    }
    if (demo->service == RANDOMS) {
        return roundel_random(&device, demo->function, keyed.key, 0, cipher, size);
    }
    const struct roundel_aead inputs = {keyed.key, {nonce, demo->nonce_size}, {ad, AD_BYTES}, 0};
    return roundel_seal(&device, demo->function, &inputs, text, cipher, output, demo->output_size);
}

/* The tag is accepted and the text comes back; a wrong tag is refused and leaves no text. */
static void check_open(const struct demo *demo, size_t size, uint8_t *tag)
{
    const struct roundel_aead inputs = {{key, demo->key_size}, {nonce, demo->nonce_size}, {ad, AD_BYTES}, 0};
    const struct roundel_bytes text = {cipher, size};
    const struct roundel_bytes tag_bytes = {tag, demo->output_size};
    static ALIGNED uint8_t opened[DEMO_BYTES];
    enum roundel_result result = roundel_open(&device, demo->function, &inputs, text, tag_bytes, opened);
    require(result == ROUNDEL_OK && roundel_equal(opened, message, size), demo->name, "open");
    tag[0] ^= 1u;
    result = roundel_open(&device, demo->function, &inputs, text, tag_bytes, opened);
    uint8_t left = 0;
    for (size_t i = 0; i < size; i++) {
        left |= opened[i];
    }
    require(result == ROUNDEL_REFUSED && left == 0u, demo->name, "open of a wrong tag");
}

static void run(const struct demo *demo, size_t size)
{
    uint8_t output[MOST_OUTPUT_BYTES];
    const uint32_t start = soc_cycles();
    const enum roundel_result result = on_core(demo, size, output);
    const uint32_t cycles = soc_cycles() - start;
    require(result == ROUNDEL_OK, demo->name, "a call of the driver");
    report(demo, size, cycles, output);
    if (demo->service == SEALS) {
        check_open(demo, size, output);
    }
}

static void start_device(void)
{
    require(roundel_open_device(&device, &soc_port) == ROUNDEL_OK, "device", "open");
}

#endif

int main(void)
{
    fill(message, sizeof message, 0);
    fill(key, sizeof key, 0x40);
    fill(nonce, sizeof nonce, 0x80);
    fill(ad, sizeof ad, 0xc0);
    start_device();
    for (size_t i = 0; failures == 0 && i < sizeof demos / sizeof demos[0]; i++) {
        if (served(&demos[i])) {
            if (SHORT_BYTES < sizeof message) {
                run(&demos[i], SHORT_BYTES);
            }
            run(&demos[i], sizeof message);
        }
    }
    return failures;
}
