import SourceFuzzing

// Small GIFs that use everything the format has.
try fuzzSource {
  (0..<64).map { seed in
    let side = 2 + seed % 12
    return GIFBuilder.random(
      seed: UInt64(seed), width: side, height: 15 - side, frames: 1 + seed % 6)
  }
}
