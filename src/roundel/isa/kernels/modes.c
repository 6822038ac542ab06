/* The modes over the block functions of a processor's assembly (see compiled.py): hash, stream, Motorist, Ketje.
 *
 * Macros say which: MODE_HASH, MODE_STREAM, MODE_KEYAK or MODE_KETJE, and the sizes in bytes. The assembly has
 * the permutation and all whole blocks; this has the start, padding, the last block and the tag. */
typedef unsigned char u8;
typedef unsigned long long u64;
typedef __SIZE_TYPE__ size;

struct state {
  u8 bytes[STATE_BYTES];
} __attribute__((aligned(16)));

void add_state(struct state *, const u8 *);          /* all lanes, from memory */
void add_piece(struct state *, const u8 *);          /* the lanes of a block and of its frame */
void get_block(const struct state *, u8 *);          /* the lanes of a block, to memory */
void absorb(struct state *, const u8 *, u8 *, size); /* whole blocks, each with the permutation */
void absorb_ad(struct state *, const u8 *, u8 *, size);
void seal(struct state *, const u8 *, u8 *, size);
void open(struct state *, const u8 *, u8 *, size);
void mask(struct state *, const u8 *, u8 *, size);
void permute_1(struct state *);
void permute_6(struct state *);
void permute_12(struct state *);
void permute_24(struct state *);

static inline void copy(u8 *to, const u8 *from, size n) {
  for (; n >= 8; n -= 8, to += 8, from += 8) __builtin_memcpy(to, from, 8);
  for (; n; n--) *to++ = *from++;
}

static inline void clear(u8 *at, size n) {
  const u64 zero = 0;
  for (; n >= 8; n -= 8, at += 8) __builtin_memcpy(at, &zero, 8);
  for (; n; n--) *at++ = 0;
}

static inline void add(u8 *to, const u8 *from, size n) {
  for (; n; n--) *to++ ^= *from++;
}

#ifdef MODE_HASH
void kernel(const u8 *message, size length, u8 *output, size output_length) {
  struct state s;
  u8 block[BLOCK];
  clear(s.bytes, STATE_BYTES);
  size blocks = length / BLOCK;
  if (blocks) absorb(&s, message, 0, blocks);
  message += blocks * BLOCK;
  length -= blocks * BLOCK;
  clear(block, BLOCK);
  copy(block, message, length);
  block[length] = SUFFIX;
  block[BLOCK - 1] ^= 0x80;
  absorb(&s, block, 0, 1);
  if (DIGEST) output_length = DIGEST;
  for (;;) {
    get_block(&s, block);
    size n = output_length < BLOCK ? output_length : BLOCK;
    copy(output, block, n);
    output += n;
    output_length -= n;
    if (!output_length) return;
    permute_24(&s);
  }
}
#endif

#ifdef MODE_STREAM
void kernel(const u8 *seed, const u8 *input, size length, u8 *output) {
  struct state s;
  u8 block[BLOCK];
  clear(s.bytes, STATE_BYTES);
  clear(block, BLOCK);
  copy(block, seed, SEED);
  block[SEED] = SUFFIX;
  block[BLOCK - 1] ^= 0x80;
  absorb(&s, block, 0, 1);
  size blocks = length ? (length - 1) / BLOCK : 0;
  if (blocks) mask(&s, input, output, blocks);
  input += blocks * BLOCK;
  output += blocks * BLOCK;
  length -= blocks * BLOCK;
  get_block(&s, block);
  add(block, input, length);
  copy(output, block, length);
}
#endif

#if defined(MODE_KEYAK) || defined(MODE_KETJE)
struct call {
  const u8 *key;
  size key_length;
  const u8 *nonce;
  size nonce_length;
  const u8 *ad;
  size ad_length;
  const u8 *input;
  size input_length;
  u8 *output;
  u8 *tag;
  size tag_length;
};

static inline int finish(const struct call *c, const u8 *tag, int opens) {
  u8 different = 0;
  if (!opens) {
    copy(c->tag, tag, c->tag_length);
    return 0;
  }
  for (size i = 0; i < c->tag_length; i++) different |= c->tag[i] ^ tag[i];
  return different != 0;
}
#endif

