/* Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The driver of roundel.h. All transactions run through exchange(): a list of segments to send, and a list
 * of those to receive. It is one file of over 400 lines, so that a project compiles one source.
 */
#include "roundel.h"

#include "roundel_registers.h"

/* Kinds of segments, operations and codes of STATUS: docs/stream-protocol.md. */
enum kind { CMD, KEY, NONCE, AD, TEXT, TAG, DIGEST, SEED, RANDOM, STATUS, UNVERIFIED };
enum operation { HASH = 1, MAC, SEAL, OPEN, PRNG, VERIFY };
enum code { ACCEPTED = 0x3c, REFUSED = 0xc3, OVERFLOW_CODE = 0xaa };

/* A piece of a segment: a multiple of any core's beat. */
#define PIECE_BYTES 1008u
#define COMMAND_BYTES 16u
#define RESET_LOOKS 1000u
#define MOST_SEGMENTS 7u
#define KEPT_MASK ((uint8_t)(ROUNDEL_RESUME | ROUNDEL_KEEP))
/* Flags of a command that the driver sets itself. */
#define AD_FIRST 2u
#define CTR 8u
#define FLAG_LOAD 64u
#define FLAG_SAVE 128u
/* Of SHAKE. cSHAKE without a customization string is SHAKE (SP 800-185, section 3.3). */
#define SUFFIX_SHAKE 0x1fu
/* Bytes of a command that cSHAKE and KMAC have, and the longest string whose length such a byte has. */
#define KEY_BYTES 8u
#define CUSTOM_BYTES 9u
#define EXTENDABLE 10u
#define MOST_STRING_BYTES 255u
#define MOST_FORTUNA_BYTES (UINT32_C(1) << 20)
/* Lake Keyak: bytes of text in a block, those after a tag of the session, and bytes of data beside the text. */
#define KEYAK_TEXT_BYTES 168u
#define KEYAK_RESUMED_BYTES 152u
#define KEYAK_AD_BYTES 24u

/* The suffix of a Keccak function is its domain and the first bit of the padding; its function is the rate. */
const struct roundel_function roundel_sha3_224 = {ROUNDEL_ALGORITHMS_KECCAK_MASK, 0x06, 18, 0};
const struct roundel_function roundel_sha3_256 = {ROUNDEL_ALGORITHMS_KECCAK_MASK, 0x06, 17, 0};
const struct roundel_function roundel_sha3_384 = {ROUNDEL_ALGORITHMS_KECCAK_MASK, 0x06, 13, 0};
const struct roundel_function roundel_sha3_512 = {ROUNDEL_ALGORITHMS_KECCAK_MASK, 0x06, 9, 0};
const struct roundel_function roundel_shake128 = {ROUNDEL_ALGORITHMS_KECCAK_MASK, 0x1f, 21, 0};
const struct roundel_function roundel_shake256 = {ROUNDEL_ALGORITHMS_KECCAK_MASK, 0x1f, 17, 0};
const struct roundel_function roundel_cshake128 = {ROUNDEL_ALGORITHMS_CSHAKE_MASK, 0x04, 21, 0};
const struct roundel_function roundel_cshake256 = {ROUNDEL_ALGORITHMS_CSHAKE_MASK, 0x04, 17, 0};
const struct roundel_function roundel_kmac128 = {ROUNDEL_ALGORITHMS_KMAC_128_MASK, 0x04, 21, 0};
const struct roundel_function roundel_kmac256 = {ROUNDEL_ALGORITHMS_KMAC_256_MASK, 0x04, 17, 0};
const struct roundel_function roundel_kmacxof128 = {ROUNDEL_ALGORITHMS_KMAC_128_MASK, 0x04, 21, 1};
const struct roundel_function roundel_kmacxof256 = {ROUNDEL_ALGORITHMS_KMAC_256_MASK, 0x04, 17, 1};
const struct roundel_function roundel_ascon_hash256 = {ROUNDEL_ALGORITHMS_ASCON_HASH256_MASK, 0, 0, 0};
const struct roundel_function roundel_ascon_xof128 = {ROUNDEL_ALGORITHMS_ASCON_XOF128_MASK, 0, 1, 0};
const struct roundel_function roundel_ascon_cxof128 = {ROUNDEL_ALGORITHMS_ASCON_CXOF128_MASK, 0, 2, 0};
const struct roundel_function roundel_groestl_256 = {ROUNDEL_ALGORITHMS_GROESTL_256_MASK, 0, 0, 0};
const struct roundel_function roundel_groestl_512 = {ROUNDEL_ALGORITHMS_GROESTL_512_MASK, 0, 0, 0};
const struct roundel_function roundel_aes_cmac = {ROUNDEL_ALGORITHMS_AES_CMAC_MASK, 0, 0, 0};
const struct roundel_function roundel_hmac_groestl_256 = {ROUNDEL_ALGORITHMS_HMAC_GROESTL_256_MASK, 0, 0, 0};
const struct roundel_function roundel_hmac_groestl_512 = {ROUNDEL_ALGORITHMS_HMAC_GROESTL_512_MASK, 0, 0, 0};
const struct roundel_function roundel_aes_gcm = {ROUNDEL_ALGORITHMS_AES_GCM_MASK, 0, 0, 0};
const struct roundel_function roundel_ascon_aead128 = {ROUNDEL_ALGORITHMS_ASCON_AEAD128_MASK, 0, 0, 0};
const struct roundel_function roundel_aes_groestl_256 = {ROUNDEL_ALGORITHMS_AES_GROESTL_256_MASK, 0, 0, 0};
const struct roundel_function roundel_aes_groestl_512 = {ROUNDEL_ALGORITHMS_AES_GROESTL_512_MASK, 0, 0, 0};
const struct roundel_function roundel_aes_hash = {ROUNDEL_ALGORITHMS_AES_HASH_MASK, 0, 0, 0};
const struct roundel_function roundel_keccak_mac = {ROUNDEL_ALGORITHMS_KECCAK_MAC_MASK, 0x01, 17, 0};
const struct roundel_function roundel_lake_keyak = {ROUNDEL_ALGORITHMS_LAKE_KEYAK_MASK, 0, 0, 0};
const struct roundel_function roundel_aes_128_ctr = {ROUNDEL_ALGORITHMS_AES_128_CTR_MASK, 0, 0, 0};
const struct roundel_function roundel_aes_256_ctr = {ROUNDEL_ALGORITHMS_AES_256_CTR_MASK, 0, 0, 0};
const struct roundel_function roundel_keccak_prg = {ROUNDEL_ALGORITHMS_KECCAK_PRG_MASK, 0, 0, 0};
const struct roundel_function roundel_fortuna = {ROUNDEL_ALGORITHMS_FORTUNA_MASK, 0, 0, 0};

