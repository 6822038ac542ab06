/* Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Registers of the bus shell. Rendered from rtl/bus/registers.toml by
 * `python -m roundel.soc.registers`: change that file, not this one.
 */
#ifndef ROUNDEL_REGISTERS_H
#define ROUNDEL_REGISTERS_H

/** The letters RNDL, the first in bits 31 to 24 (r). */
#define ROUNDEL_ID_OFFSET 0x00u
#define ROUNDEL_ID_VALUE 0x524e444cu

/** Versions of the stream protocol and of these registers (r). */
#define ROUNDEL_VERSION_OFFSET 0x04u
#define ROUNDEL_VERSION_VALUE 0x01000100u
#define ROUNDEL_VERSION_MINOR_SHIFT 0u  /**< registers: a later one adds to an earlier one */
#define ROUNDEL_VERSION_MINOR_MASK 0x000000ffu
#define ROUNDEL_VERSION_MAJOR_SHIFT 8u  /**< registers: another one is not compatible */
#define ROUNDEL_VERSION_MAJOR_MASK 0x0000ff00u
#define ROUNDEL_VERSION_PROTOCOL_MINOR_SHIFT 16u  /**< stream protocol, minor */
#define ROUNDEL_VERSION_PROTOCOL_MINOR_MASK 0x00ff0000u
#define ROUNDEL_VERSION_PROTOCOL_MAJOR_SHIFT 24u  /**< stream protocol, major */
#define ROUNDEL_VERSION_PROTOCOL_MAJOR_MASK 0xff000000u

/** What the core serves, and the sizes of the shell (r). */
#define ROUNDEL_CAPABILITY_OFFSET 0x08u
#define ROUNDEL_CAPABILITY_SERVICES_SHIFT 0u  /**< bit n: operation n + 1 of the protocol (HASH, MAC, SEAL, OPEN, PRNG, VERIFY, SAMPLE) */
#define ROUNDEL_CAPABILITY_SERVICES_MASK 0x0000007fu
#define ROUNDEL_CAPABILITY_BEAT_BYTES_SHIFT 8u  /**< bytes of a beat of the core: 16 or 2 */
#define ROUNDEL_CAPABILITY_BEAT_BYTES_MASK 0x0000ff00u
#define ROUNDEL_CAPABILITY_FIFO_WORDS_SHIFT 16u  /**< words of 32 bits in each FIFO; with DMA, in that of the input */
#define ROUNDEL_CAPABILITY_FIFO_WORDS_MASK 0x00ff0000u
#define ROUNDEL_CAPABILITY_DMA_BYTES_SHIFT 24u  /**< bytes of a beat of the DMA: 4, 8 or 16; 0 is a shell without DMA */
#define ROUNDEL_CAPABILITY_DMA_BYTES_MASK 0xff000000u

