import SourceFuzzing

/// Small animations, still images of every layout, and APNGs written from animations.
func seeds() async throws -> [[UInt8]] {
  var seeds: [[UInt8]] = []
  for seed in 0..<48 {
    let side = 2 + seed % 9
    let drawn = PNGBuilder.random(
      seed: UInt64(seed), width: side, height: 12 - side, frames: 1 + seed % 5)
    seeds.append(drawn.bytes)
  }
  for (color, depths) in [(0, [1, 2, 4, 8, 16]), (3, [1, 2, 4, 8]), (2, [8, 16]), (4, [8, 16])] {
    for depth in depths {
      for isInterlaced in [false, true] {
        var png = PNGBuilder(5, 6, depth: depth, color: color, isInterlaced: isInterlaced)
        if color == 3 { png.palette([[1, 2, 3], [9, 8, 7]], alphas: [0, 99]) }
        if color == 0 { png.chunk("tRNS", [0, 1]) }
        if color == 2 { png.chunk("tRNS", [0, 1, 0, 1, 0, 1]) }
        png.chunk("gAMA", [0, 0, 177, 143])
        png.chunk("tEXt", Array("Title\0seed".utf8))
        let samples = [0: 1, 2: 3, 3: 1, 4: 2][color]!
        png.chunk(
          "IDAT",
          PNGBuilder.zlib(
            png.packed(w: 5, h: 6) { x, y in Array(repeating: (x + y) & 1, count: samples) }))
        png.end()
        seeds.append(png.bytes)
      }
    }
  }
  return try await seeds + written(as: "seed.apng", of: seeds.prefix(12))
}

// The checksums of every other input are corrected, so that damage reaches the parser.
try await fuzzSource(seeds: seeds) { data in
  .bytes(data.count % 2 == 0 ? PNGBuilder.withRightSums(data) : data, name: "fuzz")
}