/* A segment to send, and how much of it was written. */
struct sent {
    enum kind kind;
    struct roundel_bytes bytes;
    size_t done;      /* bytes that are written */
    size_t piece_end; /* where the current piece ends; equal to `done` between two pieces */
    bool complete;    /* the last piece is written */
};

/* A segment to receive. */
struct expected {
    enum kind kind;
    uint8_t *data;
    size_t size; /* bytes that it must have */
    size_t done;
    bool complete;
};

/* The rest of a message of Lake Keyak, whose text and data alternate. */
struct body {
    struct roundel_bytes text;
    struct roundel_bytes ad;
    struct roundel_bytes tag;
    size_t room; /* bytes of text in the next block */
    bool left;   /* some of it, the TAG at least, is not in the list of segments */
};

struct transaction {
    struct sent in[MOST_SEGMENTS];
    struct body body;
    size_t in_count;
    size_t in_next; /* the segment that is being written */
    struct expected text; /* TEXT, DIGEST, TAG of a MAC, or UNVERIFIED */
    struct expected tag;  /* the TAG of a SEAL */
    bool has_text;
    bool has_tag;
    bool has_status; /* a STATUS ends the transaction if nothing is wrong */
    bool in_status;  /* the STATUS has come */
    uint8_t status;
    uint8_t command[COMMAND_BYTES];
};

static uint32_t get(const struct roundel_device *device, uint32_t offset)
{
    return device->port.read(device->port.context, offset);
}

static void put(const struct roundel_device *device, uint32_t offset, uint32_t word)
{
    device->port.write(device->port.context, offset, word);
}

/* Zero memory; volatile, so that no compiler removes it. */
static void clear(void *memory, size_t size)
{
    volatile uint8_t *byte = (volatile uint8_t *)memory;
    for (size_t i = 0; i < size; i++) {
        byte[i] = 0;
    }
}

static size_t smaller(size_t one, size_t other)
{
    return one < other ? one : other;
}