/** The algorithms of the core, one bit each; the names are those of the catalog (r). */
#define ROUNDEL_ALGORITHMS_OFFSET 0x0cu
#define ROUNDEL_ALGORITHMS_KECCAK_SHIFT 0u  /**< Keccak sponge: SHA-3, SHAKE, original Keccak */
#define ROUNDEL_ALGORITHMS_KECCAK_MASK 0x00000001u
#define ROUNDEL_ALGORITHMS_KECCAK_MAC_SHIFT 1u  /**< Keccak MAC */
#define ROUNDEL_ALGORITHMS_KECCAK_MAC_MASK 0x00000002u
#define ROUNDEL_ALGORITHMS_KECCAK_PRG_SHIFT 2u  /**< Keccak generator */
#define ROUNDEL_ALGORITHMS_KECCAK_PRG_MASK 0x00000004u
#define ROUNDEL_ALGORITHMS_LAKE_KEYAK_SHIFT 3u  /**< Lake Keyak */
#define ROUNDEL_ALGORITHMS_LAKE_KEYAK_MASK 0x00000008u
#define ROUNDEL_ALGORITHMS_ASCON_HASH256_SHIFT 4u  /**< Ascon-Hash256 */
#define ROUNDEL_ALGORITHMS_ASCON_HASH256_MASK 0x00000010u
#define ROUNDEL_ALGORITHMS_ASCON_XOF128_SHIFT 5u  /**< Ascon-XOF128 */
#define ROUNDEL_ALGORITHMS_ASCON_XOF128_MASK 0x00000020u
#define ROUNDEL_ALGORITHMS_ASCON_CXOF128_SHIFT 6u  /**< Ascon-CXOF128 */
#define ROUNDEL_ALGORITHMS_ASCON_CXOF128_MASK 0x00000040u
#define ROUNDEL_ALGORITHMS_ASCON_AEAD128_SHIFT 7u  /**< Ascon-AEAD128 */
#define ROUNDEL_ALGORITHMS_ASCON_AEAD128_MASK 0x00000080u
#define ROUNDEL_ALGORITHMS_AES_GCM_SHIFT 8u  /**< AES-GCM */
#define ROUNDEL_ALGORITHMS_AES_GCM_MASK 0x00000100u
#define ROUNDEL_ALGORITHMS_AES_CMAC_SHIFT 9u  /**< AES-CMAC */
#define ROUNDEL_ALGORITHMS_AES_CMAC_MASK 0x00000200u
#define ROUNDEL_ALGORITHMS_AES_HASH_SHIFT 10u  /**< AES-Hash */
#define ROUNDEL_ALGORITHMS_AES_HASH_MASK 0x00000400u
#define ROUNDEL_ALGORITHMS_FORTUNA_SHIFT 11u  /**< Fortuna generator */
#define ROUNDEL_ALGORITHMS_FORTUNA_MASK 0x00000800u
#define ROUNDEL_ALGORITHMS_GROESTL_256_SHIFT 12u  /**< Grøstl-256 */
#define ROUNDEL_ALGORITHMS_GROESTL_256_MASK 0x00001000u
#define ROUNDEL_ALGORITHMS_GROESTL_512_SHIFT 13u  /**< Grøstl-512 */
#define ROUNDEL_ALGORITHMS_GROESTL_512_MASK 0x00002000u
#define ROUNDEL_ALGORITHMS_HMAC_GROESTL_256_SHIFT 14u  /**< HMAC with Grøstl-256 */
#define ROUNDEL_ALGORITHMS_HMAC_GROESTL_256_MASK 0x00004000u
#define ROUNDEL_ALGORITHMS_HMAC_GROESTL_512_SHIFT 15u  /**< HMAC with Grøstl-512 */
#define ROUNDEL_ALGORITHMS_HMAC_GROESTL_512_MASK 0x00008000u
#define ROUNDEL_ALGORITHMS_AES_GROESTL_256_SHIFT 16u  /**< AES-256-CTR with HMAC-Grøstl-256 */
#define ROUNDEL_ALGORITHMS_AES_GROESTL_256_MASK 0x00010000u
#define ROUNDEL_ALGORITHMS_AES_GROESTL_512_SHIFT 17u  /**< AES-256-CTR with HMAC-Grøstl-512 */
#define ROUNDEL_ALGORITHMS_AES_GROESTL_512_MASK 0x00020000u
#define ROUNDEL_ALGORITHMS_AES_128_CTR_SHIFT 18u  /**< AES-128 in counter mode */
#define ROUNDEL_ALGORITHMS_AES_128_CTR_MASK 0x00040000u
#define ROUNDEL_ALGORITHMS_AES_256_CTR_SHIFT 19u  /**< AES-256 in counter mode */
#define ROUNDEL_ALGORITHMS_AES_256_CTR_MASK 0x00080000u
#define ROUNDEL_ALGORITHMS_ML_KEM_SHIFT 20u  /**< Samplers of ML-KEM */
#define ROUNDEL_ALGORITHMS_ML_KEM_MASK 0x00100000u
#define ROUNDEL_ALGORITHMS_ML_KEM_HASH_SHIFT 21u  /**< Hashes of ML-KEM: SHA3-256, SHA3-512, SHAKE256 */
#define ROUNDEL_ALGORITHMS_ML_KEM_HASH_MASK 0x00200000u
#define ROUNDEL_ALGORITHMS_CSHAKE_SHIFT 22u  /**< cSHAKE with its frame made by the core */
#define ROUNDEL_ALGORITHMS_CSHAKE_MASK 0x00400000u
#define ROUNDEL_ALGORITHMS_KMAC_128_SHIFT 23u  /**< KMAC128 and KMACXOF128 */
#define ROUNDEL_ALGORITHMS_KMAC_128_MASK 0x00800000u
#define ROUNDEL_ALGORITHMS_KMAC_256_SHIFT 24u  /**< KMAC256 and KMACXOF256 */
#define ROUNDEL_ALGORITHMS_KMAC_256_MASK 0x01000000u

