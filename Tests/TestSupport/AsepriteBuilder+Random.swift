extension AsepriteBuilder {
  /// A valid file with every variation of frames: depths, isolated and other groups, hidden and
  /// reference layers, a background, blend modes, opacities, orders, links, rotated tiles, changing
  /// palettes.
  package static func random(seed: UInt64) -> [UInt8] {
    var random = Draft(SeededGenerator(seed: seed))
    let depth = [8, 16, 32, 32][random.below(4)]
    let (width, height) = (1 + random.below(14), 1 + random.below(12))
    random.file = AsepriteBuilder(
      width, height, depth: depth, flags: random.below(4), transparent: random.below(6),
      colors: random.below(3) * 20, speed: 40)
    if depth == 8 { random.addPalette() }
    if random.below(3) > 0 { random.addTileset() }
    random.addLayers()
    for frame in 0..<(1 + random.below(4)) {
      if depth == 8, frame > 0, random.below(3) == 0 { random.addPalette() }
      random.addCels(frame)
      random.file.frame(delay: random.below(4) * 25)
    }
    return random.file.bytes
  }

  /// A file under construction.
  private struct Draft {
    private struct Layer {
      var kind: Int
      var level: Int
    }

    var file = AsepriteBuilder(1, 1)
    private var generator: SeededGenerator
    private var layers: [Layer] = []
    private var tile: (count: Int, startsEmpty: Bool)?
    private var isOfNewKind = false

    init(_ generator: SeededGenerator) { self.generator = generator }

    mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

    private mutating func opacity() -> Int { [255, 255, below(256), 0, 128][below(5)] }

    mutating func addPalette() {
      let colors = (0..<(1 + below(40))).map { _ in
        UInt32(below(1 << 24)) | UInt32([255, 255, below(256)][below(3)]) << 24
      }
      let kind = below(3)
      if kind > 0 || isOfNewKind {
        isOfNewKind = true
        let first = below(3) * 5
        return file.palette(colors, from: first, size: below(3) == 0 ? nil : 8 + below(60))
      }
      let limit = below(2) == 0 ? 255 : 63
      file.oldPalette(
        limit == 255 ? 4 : 11, skip: below(8),
        colors.map { color in
          [0, 8, 16].map { UInt8(color >> $0 & UInt32(limit)) }
        })
    }

    mutating func addTileset() {
      let (w, h, count) = (1 + below(4), 1 + below(4), 1 + below(5))
      let startsEmpty = below(3) > 0
      tile = (count, startsEmpty)
      file.tileset(
        7, count: count, w: w, h: h, samples: samples(w * h * count),
        flags: startsEmpty ? 6 : 2)
    }

    mutating func addLayers() {
      for index in 0..<(1 + below(7)) {
        let deepest = layers.last.map { $0.level + ($0.kind == 1 ? 1 : 0) } ?? 0
        let level = below(deepest + 1)
        let kind = [0, 0, 0, 1, tile == nil ? 0 : 2][below(5)]
        var flags = below(6) == 0 ? 0 : 1
        if below(9) == 0 { flags |= 64 }
        if index == 0, kind == 0, below(3) == 0 { flags |= 8 }
        file.layer(
          "l\(index)", kind: kind, flags: flags, level: level, mode: below(3) == 0 ? 0 : below(19),
          opacity: opacity(), tileset: 7)
        layers.append(Layer(kind: kind, level: level))
      }
    }

    mutating func addCels(_ frame: Int) {
      for (index, layer) in layers.enumerated() where layer.kind != 1 && below(5) > 0 {
        let (x, y) = (below(12) - 5, below(12) - 5)
        let order = below(3) == 0 ? below(7) - 3 : 0
        if frame > 0, below(4) == 0 {
          file.link(index, to: below(frame), x: x, y: y, opacity: opacity(), order: order)
        } else if layer.kind == 2 {
          addTiles(index, x, y, order)
        } else {
          let (w, h) = (1 + below(14), 1 + below(12))
          file.cel(
            index, x: x, y: y, opacity: opacity(), order: order, w: w, h: h,
            samples: samples(w * h), isCompressed: below(3) > 0)
        }
      }
    }

    private mutating func addTiles(_ layer: Int, _ x: Int, _ y: Int, _ order: Int) {
      let (w, h) = (1 + below(5), 1 + below(5))
      let tiles = (0..<(w * h)).map { _ in
        if tile?.startsEmpty == false, below(6) == 0 { return 0xFFFF_FFFF }
        return below((tile?.count ?? 0) + 1) | below(8) << 29
      }
      file.tiles(
        layer, x: x, y: y, opacity: opacity(), order: order, w: w, h: h, tiles: tiles)
    }

    /// Random pixels, many of them transparent, opaque or equal.
    private mutating func samples(_ count: Int) -> [UInt8] {
      (0..<count).flatMap { _ -> [UInt8] in
        let values = [0, 255, 51, below(256), below(256)]
        let alpha = UInt8([0, 255, 255, below(256), below(256)][below(5)])
        switch file.depth {
        case 8: return [UInt8(below(below(8) == 0 ? 256 : 24))]
        case 16: return [UInt8(values[below(5)]), alpha]
        default: return (0..<3).map { _ in UInt8(values[below(5)]) } + [alpha]
        }
      }
    }
  }
}