static enum roundel_result reset(const struct roundel_device *device)
{
    put(device, ROUNDEL_CONTROL_OFFSET, ROUNDEL_CONTROL_RESET_MASK);
    for (uint32_t i = 0; i < RESET_LOOKS; i++) {
        if ((get(device, ROUNDEL_STATUS_OFFSET) & ROUNDEL_STATUS_BUSY_MASK) == 0u) {
            return ROUNDEL_OK;
        }
    }
    return ROUNDEL_TIMEOUT;
}

void roundel_interrupt(const struct roundel_port *port)
{
    port->write(port->context, ROUNDEL_CONTROL_OFFSET, 0u);
}

bool roundel_equal(const uint8_t *one, const uint8_t *other, size_t size)
{
    volatile uint8_t difference = 0;
    for (size_t i = 0; i < size; i++) {
        difference = (uint8_t)(difference | (one[i] ^ other[i]));
    }
    return difference == 0;
}

enum roundel_result roundel_open_device(struct roundel_device *device, const struct roundel_port *port)
{
    const uint32_t version_mask = ROUNDEL_VERSION_MAJOR_MASK | ROUNDEL_VERSION_PROTOCOL_MAJOR_MASK;
    device->port = *port;
    if (get(device, ROUNDEL_ID_OFFSET) != ROUNDEL_ID_VALUE) {
        return ROUNDEL_BROKEN;
    }
    if (((get(device, ROUNDEL_VERSION_OFFSET) ^ ROUNDEL_VERSION_VALUE) & version_mask) != 0u) {
        return ROUNDEL_BROKEN;
    }
    const uint32_t capability = get(device, ROUNDEL_CAPABILITY_OFFSET);
    device->services = capability & ROUNDEL_CAPABILITY_SERVICES_MASK;
    device->fifo_words =
        (capability & ROUNDEL_CAPABILITY_FIFO_WORDS_MASK) >> ROUNDEL_CAPABILITY_FIFO_WORDS_SHIFT;
    device->algorithms = get(device, ROUNDEL_ALGORITHMS_OFFSET);
    return reset(device);
}

bool roundel_serves(const struct roundel_device *device, const struct roundel_function *function)
{
    return (device->algorithms & function->algorithm) != 0u;
}

/* Begin a transaction with its command. */
static enum roundel_result begin(const struct roundel_device *device, struct transaction *one,
                                 enum operation operation, const struct roundel_function *function,
                                 uint32_t flags, size_t length)
{
    const struct expected none = {CMD, NULL, 0, 0, false};
    const uint32_t service = UINT32_C(1) << ((uint32_t)operation - 1u);
    if ((device->services & service) == 0u || !roundel_serves(device, function)) {
        return ROUNDEL_UNSUPPORTED;
    }
#if SIZE_MAX > UINT32_MAX
    if (length > UINT32_MAX) {
        return ROUNDEL_ILLEGAL;
    }
#endif
    one->in_count = 0;
    one->in_next = 0;
    one->body.left = false;
    one->text = none;
    one->tag = none;
    one->has_text = false;
    one->has_tag = false;
    one->has_status = false;
    one->in_status = false;
    one->status = 0;
    clear(one->command, COMMAND_BYTES);
    one->command[0] = (uint8_t)operation;
    one->command[1] = (uint8_t)flags;
    one->command[2] = function->suffix;
    one->command[3] = function->function;
    for (size_t i = 0; i < 4u; i++) {
        one->command[4u + i] = (uint8_t)((uint32_t)length >> (8u * i));
    }
    one->command[EXTENDABLE] = function->extendable;
    return ROUNDEL_OK;
}

static void send(struct transaction *one, enum kind kind, struct roundel_bytes bytes)
{
    const struct sent segment = {kind, bytes, 0, 0, false};
    one->in[one->in_count] = segment;
    one->in_count++;
}

static void send_command(struct transaction *one)
{
    const struct roundel_bytes command = {one->command, COMMAND_BYTES};
    send(one, CMD, command);
}

static struct expected receive(enum kind kind, uint8_t *data, size_t size)
{
    const struct expected segment = {kind, data, size, 0, false};
    return segment;
}

/* The first bytes of what is left, which are then no longer left. */
static struct roundel_bytes split(struct roundel_bytes *left, size_t size)
{
    const struct roundel_bytes first = {left->data, smaller(size, left->size)};
    left->size -= first.size;
    if (left->size != 0u) {
        left->data += first.size;
    }
    return first;
}

