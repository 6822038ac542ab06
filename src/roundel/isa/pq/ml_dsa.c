/* ML-DSA-65 (FIPS 204): the functions of section 6, with the M' of section 5 for a message and a context.
 *
 * Products leave Montgomery's reduction with a factor 2^-32, which `inverse_ntt` takes back. ZETAS are
 * 1753^BitRev8(i) * 2^32 mod q. */
enum { N = 256, Q = 8380417, K = 6, L = 5, ETA = 4, TAU = 49, BETA = TAU * ETA, OMEGA = 55, D = 13 };
enum { GAMMA1 = 1 << 19, GAMMA2 = (Q - 1) / 32, COMMITMENT = 48, W1 = 128 };
enum { ETA_POLY = 128, T0_POLY = 32 * D, T1_POLY = 320, Z_POLY = 640 };
enum { PK = 32 + T1_POLY * K, SK = 128 + ETA_POLY * (K + L) + T0_POLY * K, Z = COMMITMENT, HINT = Z + Z_POLY * L };

typedef i32 poly[N];

static const i32 zetas[256] = {ZETAS};

/* a * 2^-32 mod q, for |a| < 2^31 q. */
static inline i32 montgomery(i64 a) {
  i32 t = (i32)((u32)a * 58728449u); /* q^-1 mod 2^32 */
  return (i32)((a - (i64)t * Q) >> 32);
}

/* A representative of an absolute value below 2^22 + 2^21, for |a| < 2^31 - 2^22. */
static inline i32 reduce(i32 a) { return a - ((a + (1 << 22)) >> 23) * Q; }

/* The representative of [0, q), for |a| < q. */
static inline i32 positive(i32 a) { return a + (a >> 31 & Q); }

/* Algorithm 41. */
static void ntt(i32 *w) {
  size m = 0;
  for (size length = 128; length >= 1; length /= 2)
    for (size start = 0; start < N; start += 2 * length) {
      i32 zeta = zetas[++m];
      for (size j = start; j < start + length; j++) {
        i32 t = montgomery((i64)zeta * w[j + length]);
        w[j + length] = w[j] - t;
        w[j] += t;
      }
    }
}

/* Algorithm 42 of a result of `multiply` or `row_times`, to absolute values below q. */
static void inverse_ntt(i32 *w) {
  size m = 256;
  for (size n = 0; n < N; n++) w[n] = reduce(w[n]);
  for (size length = 1; length <= 128; length *= 2)
    for (size start = 0; start < N; start += 2 * length) {
      i32 zeta = -zetas[--m];
      for (size j = start; j < start + length; j++) {
        i32 t = w[j];
        w[j] = t + w[j + length];
        w[j + length] = montgomery((i64)zeta * (t - w[j + length]));
      }
    }
  for (size n = 0; n < N; n++) w[n] = montgomery((i64)41978 * w[n]); /* 2^64 / 256 */
}

static void multiply(i32 *product, const i32 *f, const i32 *g) {
  for (size n = 0; n < N; n++) product[n] = montgomery((i64)f[n] * g[n]);
}

/* The sum of products of a row of A and a vector. */
static void row_times(i32 *sum, const poly *row, const poly *f) {
  for (size n = 0; n < N; n++) {
    i64 total = 0;
    for (size s = 0; s < L; s++) total += (i64)row[s][n] * f[s][n];
    sum[n] = montgomery(total);
  }
}

/* 0 if all absolute values are below the bound, for |f| < q. Where this rejects, a signature shows it. */
static int exceeds(const i32 *f, i32 bound) {
  i32 found = 0;
  for (size n = 0; n < N; n++) {
    i32 c = f[n] - ((Q / 2 - f[n]) >> 31 & Q); /* mod± q */
    c += -(c < -(Q / 2)) & Q;
    found |= bound - 1 - (c < 0 ? -c : c);
  }
  return found < 0;
}