/** Soft reset and interrupt enables (rw). */
#define ROUNDEL_CONTROL_OFFSET 0x10u
#define ROUNDEL_CONTROL_RESET_SHIFT 0u  /**< write 1: reset the core and clear the shell */
#define ROUNDEL_CONTROL_RESET_MASK 0x00000001u
#define ROUNDEL_CONTROL_ENABLE_OUT_SHIFT 8u  /**< interrupt while OUT_WORDS is not 0 */
#define ROUNDEL_CONTROL_ENABLE_OUT_MASK 0x00000100u
#define ROUNDEL_CONTROL_ENABLE_IN_SHIFT 9u  /**< interrupt while half of the input FIFO is free, or more */
#define ROUNDEL_CONTROL_ENABLE_IN_MASK 0x00000200u
#define ROUNDEL_CONTROL_ENABLE_ERROR_SHIFT 10u  /**< interrupt while IN_ERROR is 1 */
#define ROUNDEL_CONTROL_ENABLE_ERROR_MASK 0x00000400u

/** Both FIFOs, and errors. A write of 1 to OUT_ENDED clears it; other bits ignore writes (rw1c). */
#define ROUNDEL_STATUS_OFFSET 0x14u
#define ROUNDEL_STATUS_IN_WORDS_SHIFT 0u  /**< words in the input FIFO */
#define ROUNDEL_STATUS_IN_WORDS_MASK 0x0000001fu
#define ROUNDEL_STATUS_OUT_WORDS_SHIFT 8u  /**< words in the output FIFO; with DMA, those of the beat on offer */
#define ROUNDEL_STATUS_OUT_WORDS_MASK 0x00001f00u
#define ROUNDEL_STATUS_OUT_KIND_SHIFT 16u  /**< kind of the segment of the oldest word */
#define ROUNDEL_STATUS_OUT_KIND_MASK 0x000f0000u
#define ROUNDEL_STATUS_OUT_BYTES_SHIFT 20u  /**< bytes of the segment in the oldest word, 0 to 4 */
#define ROUNDEL_STATUS_OUT_BYTES_MASK 0x00700000u
#define ROUNDEL_STATUS_OUT_LAST_SHIFT 23u  /**< the oldest word ends its segment */
#define ROUNDEL_STATUS_OUT_LAST_MASK 0x00800000u
#define ROUNDEL_STATUS_OUT_ENDED_SHIFT 24u  /**< the last word of a segment was read; OUT_DATA reads as 0 until this bit is cleared */
#define ROUNDEL_STATUS_OUT_ENDED_MASK 0x01000000u
#define ROUNDEL_STATUS_IN_ERROR_SHIFT 25u  /**< the input broke a rule of this page; the core gets nothing more until a reset */
#define ROUNDEL_STATUS_IN_ERROR_MASK 0x02000000u
#define ROUNDEL_STATUS_BUSY_SHIFT 26u  /**< a reset is under way */
#define ROUNDEL_STATUS_BUSY_MASK 0x04000000u