/* Make the next segments of Lake Keyak: the text and data of one block, or what is left of both. */
static void send_body(struct transaction *one)
{
    struct body *body = &one->body;
    one->in_count = 0;
    one->in_next = 0;
    if (body->text.size != 0u && body->ad.size != 0u) {
        const bool more_text = body->text.size > body->room;
        send(one, TEXT, split(&body->text, body->room));
        send(one, AD, split(&body->ad, more_text ? KEYAK_AD_BYTES : body->ad.size));
        body->room = KEYAK_TEXT_BYTES;
        return;
    }
    if (body->text.size != 0u) {
        send(one, TEXT, body->text);
    } else if (body->ad.size != 0u) {
        send(one, AD, body->ad);
    }
    send(one, TAG, body->tag);
    body->left = false;
}

/* Whether there is more to send; makes its segments. */
static bool input_left(struct transaction *one)
{
    if (one->in_next == one->in_count && one->body.left) {
        send_body(one);
    }
    return one->in_next < one->in_count;
}

/* Write whole words of a piece, in the order of their bytes. */
static void put_words(const struct roundel_device *device, const uint8_t *bytes, size_t words)
{
    if (device->port.write_words != NULL) {
        device->port.write_words(device->port.context, ROUNDEL_IN_DATA_OFFSET, bytes, words);
        return;
    }
    for (; words > 0u; words--) {
        put(device, ROUNDEL_IN_DATA_OFFSET,
            (uint32_t)bytes[0] | ((uint32_t)bytes[1] << 8) | ((uint32_t)bytes[2] << 16)
                | ((uint32_t)bytes[3] << 24));
        bytes += 4;
    }
}

/* Read whole words of the answer. */
static void get_words(const struct roundel_device *device, uint8_t *bytes, size_t words)
{
    if (device->port.read_words != NULL) {
        device->port.read_words(device->port.context, ROUNDEL_OUT_DATA_OFFSET, bytes, words);
        return;
    }
    for (; words > 0u; words--) {
        const uint32_t word = get(device, ROUNDEL_OUT_DATA_OFFSET);
        bytes[0] = (uint8_t)word;
        bytes[1] = (uint8_t)(word >> 8);
        bytes[2] = (uint8_t)(word >> 16);
        bytes[3] = (uint8_t)(word >> 24);
        bytes += 4;
    }
}

/* Write what is next of the current segment, at most `room` words: the header of a piece, the whole words
 * of it, or its last one. Return how many were written. */
static size_t write_some(const struct roundel_device *device, struct transaction *one, size_t room)
{
    struct sent *segment = &one->in[one->in_next];
    size_t written = 1;
    if (segment->done == segment->piece_end) {
        const size_t piece = smaller(segment->bytes.size - segment->done, PIECE_BYTES);
        const bool last = segment->done + piece == segment->bytes.size;
        segment->piece_end = segment->done + piece;
        put(device, ROUNDEL_IN_SEGMENT_OFFSET,
            (uint32_t)piece | ((uint32_t)segment->kind << ROUNDEL_IN_SEGMENT_KIND_SHIFT)
                | ((last ? 1u : 0u) << ROUNDEL_IN_SEGMENT_LAST_SHIFT));
    } else if (segment->piece_end - segment->done >= 4u) {
        written = smaller((segment->piece_end - segment->done) / 4u, room);
        put_words(device, &segment->bytes.data[segment->done], written);
        segment->done += 4u * written;
    } else {
        uint32_t word = 0;
        for (size_t i = 0; segment->done < segment->piece_end; i++) {
            word |= (uint32_t)segment->bytes.data[segment->done] << (8u * i);
            segment->done++;
        }
        put(device, ROUNDEL_IN_DATA_OFFSET, word);
    }
    if (segment->done == segment->piece_end && segment->done == segment->bytes.size) {
        segment->complete = true;
        one->in_next++;
    }
    return written;
}

/* The segment that an answer of a kind belongs to; NULL if none is expected. */
static struct expected *find(struct transaction *one, enum kind kind)
{
    if (one->has_text && !one->text.complete) {
        const bool held = one->text.kind == UNVERIFIED && kind == TEXT; /* a core that holds text back */
        return kind == one->text.kind || held ? &one->text : NULL;
    }
    return one->has_tag && !one->tag.complete && kind == one->tag.kind ? &one->tag : NULL;
}

