/* Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The demo SoC of `roundel soc` for firmware in C: its address map, its console, and the port of the driver.
 */
#ifndef SOC_H
#define SOC_H

#include "roundel.h"

#define SOC_CONSOLE 0x10000000u /**< write: print a byte */
#define SOC_CYCLES 0x10000004u  /**< read: clock cycles since reset */
#define SOC_DEVICE 0x20000000u  /**< the registers of the shell */

/** The device of the SoC, polled. */
extern const struct roundel_port soc_port;

/** The device of the SoC; the processor sleeps until the interrupt. */
extern const struct roundel_port soc_port_interrupts;

/** Clock cycles since reset. */
uint32_t soc_cycles(void);

/** Print a text, a number in decimal, or bytes in hexadecimal. */
void soc_print(const char *text);
void soc_print_number(uint32_t number);
void soc_print_hex(const uint8_t *bytes, size_t size);

#endif