/** Begins a piece of a segment (w). */
#define ROUNDEL_IN_SEGMENT_OFFSET 0x18u
#define ROUNDEL_IN_SEGMENT_LENGTH_SHIFT 0u  /**< bytes of the piece */
#define ROUNDEL_IN_SEGMENT_LENGTH_MASK 0x000003ffu
#define ROUNDEL_IN_SEGMENT_KIND_SHIFT 16u  /**< kind of the segment */
#define ROUNDEL_IN_SEGMENT_KIND_MASK 0x000f0000u
#define ROUNDEL_IN_SEGMENT_LAST_SHIFT 20u  /**< the piece ends its segment */
#define ROUNDEL_IN_SEGMENT_LAST_MASK 0x00100000u

/** The next four bytes of the piece, the first in bits 7 to 0 (w). */
#define ROUNDEL_IN_DATA_OFFSET 0x1cu

/** Removes and returns the oldest word of the answer, its first byte in bits 7 to 0 (r). */
#define ROUNDEL_OUT_DATA_OFFSET 0x20u

/** Which path has the core, and interrupt enables. This and the next registers: only with DMA (rw). */
#define ROUNDEL_DMA_CONTROL_OFFSET 0x24u
#define ROUNDEL_DMA_CONTROL_DMA_SHIFT 0u  /**< 1: the DMA has the core; 0: IN_DATA and OUT_DATA have it */
#define ROUNDEL_DMA_CONTROL_DMA_MASK 0x00000001u
#define ROUNDEL_DMA_CONTROL_ENABLE_IN_SHIFT 8u  /**< interrupt while IN_DONE is 1 */
#define ROUNDEL_DMA_CONTROL_ENABLE_IN_MASK 0x00000100u
#define ROUNDEL_DMA_CONTROL_ENABLE_OUT_SHIFT 9u  /**< interrupt while OUT_DONE is 1 */
#define ROUNDEL_DMA_CONTROL_ENABLE_OUT_MASK 0x00000200u
#define ROUNDEL_DMA_CONTROL_ENABLE_ERROR_SHIFT 10u  /**< interrupt while IN_ERROR or OUT_ERROR is 1 */
#define ROUNDEL_DMA_CONTROL_ENABLE_ERROR_MASK 0x00000400u

/** Both engines. A write to a HEAD clears DONE of its engine; a reset clears all (r). */
#define ROUNDEL_DMA_STATUS_OFFSET 0x28u
#define ROUNDEL_DMA_STATUS_IN_BUSY_SHIFT 0u  /**< the input engine runs or ends */
#define ROUNDEL_DMA_STATUS_IN_BUSY_MASK 0x00000001u
#define ROUNDEL_DMA_STATUS_OUT_BUSY_SHIFT 1u  /**< the output engine runs or ends */
#define ROUNDEL_DMA_STATUS_OUT_BUSY_MASK 0x00000002u
#define ROUNDEL_DMA_STATUS_IN_DONE_SHIFT 8u  /**< the input engine has sent its list to the core */
#define ROUNDEL_DMA_STATUS_IN_DONE_MASK 0x00000100u
#define ROUNDEL_DMA_STATUS_OUT_DONE_SHIFT 9u  /**< the output engine has written its last RESULT */
#define ROUNDEL_DMA_STATUS_OUT_DONE_MASK 0x00000200u
#define ROUNDEL_DMA_STATUS_IN_ERROR_SHIFT 16u  /**< the input engine stopped: an error response */
#define ROUNDEL_DMA_STATUS_IN_ERROR_MASK 0x00010000u
#define ROUNDEL_DMA_STATUS_OUT_ERROR_SHIFT 17u  /**< the output engine stopped: an error response, or no CAPACITY */
#define ROUNDEL_DMA_STATUS_OUT_ERROR_MASK 0x00020000u

/** Starts the input engine with the list at this address; an error response if it is busy or has an error (w). */
#define ROUNDEL_DMA_IN_HEAD_OFFSET 0x2cu

/** Starts the output engine with the list at this address; an error response if it is busy or has an error (w). */
#define ROUNDEL_DMA_OUT_HEAD_OFFSET 0x30u

/** Address of the descriptor of the access that failed, if IN_ERROR is 1 (r). */
#define ROUNDEL_DMA_IN_FAULT_OFFSET 0x34u

