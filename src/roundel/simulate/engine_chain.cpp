// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Runs a chain of blocks under one key: each block is the result of the one before, as in a Monte Carlo test.
// Compiled after engine_harness.cpp, into models that src/roundel/simulate/chain.py asks for.

// Run `rounds` blocks. `run` has one block, its key and room for its result; `previous` gets the result before
// the last.
extern "C" ROUNDEL_API int roundel_chain(Model* model, RoundelBlocks* run, uint64_t rounds, uint8_t* block,
                                         uint8_t* previous) {
  return model->guarded([&] {
    for (uint64_t done = 0; done < rounds; ++done) {
      run->in_done = run->out_done = 0;
      RoundelReason reason = RoundelSlice;
      while (reason == RoundelSlice) reason = static_cast<EngineHarness*>(model)->run(*run);
      if (reason != RoundelDone) return reason;
      std::memcpy(previous, block, ROUNDEL_BYTES);
      std::memcpy(block, run->results, ROUNDEL_BYTES);
    }
    return RoundelDone;
  });
}
