/* The sponge of FIPS 202 over a permutation that is linked in, for ML-KEM and ML-DSA (they follow this text).
 *
 * Bytes lie in the lanes as in the memory of a little-endian processor. No function of these files allocates
 * memory. No branch and no address depends on a secret, except where the standard itself rejects. */
typedef unsigned char u8;
typedef unsigned u32;
typedef unsigned long long u64;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef __SIZE_TYPE__ size;

#define UNROLL _Pragma("clang loop unroll(full)")

enum { SHAKE128_RATE = 168, SHAKE256_RATE = 136, SHA3_256_RATE = 136, SHA3_512_RATE = 72 };
enum { SHA3_SUFFIX = 0x06, SHAKE_SUFFIX = 0x1f };

void keccak_permute(u64 *lanes); /* Keccak-f[1600] */

typedef struct {
  u64 lanes[25];
  size rate, at; /* bytes of a block, and bytes of it that are absorbed or squeezed */
} sponge;

typedef struct {
  const u8 *data;
  size length;
} part; /* of an input */

/* The compiler calls these two as well. */
void *memcpy(void *to, const void *from, size n) {
  u8 *t = to;
  const u8 *f = from;
  for (; n >= 8; n -= 8, t += 8, f += 8) __builtin_memcpy(t, f, 8);
  for (; n; n--) *t++ = *f++;
  return to;
}

void *memset(void *at, int value, size n) {
  u8 *a = at;
  u64 word = 0x0101010101010101 * (u8)value;
  for (; n >= 8; n -= 8, a += 8) __builtin_memcpy(a, &word, 8);
  for (; n; n--) *a++ = (u8)value;
  return at;
}

static void next_block(sponge *s) {
  keccak_permute(s->lanes);
  s->at = 0;
}

static void absorb(sponge *s, const u8 *data, size n) {
  while (n) {
    if (s->at == s->rate) next_block(s);
    if (s->at % 8 == 0 && n >= 8) {
      u64 lane;
      __builtin_memcpy(&lane, data, 8);
      s->lanes[s->at / 8] ^= lane;
      s->at += 8, data += 8, n -= 8;
    } else {
      ((u8 *)s->lanes)[s->at++] ^= *data++;
      n--;
    }
  }
}

static void squeeze(sponge *s, u8 *output, size n) {
  while (n) {
    if (s->at == s->rate) next_block(s);
    if (s->at % 8 == 0 && n >= 8) {
      __builtin_memcpy(output, &s->lanes[s->at / 8], 8);
      s->at += 8, output += 8, n -= 8;
    } else {
      *output++ = ((u8 *)s->lanes)[s->at++];
      n--;
    }
  }
}

/* Absorb all parts and the padding; what follows is squeezed. */
static void begin(sponge *s, size rate, u8 suffix, size parts, const part *input) {
  for (size i = 0; i < 25; i++) s->lanes[i] = 0;
  s->rate = rate;
  s->at = 0;
  for (size i = 0; i < parts; i++) absorb(s, input[i].data, input[i].length);
  if (s->at == rate) next_block(s);
  ((u8 *)s->lanes)[s->at] ^= suffix;
  ((u8 *)s->lanes)[rate - 1] ^= 0x80;
  s->at = rate;
}

static void hash(size rate, u8 suffix, size parts, const part *input, u8 *output, size n) {
  sponge s;
  begin(&s, rate, suffix, parts, input);
  squeeze(&s, output, n);
}

/* Parts of an input, each as address and length, for the functions above: PARTS({a, 32}, {b, 1}). */
#define PARTS(...) sizeof((part[]){__VA_ARGS__}) / sizeof(part), (part[]){__VA_ARGS__}

/* 0 if they are equal, in constant time. */
static u8 differ(const u8 *a, const u8 *b, size n) {
  u8 d = 0;
  for (size i = 0; i < n; i++) d |= a[i] ^ b[i];
  return d;
}

/* Pack 256 coefficients of d bits; eight of them are d bytes (FIPS 203 algorithm 5, FIPS 204 algorithm 16). */
#define ENCODE(output, coefficients, d)                                                \
  for (size i_ = 0; i_ < 256; i_ += 8)                                                 \
    UNROLL for (int k_ = 0; k_ < (d); k_++) {                                          \
      u32 byte_ = 0;                                                                   \
      UNROLL for (int j_ = 0; j_ < 8; j_++) {                                          \
        int left_ = (d) * j_ - 8 * k_; /* where coefficient j begins in byte k */      \
        u32 c_ = (u32)(coefficients)[i_ + j_];                                         \
        if (left_ >= 0 && left_ < 8) byte_ |= c_ << (left_ & 7);                       \
        if (left_ < 0 && left_ + (d) > 0) byte_ |= c_ >> (-left_ & 31);                \
      }                                                                                \
      (output)[i_ / 8 * (d) + k_] = (u8)byte_;                                         \
    }

/* The reverse (FIPS 203 algorithm 6, FIPS 204 algorithm 18). */
#define DECODE(coefficients, input, d)                                                 \
  for (size i_ = 0; i_ < 256; i_ += 8)                                                 \
    UNROLL for (int j_ = 0; j_ < 8; j_++) {                                            \
      u32 word_ = 0;                                                                   \
      UNROLL for (int k_ = 0; k_ < 4; k_++)                                            \
        if (8 * k_ < (d) * j_ % 8 + (d))                                               \
          word_ |= (u32)(input)[i_ / 8 * (d) + (d) * j_ / 8 + k_] << 8 * k_;           \
      (coefficients)[i_ + j_] = word_ >> (d) * j_ % 8 & ((1u << (d)) - 1);             \
    }