/* Read one word of the answer, which `status` describes. */
static enum roundel_result read_word(const struct roundel_device *device, struct transaction *one,
                                     struct expected *segment, uint32_t status)
{
    const enum kind kind =
        (enum kind)((status & ROUNDEL_STATUS_OUT_KIND_MASK) >> ROUNDEL_STATUS_OUT_KIND_SHIFT);
    const size_t count = (status & ROUNDEL_STATUS_OUT_BYTES_MASK) >> ROUNDEL_STATUS_OUT_BYTES_SHIFT;
    const bool last = (status & ROUNDEL_STATUS_OUT_LAST_MASK) != 0u;
    const uint32_t word = get(device, ROUNDEL_OUT_DATA_OFFSET);
    if (last) {
        put(device, ROUNDEL_STATUS_OFFSET, ROUNDEL_STATUS_OUT_ENDED_MASK);
    }
    if (kind == STATUS) {
        one->status = (uint8_t)(word & 0xffu);
        one->in_status = true;
        return last && count == 1u ? ROUNDEL_OK : ROUNDEL_BROKEN;
    }
    if (segment == NULL || count > 4u || count > segment->size - segment->done) {
        return ROUNDEL_BROKEN;
    }
    for (size_t i = 0; i < count; i++) {
        segment->data[segment->done + i] = (uint8_t)(word >> (8u * i));
    }
    segment->done += count;
    segment->complete = last;
    return last && segment->done != segment->size ? ROUNDEL_BROKEN : ROUNDEL_OK;
}

/* Read what is there of the answer, whose oldest word `status` describes. Words inside an expected segment
 * are read together: all but its last one have four bytes. If it ends early, the shell removes no word after
 * its end, and the next STATUS has OUT_ENDED. */
static enum roundel_result read_some(const struct roundel_device *device, struct transaction *one,
                                     uint32_t status)
{
    const enum kind kind =
        (enum kind)((status & ROUNDEL_STATUS_OUT_KIND_MASK) >> ROUNDEL_STATUS_OUT_KIND_SHIFT);
    const size_t held = (status & ROUNDEL_STATUS_OUT_WORDS_MASK) >> ROUNDEL_STATUS_OUT_WORDS_SHIFT;
    const size_t count = (status & ROUNDEL_STATUS_OUT_BYTES_MASK) >> ROUNDEL_STATUS_OUT_BYTES_SHIFT;
    const bool inside = count == 4u && (status & ROUNDEL_STATUS_OUT_LAST_MASK) == 0u;
    struct expected *segment = find(one, kind);
    if (inside && segment != NULL && segment->size - segment->done > 4u) {
        const size_t words = smaller(held, (segment->size - segment->done - 1u) / 4u);
        get_words(device, &segment->data[segment->done], words);
        segment->done += 4u * words;
        return ROUNDEL_OK;
    }
    return read_word(device, one, segment, status);
}

static bool finished(const struct transaction *one)
{
    if (one->in_status) {
        return true;
    }
    return !one->has_status && (!one->has_text || one->text.complete) && (!one->has_tag || one->tag.complete);
}

/* What the answer means, once it has come. */
static enum roundel_result verdict(const struct transaction *one)
{
    const bool whole = (!one->has_text || one->text.complete) && (!one->has_tag || one->tag.complete);
    if (!one->in_status) {
        return whole ? ROUNDEL_OK : ROUNDEL_BROKEN;
    }
    if (one->has_status && one->status == (uint8_t)ACCEPTED) {
        return whole ? ROUNDEL_OK : ROUNDEL_BROKEN;
    }
    if (one->has_status && one->status == (uint8_t)REFUSED) {
        return ROUNDEL_REFUSED;
    }
    return one->has_status && one->status == (uint8_t)OVERFLOW_CODE ? ROUNDEL_TOO_LONG : ROUNDEL_ILLEGAL;
}

/* Wait for an interrupt, if the port has a function for that. */
static void pause(const struct roundel_device *device, bool input_left)
{
    if (device->port.wait != NULL) {
        put(device, ROUNDEL_CONTROL_OFFSET,
            ROUNDEL_CONTROL_ENABLE_OUT_MASK | ROUNDEL_CONTROL_ENABLE_ERROR_MASK
                | (input_left ? ROUNDEL_CONTROL_ENABLE_IN_MASK : 0u));
        device->port.wait(device->port.context);
    }
}

