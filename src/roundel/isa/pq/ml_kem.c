/* ML-KEM-768 (FIPS 203): the functions of section 6, without the input checks of section 7, which a caller
 * makes once for each key.
 *
 * Coefficients are signed, of an absolute value below q after a reduction. Products leave Montgomery's
 * reduction with a factor 2^-16, which `inverse_ntt` or `dot` and `to_montgomery` together take back. ZETAS
 * are 17^BitRev7(i) * 2^16 mod q. */
enum { N = 256, Q = 3329, K = 3, ETA = 2, DU = 10, DV = 4 };
enum { POLY = 384, EK = POLY * K + 32, DK = 2 * POLY * K + 96, U = 32 * DU, C = U * K + 32 * DV };

typedef i16 poly[N];

static const i16 zetas[128] = {ZETAS};

/* a * 2^-16 mod q, for |a| < 2^15 q. */
static inline i16 montgomery(i32 a) {
  i16 t = (i16)((i16)a * -3327); /* q^-1 mod 2^16 */
  return (i16)((a - (i32)t * Q) >> 16);
}

/* Barrett's reduction to [-q/2, q/2]. */
static inline i16 reduce(i16 a) {
  i32 quotient = (20159 * a + (1 << 25)) >> 26; /* 20159 is 2^26 / q */
  return (i16)(a - quotient * Q);
}

/* The representative of [0, q). */
static inline i16 positive(i16 a) {
  a = reduce(a);
  return (i16)(a + (a >> 15 & Q));
}

/* Algorithm 9. */
static void ntt(i16 *f) {
  size i = 1;
  for (size length = 128; length >= 2; length /= 2)
    for (size start = 0; start < N; start += 2 * length) {
      i16 zeta = zetas[i++];
      for (size j = start; j < start + length; j++) {
        i16 t = montgomery(zeta * f[j + length]);
        f[j + length] = (i16)(f[j] - t);
        f[j] = (i16)(f[j] + t);
      }
    }
  for (size j = 0; j < N; j++) f[j] = reduce(f[j]);
}

/* Algorithm 10, of a result of `dot`. */
static void inverse_ntt(i16 *f) {
  size i = 127;
  for (size length = 2; length <= 128; length *= 2)
    for (size start = 0; start < N; start += 2 * length) {
      i16 zeta = zetas[i--];
      for (size j = start; j < start + length; j++) {
        i16 t = f[j];
        f[j] = reduce((i16)(t + f[j + length]));
        f[j + length] = montgomery(zeta * (f[j + length] - t));
      }
    }
  for (size j = 0; j < N; j++) f[j] = montgomery(1441 * f[j]); /* 2^32 / 128 */
}

/* The sum of products of the transforms in two vectors, times 2^-16 (algorithms 11 and 12). */
static void dot(i16 *sum, const poly *f, const poly *g) {
  for (size i = 0; i < N; i += 2) {
    i32 gamma = i % 4 ? -zetas[64 + i / 4] : zetas[64 + i / 4], even = 0, odd = 0;
    for (size j = 0; j < K; j++) {
      even += f[j][i] * g[j][i] + montgomery(f[j][i + 1] * g[j][i + 1]) * gamma;
      odd += f[j][i] * g[j][i + 1] + f[j][i + 1] * g[j][i];
    }
    sum[i] = montgomery(even);
    sum[i + 1] = montgomery(odd);
  }
}

/* Algorithm 7. */
static void sample_ntt(i16 *f, const u8 *rho, u8 j, u8 i) {
  sponge s;
  u8 block[SHAKE128_RATE], indices[2] = {j, i};
  begin(&s, SHAKE128_RATE, SHAKE_SUFFIX, PARTS({rho, 32}, {indices, 2}));
  for (size n = 0; n < N;) {
    squeeze(&s, block, sizeof block);
    for (const u8 *b = block; b < block + sizeof block && n < N; b += 3) {
      i16 d1 = (i16)(b[0] | (b[1] & 15) << 8), d2 = (i16)(b[1] >> 4 | b[2] << 4);
      if (d1 < Q) f[n++] = d1;
      if (d2 < Q && n < N) f[n++] = d2;
    }
  }
}

/* Algorithm 8 of PRF(seed, index), eta = 2. */
static void sample_cbd(i16 *f, const u8 *seed, u8 index) {
  u8 bytes[64 * ETA];
  hash(SHAKE256_RATE, SHAKE_SUFFIX, PARTS({seed, 32}, {&index, 1}), bytes, sizeof bytes);
  for (size i = 0; i < N / 8; i++) {
    u32 bits;
    __builtin_memcpy(&bits, bytes + 4 * i, 4);
    u32 sums = (bits & 0x55555555) + (bits >> 1 & 0x55555555);
    for (size j = 0; j < 8; j++) f[8 * i + j] = (i16)((sums >> 4 * j & 3) - (sums >> (4 * j + 2) & 3));
  }
}

static inline i16 compress(i16 x, int d) { return (i16)((((u32)positive(x) << d) + Q / 2) / Q & ((1 << d) - 1)); }
static inline i16 decompress(i16 y, int d) { return (i16)((y * Q + (1 << (d - 1))) >> d); }

