/* SHA3-512's absorbing of whole blocks and its digest in the core's own instructions (FIPS 202), lanes of 64
 * bits, one round unrolled: what a C compiler makes of Keccak on a 32-bit core. */
#include <stdint.h>

static const uint64_t constants[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b,
    0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088,
    0x0000000080008009, 0x000000008000000a, 0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
    0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008};
static const uint8_t offsets[25] = {0,  1,  62, 28, 27, 36, 44, 6,  55, 20, 3,  10, 43,
                                    25, 39, 41, 45, 15, 21, 8,  18, 2,  61, 56, 14};

static inline uint64_t rotated(uint64_t lane, unsigned by) { return by ? lane << by | lane >> (64 - by) : lane; }

static void permute(uint64_t *a) {
  for (unsigned round = 0; round < 24; round++) {
    uint64_t c[5], b[25];
#pragma clang loop unroll(full)
    for (unsigned x = 0; x < 5; x++) c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
#pragma clang loop unroll(full)
    for (unsigned x = 0; x < 5; x++) {
      uint64_t d = c[(x + 4) % 5] ^ rotated(c[(x + 1) % 5], 1);
#pragma clang loop unroll(full)
      for (unsigned y = 0; y < 5; y++) b[y + 5 * ((2 * x + 3 * y) % 5)] = rotated(a[x + 5 * y] ^ d, offsets[x + 5 * y]);
    }
#pragma clang loop unroll(full)
    for (unsigned i = 0; i < 25; i++) a[i] = b[i] ^ (~b[i / 5 * 5 + (i % 5 + 1) % 5] & b[i / 5 * 5 + (i % 5 + 2) % 5]);
    a[0] ^= constants[round];
  }
}

void kernel(const uint64_t *message, uint32_t blocks, uint64_t *digest) {
  uint64_t state[25] = {0};
  for (; blocks; blocks--, message += 9) {
    for (unsigned i = 0; i < 9; i++) state[i] ^= message[i];
    permute(state);
  }
  for (unsigned i = 0; i < 8; i++) digest[i] = state[i];
}