static enum roundel_result run(const struct roundel_device *device, struct transaction *one)
{
    uint32_t idle = 0;
    while (!finished(one)) {
        const uint32_t status = get(device, ROUNDEL_STATUS_OFFSET);
        const uint32_t held = (status & ROUNDEL_STATUS_IN_WORDS_MASK) >> ROUNDEL_STATUS_IN_WORDS_SHIFT;
        const bool readable = (status & ROUNDEL_STATUS_OUT_WORDS_MASK) != 0u;
        bool progress = false;
        if ((status & ROUNDEL_STATUS_IN_ERROR_MASK) != 0u || held > device->fifo_words
            || (status & ROUNDEL_STATUS_OUT_ENDED_MASK) != 0u) {
            return ROUNDEL_BROKEN;
        }
        if (readable) {
            const enum roundel_result result = read_some(device, one, status);
            if (result != ROUNDEL_OK) {
                return result;
            }
            progress = true;
        }
        for (size_t room = device->fifo_words - held; room > 0u && input_left(one);) {
            room -= write_some(device, one, room);
            progress = true;
        }
        if (progress) {
            idle = 0;
        } else {
            idle++;
            if (device->port.patience != 0u && idle > device->port.patience) {
                return ROUNDEL_TIMEOUT;
            }
            pause(device, input_left(one));
        }
    }
    return verdict(one);
}

/* Run a transaction. After any failure the outputs are zeros, and the core is reset. It is not reset after a wrong
 * tag if it keeps a key: the transaction is complete. */
static enum roundel_result exchange(const struct roundel_device *device, struct transaction *one)
{
    const bool keeps = (one->command[1] & (uint8_t)ROUNDEL_KEEP) != 0u;
    const enum roundel_result result = run(device, one);
    if (result != ROUNDEL_OK) {
        clear(one->text.data, one->text.size);
        clear(one->tag.data, one->tag.size);
    }
    /* A STATUS may come before all input is sent, if the core refuses the request. */
    if (result != ROUNDEL_OK && !(keeps && result == ROUNDEL_REFUSED)) {
        (void)reset(device);
    } else if (device->port.wait != NULL) {
        put(device, ROUNDEL_CONTROL_OFFSET, 0u);
    }
    return result;
}

enum roundel_result roundel_clear(struct roundel_device *device)
{
    return reset(device);
}

/* A HASH with flags of the kept or the saved sponge. `head` is NULL or a segment before the text. */
static enum roundel_result hash(const struct roundel_device *device, const struct roundel_function *function,
                                uint8_t flags, enum kind head_kind, const struct roundel_bytes *head,
                                struct roundel_bytes message, uint8_t *digest, size_t digest_size)
{
    struct transaction one;
    const enum roundel_result result = begin(device, &one, HASH, function, flags, digest_size);
    if (result != ROUNDEL_OK) {
        clear(digest, digest_size);
        return result;
    }
    if (function->algorithm == ROUNDEL_ALGORITHMS_CSHAKE_MASK && head_kind == AD && head != NULL) {
        one.command[CUSTOM_BYTES] = (uint8_t)head->size;
    }
    send_command(&one);
    if (head != NULL) {
        send(&one, head_kind, *head);
    }
    send(&one, TEXT, message);
    one.text = receive(DIGEST, digest, digest_size);
    one.has_text = true;
    return exchange(device, &one);
}

enum roundel_result roundel_hash(struct roundel_device *device, const struct roundel_function *function,
                                 const struct roundel_bytes *customization, struct roundel_bytes message,
                                 uint8_t *digest, size_t digest_size)
{
    if (function->algorithm == ROUNDEL_ALGORITHMS_CSHAKE_MASK) {
        const struct roundel_function shake = {function->algorithm, SUFFIX_SHAKE, function->function, 0};
        if (customization == NULL || customization->size == 0u) {
            return hash(device, &shake, 0, AD, NULL, message, digest, digest_size);
        }
        if (customization->size > MOST_STRING_BYTES) {
            clear(digest, digest_size);
            return ROUNDEL_ILLEGAL;
        }
    }
    return hash(device, function, 0, AD, customization, message, digest, digest_size);
}

enum roundel_result roundel_xof(struct roundel_device *device, const struct roundel_function *function,
                                struct roundel_bytes message, uint8_t *output, size_t size)
{
    return hash(device, function, (uint8_t)ROUNDEL_KEEP, AD, NULL, message, output, size);
}

enum roundel_result roundel_squeeze(struct roundel_device *device, const struct roundel_function *function,
                                    uint8_t flags, uint8_t *output, size_t size)
{
    const struct roundel_function kept = {function->algorithm, 0, 0, 0};
    const struct roundel_bytes empty = {NULL, 0};
    const uint8_t resumed = (uint8_t)((flags & (uint8_t)ROUNDEL_KEEP) | (uint8_t)ROUNDEL_RESUME);
    return hash(device, &kept, resumed, AD, NULL, empty, output, size);
}

