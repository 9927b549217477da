import SourceFuzzing

// Small GIFs that use every feature of the format, and GIFs written from them.
try await fuzzSource {
  let built = (0..<64).map { seed in
    let side = 2 + seed % 12
    return GIFBuilder.random(
      seed: UInt64(seed), width: side, height: 15 - side, frames: 1 + seed % 6)
  }
  let few = built.prefix(8)
  return try await built + written(as: "seed.gif", of: few)
    + written(as: "seed.gif", of: few) { $0.image.quality = 40 }
    + written(as: "seed.gif", of: few) { $0.image.isPlain = true }
}
