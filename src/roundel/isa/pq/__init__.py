"""Post-quantum schemes with the permutations of the kernels."""
