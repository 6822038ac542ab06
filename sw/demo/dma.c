/* Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The firmware of `roundel soc --dma`: messages through the DMA of the shell. For each it prints the line
 * "result NAME OPERATION KEY NONCE BYTES CYCLES AGAIN OUTPUT", as main.c does. CYCLES begin before the lists are
 * made. AGAIN are those of the same lists once more, from the first store to the result in memory.
 */
#include "roundel_dma.h"
#include "roundel_registers.h"
#include "soc.h"

#ifndef DEMO_BYTES
#define DEMO_BYTES 65536
#endif
#define SHORT_BYTES 64u
#define PACKET_BYTES 1500u
#define AD_BYTES 16u
#define TAG_BYTES 16u
#define MOST_DIGEST_BYTES 64u
#define ALIGNED __attribute__((aligned(16)))
/* What an engine may read or write after the last byte of a buffer. */
#define SPARE_BYTES 16u

static ALIGNED uint8_t message[DEMO_BYTES + SPARE_BYTES];
static ALIGNED uint8_t cipher[PACKET_BYTES + SPARE_BYTES];
static ALIGNED uint8_t key[16];
static ALIGNED uint8_t nonce[16];
static ALIGNED uint8_t ad[AD_BYTES];
static ALIGNED uint8_t output[MOST_DIGEST_BYTES];
static ALIGNED struct roundel_dma_in in[6];
static ALIGNED struct roundel_dma_out out[2];

static struct roundel_device device;

struct demo {
    const char *name;
    const struct roundel_function *function;
    uint32_t output_size;
    uint32_t key_size; /* 0: a hash */
    uint32_t nonce_size;
};

static const struct demo demos[] = {
    {"sha3-256", &roundel_sha3_256, 32, 0, 0},
    {"ascon-hash256", &roundel_ascon_hash256, 32, 0, 0},
    {"groestl-256", &roundel_groestl_256, 32, 0, 0},
    {"groestl-512", &roundel_groestl_512, 64, 0, 0},
    {"aes-gcm", &roundel_aes_gcm, TAG_BYTES, 16, 12},
    {"ascon-aead128", &roundel_ascon_aead128, TAG_BYTES, 16, 16},
};

static void fill(uint8_t *bytes, size_t size, size_t first)
{
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)(first + i);
    }
}

static uint32_t address(const volatile void *memory)
{
    return (uint32_t)(uintptr_t)memory;
}

static void make_lists(const struct demo *demo, uint32_t size)
{
    const bool hash = demo->key_size == 0u;
    struct roundel_dma_in *next = in;
    *next++ = roundel_dma_command(hash ? ROUNDEL_HASH : ROUNDEL_SEAL, demo->function, 0, demo->output_size);
    if (hash) {
        *next = roundel_dma_segment(ROUNDEL_TEXT, address(message), size, true);
        out[0] = roundel_dma_buffer(address(output), MOST_DIGEST_BYTES, true);
        return;
    }
    *next++ = roundel_dma_segment(ROUNDEL_KEY, address(key), demo->key_size, false);
    *next++ = roundel_dma_segment(ROUNDEL_NONCE, address(nonce), demo->nonce_size, false);
    *next++ = roundel_dma_segment(ROUNDEL_AD, address(ad), AD_BYTES, false);
    *next++ = roundel_dma_segment(ROUNDEL_TEXT, address(message), size, false);
    *next = roundel_dma_segment(ROUNDEL_TAG, address(message), 0, true);
    out[0] = roundel_dma_buffer(address(cipher), sizeof cipher & ~15u, false);
    out[1] = roundel_dma_buffer(address(output), MOST_DIGEST_BYTES, true);
}

/* The same lists once more: the least that firmware does for a message. */
static uint32_t again(volatile uint32_t *result)
{
    volatile uint32_t *const registers = (volatile uint32_t *)(uintptr_t)SOC_DEVICE;
    registers[ROUNDEL_DMA_CONTROL_OFFSET / 4u] = ROUNDEL_DMA_CONTROL_DMA_MASK;
    const uint32_t start = soc_cycles();
    *result = 0;
    registers[ROUNDEL_DMA_OUT_HEAD_OFFSET / 4u] = address(out);
    registers[ROUNDEL_DMA_IN_HEAD_OFFSET / 4u] = address(in);
    while (*result == 0u) {
    }
    const uint32_t cycles = soc_cycles() - start;
    while ((registers[ROUNDEL_DMA_STATUS_OFFSET / 4u] & ROUNDEL_DMA_STATUS_OUT_DONE_MASK) == 0u) {
    }
    registers[ROUNDEL_DMA_CONTROL_OFFSET / 4u] = 0;
    return cycles;
}

static void print_count(uint32_t count)
{
    soc_print_number(count);
    soc_print(" ");
}

static bool run(const struct demo *demo, uint32_t size)
{
    const bool hash = demo->key_size == 0u;
    const uint32_t start = soc_cycles();
    make_lists(demo, size);
    roundel_dma_start(&device, address(in), out, address(out));
    const enum roundel_result result = roundel_dma_wait(&device, out, NULL);
    const uint32_t cycles = soc_cycles() - start;
    const uint32_t sizes = roundel_dma_size(&out[0]) + (hash ? 0u : roundel_dma_size(&out[1]));
    if (result != ROUNDEL_OK || sizes != (hash ? 0u : size) + demo->output_size) {
        soc_print("failed ");
        soc_print(demo->name);
        soc_print("\n");
        return false;
    }
    const uint32_t second = again(&out[hash ? 0 : 1].result);
    soc_print("result ");
    soc_print(demo->name);
    soc_print(hash ? " hash " : " seal ");
    print_count(demo->key_size);
    print_count(demo->nonce_size);
    print_count(size);
    print_count(cycles);
    print_count(second);
    if (!hash) {
        soc_print_hex(cipher, size);
    }
    soc_print_hex(output, demo->output_size);
    soc_print("\n");
    return true;
}

int main(void)
{
    fill(message, sizeof message, 0);
    fill(key, sizeof key, 0x40);
    fill(nonce, sizeof nonce, 0x80);
    fill(ad, sizeof ad, 0xc0);
    if (roundel_open_device(&device, &soc_port) != ROUNDEL_OK || !roundel_has_dma(&device)) {
        soc_print("failed device\n");
        return 1;
    }
    for (size_t i = 0; i < sizeof demos / sizeof demos[0]; i++) {
        const struct demo *const demo = &demos[i];
        if (!roundel_serves(&device, demo->function)) {
            continue;
        }
        const uint32_t most = demo->key_size == 0u ? DEMO_BYTES : PACKET_BYTES;
        if (!run(demo, SHORT_BYTES) || !run(demo, most)) {
            return 1;
        }
    }
    return 0;
}
