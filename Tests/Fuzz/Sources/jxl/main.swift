import SourceFuzzing

// Files written from animations, exact and lossy, with 8 bits.
try await fuzzSource {
  let animations = (0..<24).map {
    GIFBuilder.random(seed: UInt64($0), width: 9, height: 7, frames: 4)
  }
  return try await written(as: "seed.jxl", of: animations)
    + written(as: "seed.jxl", of: animations.prefix(8)) { $0.image.quality = 60 }
}