#ifdef MODE_KEYAK
static inline int run(const struct call *c, int opens) {
  struct state s;
  u8 block[WIDTH], stream[WIDTH];
  clear(s.bytes, STATE_BYTES);
  clear(block, WIDTH);
  block[0] = KEY_PACK;
  copy(block + 1, c->key, c->key_length);
  block[1 + c->key_length] = 1;
  copy(block + KEY_PACK, c->nonce, c->nonce_length);
  block[KEY_PACK + c->nonce_length] = 1; /* pistons, and the index of this one, 0 */
  block[ABSORB] = 255;
  block[ABSORB + 3] = (u8)(KEY_PACK + c->nonce_length + 2);
  add_state(&s, block);
  permute_12(&s);
  const u8 *in = c->input, *ad = c->ad;
  u8 *out = c->output;
  size left = c->input_length, ad_left = c->ad_length;
  for (int last = 0; !last;) {
    if (!ad_left && left > BLOCK) {
      size blocks = (left - 1) / BLOCK;
      (opens ? open : seal)(&s, in, out, blocks);
      in += blocks * BLOCK;
      out += blocks * BLOCK;
      left -= blocks * BLOCK;
    }
    clear(block, WIDTH);
    size n = left < BLOCK ? left : BLOCK, start = left ? BLOCK : 0;
    size room = ABSORB - start, m = ad_left < room ? ad_left : room;
    copy(block, in, n);
    if (opens) {
      get_block(&s, stream);
      add(block, stream, n);
      copy(out, block, n);
    }
    copy(block + start, ad, m);
    last = left == n && ad_left == m;
    block[ABSORB] = last ? TAG : 0;
    block[ABSORB + 1] = (u8)n;
    block[ABSORB + 2] = (u8)start;
    block[ABSORB + 3] = (u8)(start + m);
    add_state(&s, block);
    if (!opens) {
      get_block(&s, stream);
      copy(out, stream, n);
    }
    permute_12(&s);
    in += n;
    out += n;
    left -= n;
    ad += m;
    ad_left -= m;
  }
  get_block(&s, stream);
  return finish(c, stream, opens);
}
#endif

#ifdef MODE_KETJE
/* Add the last n bytes of a part in `block`, with frame bits and padding after them. */
static inline void last_piece(struct state *s, u8 *block, size n, u8 frame) {
  block[BLOCK] = 0x08;
  block[n] ^= frame;
  add_piece(s, block);
}

static inline int run(const struct call *c, int opens) {
  struct state s;
  u8 block[WIDTH], stream[BLOCK + TAG];
  clear(s.bytes, STATE_BYTES);
  clear(block, WIDTH);
  size k = c->key_length;
  block[0] = (u8)(k + 2);
  copy(block + 1, c->key, k);
  block[1 + k] = 1;
  copy(block + 2 + k, c->nonce, c->nonce_length);
  block[2 + k + c->nonce_length] = 1;
  block[WIDTH - 1] ^= 0x80;
  add_state(&s, block);
  permute_12(&s);
  size n = c->ad_length, blocks = n ? (n - 1) / BLOCK : 0;
  if (blocks) absorb_ad(&s, c->ad, 0, blocks);
  n -= blocks * BLOCK;
  clear(block, PIECE);
  copy(block, c->ad + blocks * BLOCK, n);
  last_piece(&s, block, n, AD_LAST);
  permute_1(&s);
  n = c->input_length;
  blocks = n ? (n - 1) / BLOCK : 0;
  if (blocks) (opens ? open : seal)(&s, c->input, c->output, blocks);
  n -= blocks * BLOCK;
  clear(block, PIECE);
  copy(block, c->input + blocks * BLOCK, n);
  get_block(&s, stream);
  add(stream, block, n); /* seal: the ciphertext; open: the text */
  copy(c->output + blocks * BLOCK, stream, n);
  if (opens) copy(block, stream, n);
  last_piece(&s, block, n, TEXT_LAST);
  permute_6(&s);
  get_block(&s, stream);
  for (n = BLOCK; n < TAG; n += BLOCK) {
    clear(block, PIECE);
    last_piece(&s, block, 0, TAG_MORE);
    permute_1(&s);
    get_block(&s, stream + n);
  }
  return finish(c, stream, opens);
}
#endif

#if defined(MODE_KEYAK) || defined(MODE_KETJE)
int kernel_seal(const struct call *c) { return run(c, 0); }
int kernel_open(const struct call *c) { return run(c, 1); }
#endif