/* A HASH with the flags `save`, after the state of a sponge if that has one. */
static enum roundel_result hash_after(const struct roundel_device *device, const struct roundel_function *function,
                                      uint8_t save, const struct roundel_sponge *sponge,
                                      struct roundel_bytes text, uint8_t *digest, size_t digest_size)
{
    const struct roundel_bytes state = {sponge->state, ROUNDEL_STATE_BYTES};
    if (sponge->failed) {
        clear(digest, digest_size);
        return ROUNDEL_ILLEGAL;
    }
    if (!sponge->begun) {
        return hash(device, function, save, KEY, NULL, text, digest, digest_size);
    }
    return hash(device, function, (uint8_t)(save | FLAG_LOAD), KEY, &state, text, digest, digest_size);
}

enum roundel_result roundel_update(struct roundel_device *device, const struct roundel_function *function,
                                   struct roundel_sponge *sponge, struct roundel_bytes blocks)
{
    const struct roundel_function saved = {function->algorithm, 0, function->function, 0};
    const enum roundel_result result =
        hash_after(device, &saved, FLAG_SAVE, sponge, blocks, sponge->state, ROUNDEL_STATE_BYTES);
    sponge->begun = true;
    sponge->failed = result != ROUNDEL_OK;
    return result;
}

enum roundel_result roundel_digest(struct roundel_device *device, const struct roundel_function *function,
                                   const struct roundel_sponge *sponge, struct roundel_bytes text,
                                   uint8_t *digest, size_t digest_size)
{
    return hash_after(device, function, 0, sponge, text, digest, digest_size);
}

/* Begin a MAC, or a VERIFY if `tag` is not NULL, and list its segments. A command of KMAC has the lengths of the
 * key and the customization string. With ROUNDEL_RESUME it has neither. */
static enum roundel_result begin_keyed(const struct roundel_device *device, struct transaction *one,
                                       enum operation operation, const struct roundel_function *function,
                                       const struct roundel_keyed *inputs, struct roundel_bytes message,
                                       const struct roundel_bytes *tag, size_t tag_size)
{
    const uint32_t kmacs = ROUNDEL_ALGORITHMS_KMAC_128_MASK | ROUNDEL_ALGORITHMS_KMAC_256_MASK;
    const bool kmac = (function->algorithm & kmacs) != 0u;
    const bool resumes = (inputs->flags & (uint8_t)ROUNDEL_RESUME) != 0u;
    const enum roundel_result result =
        begin(device, one, operation, function, inputs->flags & KEPT_MASK, tag_size);
    if (result != ROUNDEL_OK) {
        return result;
    }
    if (inputs->customization.size > (kmac ? MOST_STRING_BYTES : 0u)
        || (kmac && inputs->key.size > MOST_STRING_BYTES)) {
        return ROUNDEL_ILLEGAL;
    }
    if (kmac) {
        one->command[KEY_BYTES] = resumes ? 0u : (uint8_t)inputs->key.size;
        one->command[CUSTOM_BYTES] = (uint8_t)inputs->customization.size;
    }
    send_command(one);
    if (kmac && !resumes) {
        send(one, AD, inputs->customization);
    }
    if (!resumes) {
        send(one, KEY, inputs->key);
    }
    if (inputs->nonce.size != 0u) {
        send(one, NONCE, inputs->nonce);
    }
    send(one, TEXT, message);
    if (tag != NULL) {
        send(one, TAG, *tag);
    }
    return ROUNDEL_OK;
}

enum roundel_result roundel_mac(struct roundel_device *device, const struct roundel_function *function,
                                const struct roundel_keyed *inputs, struct roundel_bytes message, uint8_t *tag,
                                size_t tag_size)
{
    struct transaction one;
    const enum roundel_result result =
        begin_keyed(device, &one, MAC, function, inputs, message, NULL, tag_size);
    if (result != ROUNDEL_OK) {
        clear(tag, tag_size);
        return result;
    }
    one.text = receive(TAG, tag, tag_size);
    one.has_text = true;
    return exchange(device, &one);
}

enum roundel_result roundel_verify(struct roundel_device *device, const struct roundel_function *function,
                                   const struct roundel_keyed *inputs, struct roundel_bytes message,
                                   struct roundel_bytes tag)
{
    struct transaction one;
    const enum roundel_result result =
        begin_keyed(device, &one, VERIFY, function, inputs, message, &tag, tag.size);
    if (result != ROUNDEL_OK) {
        return result;
    }
    one.has_status = true;
    return exchange(device, &one);
}