/* Algorithm 30. */
static void rej_ntt_poly(i32 *a, const u8 *rho, u8 s, u8 r) {
  sponge x;
  u8 block[SHAKE128_RATE], indices[2] = {s, r};
  begin(&x, SHAKE128_RATE, SHAKE_SUFFIX, PARTS({rho, 32}, {indices, 2}));
  for (size n = 0; n < N;) {
    squeeze(&x, block, sizeof block);
    for (const u8 *b = block; b < block + sizeof block && n < N; b += 3) {
      i32 z = b[0] | b[1] << 8 | (b[2] & 127) << 16;
      if (z < Q) a[n++] = z;
    }
  }
}

/* Algorithm 31, eta = 4. */
static void rej_bounded_poly(i32 *a, const u8 *seed, u8 index) {
  sponge x;
  u8 block[SHAKE256_RATE], indices[2] = {index, 0};
  begin(&x, SHAKE256_RATE, SHAKE_SUFFIX, PARTS({seed, 64}, {indices, 2}));
  for (size n = 0; n < N;) {
    squeeze(&x, block, sizeof block);
    for (const u8 *b = block; b < block + sizeof block && n < N; b++) {
      i32 low = *b & 15, high = *b >> 4;
      if (low < 9) a[n++] = 4 - low;
      if (high < 9 && n < N) a[n++] = 4 - high;
    }
  }
}

static void expand_a(poly (*a)[L], const u8 *rho) {
  for (u8 r = 0; r < K; r++)
    for (u8 s = 0; s < L; s++) rej_ntt_poly(a[r][s], rho, s, r);
}

/* A polynomial of algorithm 34. */
static void expand_mask(i32 *y, const u8 *seed, u32 index) {
  u8 bytes[Z_POLY], number[2] = {(u8)index, (u8)(index >> 8)};
  hash(SHAKE256_RATE, SHAKE_SUFFIX, PARTS({seed, 64}, {number, 2}), bytes, sizeof bytes);
  DECODE(y, bytes, 20)
  for (size n = 0; n < N; n++) y[n] = GAMMA1 - y[n];
}

/* Algorithm 29. */
static void sample_in_ball(i32 *c, const u8 *seed) {
  sponge x;
  u8 block[SHAKE256_RATE];
  u64 signs;
  begin(&x, SHAKE256_RATE, SHAKE_SUFFIX, PARTS({seed, COMMITMENT}));
  squeeze(&x, block, sizeof block);
  __builtin_memcpy(&signs, block, 8);
  for (size n = 0; n < N; n++) c[n] = 0;
  size at = 8;
  for (size i = N - TAU; i < N; signs >>= 1) {
    u8 j;
    do {
      if (at == sizeof block) squeeze(&x, block, sizeof block), at = 0;
      j = block[at++];
    } while (j > i);
    c[i++] = c[j];
    c[j] = 1 - 2 * (i32)(signs & 1);
  }
}

/* Algorithm 36: r1, and r0 in *low, for r of [0, q). */
static inline i32 decompose(i32 r, i32 *low) {
  i32 high = (i32)(((u32)r + GAMMA2 - 1) / (2 * GAMMA2));
  *low = r - high * 2 * GAMMA2 - (high >> 4); /* r - r0 = q - 1 has r1 = 0 and r0 less by 1 */
  return high & 15;
}

/* The 64 bytes of algorithm 7 line 6, of M' = 0, |ctx|, ctx, M. */
static void represent(u8 *mu, const u8 *tr, const u8 *message, size length, const u8 *context, u8 context_length) {
  u8 head[2] = {0, context_length};
  hash(SHAKE256_RATE, SHAKE_SUFFIX, PARTS({tr, 64}, {head, 2}, {context, context_length}, {message, length}), mu, 64);
}

static void commit(u8 *commitment, const u8 *mu, const u8 *w1) {
  hash(SHAKE256_RATE, SHAKE_SUFFIX, PARTS({mu, 64}, {w1, W1 * K}), commitment, COMMITMENT);
}