static void sample_secret(poly *f, const u8 *seed, u8 first) {
  for (u8 i = 0; i < K; i++) {
    sample_cbd(f[i], seed, first + i);
    ntt(f[i]);
  }
}

static void encode_vector(u8 *output, poly *f) {
  for (size i = 0; i < K; i++) {
    for (size j = 0; j < N; j++) f[i][j] = positive(f[i][j]);
    ENCODE(output + POLY * i, f[i], 12)
  }
}

static void decode_vector(poly *f, const u8 *input) {
  for (size i = 0; i < K; i++) DECODE(f[i], input + POLY * i, 12)
}

/* Algorithm 14. */
static void encrypt(u8 *c, const u8 *ek, const u8 *m, const u8 *r) {
  poly y[K], row[K], e, u;
  const u8 *rho = ek + POLY * K;
  sample_secret(y, r, 0);
  for (u8 i = 0; i < K; i++) {
    for (u8 j = 0; j < K; j++) sample_ntt(row[j], rho, i, j); /* A transposed */
    dot(u, row, y);
    inverse_ntt(u);
    sample_cbd(e, r, K + i);
    for (size n = 0; n < N; n++) u[n] = compress((i16)(u[n] + e[n]), DU);
    ENCODE(c + U * i, u, DU)
  }
  decode_vector(row, ek);
  dot(u, row, y);
  inverse_ntt(u);
  sample_cbd(e, r, 2 * K);
  for (size n = 0; n < N; n++) {
    i16 bit = (i16)(-(m[n / 8] >> n % 8 & 1) & (Q + 1) / 2); /* Decompress_1 */
    u[n] = compress((i16)(u[n] + e[n] + bit), DV);
  }
  ENCODE(c + U * K, u, DV)
}

/* Algorithm 15. */
static void decrypt(u8 *m, const u8 *dk, const u8 *c) {
  poly s[K], u[K], v, w;
  for (size i = 0; i < K; i++) {
    DECODE(u[i], c + U * i, DU)
    for (size n = 0; n < N; n++) u[i][n] = decompress(u[i][n], DU);
    ntt(u[i]);
  }
  DECODE(v, c + U * K, DV)
  decode_vector(s, dk);
  dot(w, s, u);
  inverse_ntt(w);
  for (size n = 0; n < N; n++) w[n] = compress((i16)(decompress(v[n], DV) - w[n]), 1);
  ENCODE(m, w, 1)
}

static void g(u8 *output, const u8 *a, size a_length, const u8 *b, size b_length) {
  hash(SHA3_512_RATE, SHA3_SUFFIX, PARTS({a, a_length}, {b, b_length}), output, 64);
}

static void h(u8 *output, const u8 *ek) { hash(SHA3_256_RATE, SHA3_SUFFIX, PARTS({ek, EK}), output, 32); }

/* Algorithms 13 and 16: the keys of d and z. */
int ml_kem_keygen(const u8 *d, const u8 *z, u8 *ek, u8 *dk) {
  u8 seeds[64], k = K; /* rho, sigma */
  poly s[K], t[K], row[K], e;
  g(seeds, d, 32, &k, 1);
  sample_secret(s, seeds + 32, 0);
  for (u8 i = 0; i < K; i++) {
    for (u8 j = 0; j < K; j++) sample_ntt(row[j], seeds, j, i);
    dot(t[i], row, s);
    sample_cbd(e, seeds + 32, K + i);
    ntt(e);
    for (size n = 0; n < N; n++) t[i][n] = (i16)(montgomery(1353 * t[i][n]) + e[n]); /* 2^32 mod q */
  }
  encode_vector(ek, t);
  memcpy(ek + POLY * K, seeds, 32);
  encode_vector(dk, s);
  memcpy(dk + POLY * K, ek, EK);
  h(dk + POLY * K + EK, ek);
  memcpy(dk + DK - 32, z, 32);
  return 0;
}

/* Algorithm 17: shared key and ciphertext of m. */
int ml_kem_encaps(const u8 *ek, const u8 *m, u8 *key, u8 *c) {
  u8 digest[32], seeds[64]; /* K, r */
  h(digest, ek);
  g(seeds, m, 32, digest, 32);
  encrypt(c, ek, m, seeds + 32);
  memcpy(key, seeds, 32);
  return 0;
}

/* Algorithm 18. */
int ml_kem_decaps(const u8 *dk, const u8 *c, u8 *key) {
  const u8 *ek = dk + POLY * K, *digest = ek + EK, *z = digest + 32;
  u8 m[32], seeds[64], rejected[32], again[C];
  decrypt(m, dk, c);
  g(seeds, m, 32, digest, 32);
  hash(SHAKE256_RATE, SHAKE_SUFFIX, PARTS({z, 32}, {c, C}), rejected, 32);
  encrypt(again, ek, m, seeds + 32);
  u8 keep = (u8)((differ(c, again, C) - 1) >> 8); /* all ones if they are equal */
  for (size i = 0; i < 32; i++) key[i] = (seeds[i] & keep) | (rejected[i] & ~keep);
  return 0;
}