/* Begin a SEAL or an OPEN and list its segments. `tag` is empty for a SEAL, `tag_size` its length. */
static enum roundel_result begin_aead(const struct roundel_device *device, struct transaction *one,
                                      enum operation operation, const struct roundel_function *function,
                                      const struct roundel_aead *inputs, struct roundel_bytes text,
                                      struct roundel_bytes tag, size_t tag_size)
{
    const bool resumes = (inputs->flags & (uint8_t)ROUNDEL_RESUME) != 0u;
    const bool keyak = function->algorithm == ROUNDEL_ALGORITHMS_LAKE_KEYAK_MASK;
    const bool ad_first =
        keyak && text.size != 0u && inputs->ad.size != 0u && inputs->ad.size <= KEYAK_AD_BYTES;
    const uint32_t flags = (uint32_t)(inputs->flags & KEPT_MASK) | (ad_first ? AD_FIRST : 0u);
    const enum roundel_result result = begin(device, one, operation, function, flags, tag_size);
    if (result != ROUNDEL_OK) {
        return result;
    }
    send_command(one);
    if (!resumes) {
        send(one, KEY, inputs->key);
    }
    if (!resumes || !keyak) {
        send(one, NONCE, inputs->nonce);
    }
    if (keyak && !ad_first) {
        const struct body body = {text, inputs->ad, tag, resumes ? KEYAK_RESUMED_BYTES : KEYAK_TEXT_BYTES, true};
        one->body = body;
        return result;
    }
    send(one, AD, inputs->ad);
    send(one, TEXT, text);
    send(one, TAG, tag);
    return result;
}

enum roundel_result roundel_seal(struct roundel_device *device, const struct roundel_function *function,
                                 const struct roundel_aead *inputs, struct roundel_bytes plain,
                                 uint8_t *cipher, uint8_t *tag, size_t tag_size)
{
    struct transaction one;
    const struct roundel_bytes empty = {NULL, 0};
    const enum roundel_result result =
        begin_aead(device, &one, SEAL, function, inputs, plain, empty, tag_size);
    if (result != ROUNDEL_OK) {
        clear(cipher, plain.size);
        clear(tag, tag_size);
        return result;
    }
    one.text = receive(TEXT, cipher, plain.size);
    one.has_text = true;
    one.tag = receive(TAG, tag, tag_size);
    one.has_tag = true;
    return exchange(device, &one);
}

enum roundel_result roundel_open(struct roundel_device *device, const struct roundel_function *function,
                                 const struct roundel_aead *inputs, struct roundel_bytes cipher,
                                 struct roundel_bytes tag, uint8_t *plain)
{
    struct transaction one;
    const enum roundel_result result =
        begin_aead(device, &one, OPEN, function, inputs, cipher, tag, tag.size);
    if (result != ROUNDEL_OK) {
        clear(plain, cipher.size);
        return result;
    }
    one.text = receive(UNVERIFIED, plain, cipher.size);
    one.has_text = true;
    one.has_status = true;
    return exchange(device, &one);
}

enum roundel_result roundel_crypt(struct roundel_device *device, const struct roundel_function *function,
                                  struct roundel_bytes key, struct roundel_bytes nonce,
                                  struct roundel_bytes text, uint8_t *out)
{
    struct transaction one;
    const enum roundel_result result = begin(device, &one, SEAL, function, CTR, 0);
    if (result != ROUNDEL_OK) {
        clear(out, text.size);
        return result;
    }
    send_command(&one);
    send(&one, KEY, key);
    send(&one, NONCE, nonce);
    send(&one, TEXT, text);
    one.text = receive(TEXT, out, text.size);
    one.has_text = true;
    return exchange(device, &one);
}

enum roundel_result roundel_random(struct roundel_device *device, const struct roundel_function *function,
                                   struct roundel_bytes seed, uint8_t flags, uint8_t *random, size_t size)
{
    struct transaction one;
    const bool fortuna = function->algorithm == ROUNDEL_ALGORITHMS_FORTUNA_MASK;
    enum roundel_result result = begin(device, &one, PRNG, function, flags, size);
    if (result == ROUNDEL_OK && fortuna && size > MOST_FORTUNA_BYTES) {
        result = ROUNDEL_ILLEGAL;
    }
    if (result != ROUNDEL_OK) {
        clear(random, size);
        return result;
    }
    send_command(&one);
    send(&one, SEED, seed);
    one.text = receive(RANDOM, random, size);
    one.has_text = true;
    return exchange(device, &one);
}
