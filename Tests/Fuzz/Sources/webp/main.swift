import SourceFuzzing

// Small lossless animations, still images of both kinds, and WebPs written from them.
try await fuzzSource {
  let animations = (0..<48).map { seed in
    let side = 2 + seed % 9
    return WebPBuilder.random(
      seed: UInt64(seed), width: side, height: 12 - side, frames: 1 + seed % 5
    ).bytes
  }
  let lossless = WebPBuilder.lossless(3, 2, Array(repeating: 0x8040_2010, count: 6))
  let mixed = WebPBuilder.lossy(alpha: (0..<64).map { UInt8($0 * 4) })
  let few = animations.prefix(8)
  let outputs =
    try await written(as: "seed.webp", of: few) { $0.image.webp = .lossy }
    + written(as: "seed.webp", of: few) { $0.image.webp = .lossless }
  return animations + outputs + [
    WebPBuilder.file(WebPBuilder.chunk("VP8L", lossless)),
    WebPBuilder.file(WebPBuilder.chunk("VP8 ", WebPBuilder.lossy)),
    WebPBuilder.file(WebPBuilder.extended(8, 8, flags: 0x10) + mixed),
  ]
}
