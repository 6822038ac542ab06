/* Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The functions of soc.h, and those that a compiler may call without a C library.
 */
#include "soc.h"

void *memcpy(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);

static volatile uint32_t *at(uint32_t address)
{
    return (volatile uint32_t *)(uintptr_t)address;
}

static uint32_t read_register(void *context, uint32_t offset)
{
    (void)context;
    return *at(SOC_DEVICE + offset);
}

static void write_register(void *context, uint32_t offset, uint32_t word)
{
    (void)context;
    *at(SOC_DEVICE + offset) = word;
}

static void write_words(void *context, uint32_t offset, const uint8_t *bytes, size_t words)
{
    volatile uint32_t *const device = at(SOC_DEVICE + offset);
    (void)context;
    if ((uintptr_t)bytes % 4u == 0u) {
        const uint32_t *word = (const uint32_t *)(const void *)bytes;
        for (; words >= 4u; words -= 4u) {
            device[0] = word[0];
            device[0] = word[1];
            device[0] = word[2];
            device[0] = word[3];
            word += 4;
        }
        for (; words > 0u; words--) {
            *device = *word;
            word++;
        }
        return;
    }
    for (; words > 0u; words--) {
        *device = (uint32_t)bytes[0] | ((uint32_t)bytes[1] << 8) | ((uint32_t)bytes[2] << 16)
                  | ((uint32_t)bytes[3] << 24);
        bytes += 4;
    }
}

static void read_words(void *context, uint32_t offset, uint8_t *bytes, size_t words)
{
    volatile uint32_t *const device = at(SOC_DEVICE + offset);
    (void)context;
    if ((uintptr_t)bytes % 4u == 0u) {
        uint32_t *word = (uint32_t *)(void *)bytes;
        for (; words > 0u; words--) {
            *word = *device;
            word++;
        }
        return;
    }
    for (; words > 0u; words--) {
        const uint32_t word = *device;
        for (size_t i = 0; i < 4u; i++) {
            bytes[i] = (uint8_t)(word >> (8u * i));
        }
        bytes += 4;
    }
}

/* `waitirq` of PicoRV32 ends while an interrupt is pending, also a masked one. So no handler is needed. */
static void wait_for_interrupt(void *context)
{
    (void)context;
    __asm__ volatile(".insn r 0x0b, 4, 4, t0, x0, x0" ::: "t0", "memory");
}

#define PATIENCE 1000000u
const struct roundel_port soc_port = {read_register, write_register, NULL, NULL, PATIENCE, write_words, read_words};
const struct roundel_port soc_port_interrupts = {read_register, write_register, wait_for_interrupt, NULL,
                                                 PATIENCE,      write_words,    read_words};

uint32_t soc_cycles(void)
{
    return *at(SOC_CYCLES);
}

void soc_print(const char *text)
{
    for (; *text != '\0'; text++) {
        *at(SOC_CONSOLE) = (uint8_t)*text;
    }
}

void soc_print_number(uint32_t number)
{
    char digits[11];
    size_t i = sizeof digits - 1u;
    digits[i] = '\0';
    do {
        i--;
        digits[i] = (char)('0' + (char)(number % 10u));
        number /= 10u;
    } while (number != 0u);
    soc_print(&digits[i]);
}

void soc_print_hex(const uint8_t *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < size; i++) {
        const char text[3] = {digits[bytes[i] >> 4], digits[bytes[i] & 15u], '\0'};
        soc_print(text);
    }
}

void *memcpy(void *to, const void *from, size_t size)
{
    uint8_t *target = to;
    const uint8_t *source = from;
    size_t i = 0;
    if (((uintptr_t)to | (uintptr_t)from) % 4u == 0u) {
        for (; i + 4u <= size; i += 4u) {
            *(uint32_t *)(void *)&target[i] = *(const uint32_t *)(const void *)&source[i];
        }
    }
    for (; i < size; i++) {
        target[i] = source[i];
    }
    return to;
}

void *memset(void *to, int byte, size_t size)
{
    uint8_t *target = to;
    size_t i = 0;
    if ((uintptr_t)to % 4u == 0u) {
        for (; i + 4u <= size; i += 4u) {
            *(uint32_t *)(void *)&target[i] = 0x01010101u * (uint8_t)byte;
        }
    }
    for (; i < size; i++) {
        target[i] = (uint8_t)byte;
    }
    return to;
}