/* Algorithm 6, with 22 and 24: the keys of a seed of 32 bytes. */
int ml_dsa_keygen(const u8 *xi, u8 *pk, u8 *sk) {
  u8 seeds[128], sizes[2] = {K, L}; /* rho, rho', K */
  poly s1[L], row[L], s2, t, high;
  hash(SHAKE256_RATE, SHAKE_SUFFIX, PARTS({xi, 32}, {sizes, 2}), seeds, 128);
  memcpy(pk, seeds, 32);
  memcpy(sk, seeds, 32);
  memcpy(sk + 32, seeds + 96, 32);
  u8 *secret = sk + 128, *t0 = secret + ETA_POLY * (L + K);
  for (u8 s = 0; s < L; s++) {
    rej_bounded_poly(s1[s], seeds + 32, s);
    for (size n = 0; n < N; n++) t[n] = ETA - s1[s][n];
    ENCODE(secret + ETA_POLY * s, t, 4)
    ntt(s1[s]);
  }
  for (u8 r = 0; r < K; r++) {
    for (u8 s = 0; s < L; s++) rej_ntt_poly(row[s], seeds, s, r);
    row_times(t, row, s1);
    inverse_ntt(t);
    rej_bounded_poly(s2, seeds + 32, L + r);
    for (size n = 0; n < N; n++) {
      i32 sum = positive(reduce(t[n] + s2[n]));
      high[n] = (sum + (1 << (D - 1)) - 1) >> D; /* algorithm 35 */
      t[n] = (1 << (D - 1)) - (sum - (high[n] << D));
      s2[n] = ETA - s2[n];
    }
    ENCODE(pk + 32 + T1_POLY * r, high, 10)
    ENCODE(secret + ETA_POLY * (L + r), s2, 4)
    ENCODE(t0 + T0_POLY * r, t, 13)
  }
  hash(SHAKE256_RATE, SHAKE_SUFFIX, PARTS({pk, PK}), sk + 64, 64);
  return 0;
}

static void decode_secret(poly *f, const u8 *input, size count) {
  for (size i = 0; i < count; i++) {
    DECODE(f[i], input + ETA_POLY * i, 4)
    for (size n = 0; n < N; n++) f[i][n] = ETA - f[i][n];
    ntt(f[i]);
  }
}

/* Lines 16 to 30 of algorithm 7 after z: the hint of w = A y, or its rejection. */
static int make_hint(u8 *hint, poly *w, const poly *s2, const poly *t0, const i32 *c) {
  poly product;
  for (size r = 0; r < K; r++) {
    multiply(product, c, s2[r]);
    inverse_ntt(product);
    for (size n = 0; n < N; n++) {
      w[r][n] = positive(reduce(w[r][n] - product[n]));
      decompose(w[r][n], &product[n]);
    }
    if (exceeds(product, GAMMA2 - BETA)) return 0;
  }
  size ones = 0;
  memset(hint, 0, OMEGA + K);
  for (size r = 0; r < K; r++) {
    multiply(product, c, t0[r]);
    inverse_ntt(product);
    if (exceeds(product, GAMMA2)) return 0;
    for (size n = 0; n < N; n++) {
      i32 low;
      i32 before = decompose(w[r][n], &low);
      if (decompose(positive(reduce(w[r][n] + product[n])), &low) != before) {
        if (ones == OMEGA) return 0;
        hint[ones++] = (u8)n;
      }
    }
    hint[OMEGA + r] = (u8)ones;
  }
  return 1;
}

