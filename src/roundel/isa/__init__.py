"""The Keccak SIMD instructions: their definition, an emulator, kernels and what is counted of them."""