/** Address of the descriptor of the access that failed, if OUT_ERROR is 1 (r). */
#define ROUNDEL_DMA_OUT_FAULT_OFFSET 0x38u

/** Input: a piece of a segment (r). */
#define ROUNDEL_DMA_IN_CONTROL_OFFSET 0x00u
#define ROUNDEL_DMA_IN_CONTROL_LENGTH_SHIFT 0u  /**< bytes of the piece; ignored with INLINE */
#define ROUNDEL_DMA_IN_CONTROL_LENGTH_MASK 0x00ffffffu
#define ROUNDEL_DMA_IN_CONTROL_KIND_SHIFT 24u  /**< kind of the segment */
#define ROUNDEL_DMA_IN_CONTROL_KIND_MASK 0x0f000000u
#define ROUNDEL_DMA_IN_CONTROL_LAST_SHIFT 28u  /**< the piece ends its segment */
#define ROUNDEL_DMA_IN_CONTROL_LAST_MASK 0x10000000u
#define ROUNDEL_DMA_IN_CONTROL_INLINE_SHIFT 29u  /**< the piece is COMMAND and eight zeros */
#define ROUNDEL_DMA_IN_CONTROL_INLINE_MASK 0x20000000u
#define ROUNDEL_DMA_IN_CONTROL_END_SHIFT 31u  /**< the last descriptor of the list */
#define ROUNDEL_DMA_IN_CONTROL_END_MASK 0x80000000u

/** Input: address of the piece; ignored with INLINE (r). */
#define ROUNDEL_DMA_IN_ADDRESS_OFFSET 0x04u

/** Input: with INLINE the first eight bytes of the piece, in this word and the next (r). */
#define ROUNDEL_DMA_IN_COMMAND_OFFSET 0x08u

/** Output: a buffer for a segment (r). */
#define ROUNDEL_DMA_OUT_CONTROL_OFFSET 0x00u
#define ROUNDEL_DMA_OUT_CONTROL_CAPACITY_SHIFT 0u  /**< bytes of the buffer; bits 3 to 0 are ignored */
#define ROUNDEL_DMA_OUT_CONTROL_CAPACITY_MASK 0x00ffffffu
#define ROUNDEL_DMA_OUT_CONTROL_END_SHIFT 31u  /**< the last descriptor of the list */
#define ROUNDEL_DMA_OUT_CONTROL_END_MASK 0x80000000u

/** Output: address of the buffer (r). */
#define ROUNDEL_DMA_OUT_ADDRESS_OFFSET 0x04u

/** Output: what was written to the buffer; the engine writes this word and the next together (w). */
#define ROUNDEL_DMA_OUT_RESULT_OFFSET 0x08u
#define ROUNDEL_DMA_OUT_RESULT_BYTES_SHIFT 0u  /**< bytes in the buffer */
#define ROUNDEL_DMA_OUT_RESULT_BYTES_MASK 0x00ffffffu
#define ROUNDEL_DMA_OUT_RESULT_KIND_SHIFT 24u  /**< kind of the segment */
#define ROUNDEL_DMA_OUT_RESULT_KIND_MASK 0x0f000000u
#define ROUNDEL_DMA_OUT_RESULT_LAST_SHIFT 28u  /**< the segment ends in this buffer */
#define ROUNDEL_DMA_OUT_RESULT_LAST_MASK 0x10000000u
#define ROUNDEL_DMA_OUT_RESULT_DONE_SHIFT 31u  /**< always 1 */
#define ROUNDEL_DMA_OUT_RESULT_DONE_MASK 0x80000000u

/** Output: the code of a segment of kind STATUS (w). */
#define ROUNDEL_DMA_OUT_STATUS_OFFSET 0x0cu
#define ROUNDEL_DMA_OUT_STATUS_CODE_SHIFT 0u  /**< byte 0 of the segment if KIND is STATUS, else 0 */
#define ROUNDEL_DMA_OUT_STATUS_CODE_MASK 0x000000ffu

#endif