/* Algorithms 2 and 7, rnd of 32 bytes: how often it tried. */
int ml_dsa_sign(const u8 *sk, const u8 *message, size length, const u8 *context, size context_length, const u8 *rnd,
                u8 *signature) {
  poly a[K][L], s1[L], s2[K], t0[K], w[K], y[L], z[L], c, packed;
  u8 mu[64], seed[64], w1[W1 * K];
  decode_secret(s1, sk + 128, L);
  decode_secret(s2, sk + 128 + ETA_POLY * L, K);
  for (size r = 0; r < K; r++) {
    DECODE(t0[r], sk + 128 + ETA_POLY * (L + K) + T0_POLY * r, 13)
    for (size n = 0; n < N; n++) t0[r][n] = (1 << (D - 1)) - t0[r][n];
    ntt(t0[r]);
  }
  expand_a(a, sk);
  represent(mu, sk + 64, message, length, context, (u8)context_length);
  hash(SHAKE256_RATE, SHAKE_SUFFIX, PARTS({sk + 32, 32}, {rnd, 32}, {mu, 64}), seed, 64);
  for (int tries = 1;; tries++) {
    for (size s = 0; s < L; s++) {
      expand_mask(y[s], seed, (u32)((size)(tries - 1) * L + s));
      memcpy(z[s], y[s], sizeof(poly));
      ntt(z[s]);
    }
    for (size r = 0; r < K; r++) {
      row_times(w[r], a[r], z);
      inverse_ntt(w[r]);
      for (size n = 0; n < N; n++) {
        i32 low;
        w[r][n] = positive(w[r][n]);
        packed[n] = decompose(w[r][n], &low);
      }
      ENCODE(w1 + W1 * r, packed, 4)
    }
    commit(signature, mu, w1);
    sample_in_ball(c, signature);
    ntt(c);
    int rejected = 0;
    for (size s = 0; s < L && !rejected; s++) {
      multiply(z[s], c, s1[s]);
      inverse_ntt(z[s]);
      for (size n = 0; n < N; n++) {
        z[s][n] = reduce(z[s][n] + y[s][n]);
        packed[n] = GAMMA1 - z[s][n];
      }
      rejected = exceeds(z[s], GAMMA1 - BETA);
      ENCODE(signature + Z + Z_POLY * s, packed, 20)
    }
    if (!rejected && make_hint(signature + HINT, w, s2, t0, c)) return tries;
  }
}

/* Algorithm 21: a flag for each coefficient; 0 if it is malformed. */
static int decode_hint(u8 (*flags)[N], const u8 *hint) {
  size at = 0;
  memset(flags, 0, K * N);
  for (size r = 0; r < K; r++) {
    size first = at, end = hint[OMEGA + r];
    if (end < at || end > OMEGA) return 0;
    for (; at < end; at++) {
      if (at > first && hint[at - 1] >= hint[at]) return 0;
      flags[r][hint[at]] = 1;
    }
  }
  for (; at < OMEGA; at++)
    if (hint[at]) return 0;
  return 1;
}

/* Algorithms 3 and 8: 1 if the signature is of the message. */
int ml_dsa_verify(const u8 *pk, const u8 *message, size length, const u8 *context, size context_length,
                  const u8 *signature) {
  poly z[L], row[L], w, t, c;
  u8 tr[64], mu[64], w1[W1 * K], commitment[COMMITMENT], flags[K][N];
  if (!decode_hint(flags, signature + HINT)) return 0;
  for (size s = 0; s < L; s++) {
    DECODE(z[s], signature + Z + Z_POLY * s, 20)
    for (size n = 0; n < N; n++) z[s][n] = GAMMA1 - z[s][n];
    if (exceeds(z[s], GAMMA1 - BETA)) return 0;
    ntt(z[s]);
  }
  hash(SHAKE256_RATE, SHAKE_SUFFIX, PARTS({pk, PK}), tr, 64);
  represent(mu, tr, message, length, context, (u8)context_length);
  sample_in_ball(c, signature);
  ntt(c);
  for (u8 r = 0; r < K; r++) {
    for (u8 s = 0; s < L; s++) rej_ntt_poly(row[s], pk, s, r);
    row_times(w, row, z);
    DECODE(t, pk + 32 + T1_POLY * r, 10)
    for (size n = 0; n < N; n++) t[n] <<= D;
    ntt(t);
    multiply(t, c, t);
    for (size n = 0; n < N; n++) w[n] -= t[n];
    inverse_ntt(w);
    for (size n = 0; n < N; n++) { /* algorithm 40 */
      i32 low, high = decompose(positive(w[n]), &low);
      i32 step = low > 0 ? 1 : -1;
      t[n] = flags[r][n] ? (high + step) & 15 : high;
    }
    ENCODE(w1 + W1 * r, t, 4)
  }
  commit(commitment, mu, w1);
  return !differ(commitment, signature, COMMITMENT);
}
