internal import Messages
internal import Raster
internal import Stages
internal import TextFormats

extension AsepriteSurveyor {
  /// The largest total of decompressed pixels, as a multiple of the limit on pixels, because every
  /// layer counts.
  private static let layersPerFrame = 8
  /// The largest nesting of groups that need a canvas each.
  private static let maxGroupDepth = 128

  /// Reads a cel chunk; a later one of the same layer and frame replaces it.
  ///
  /// - Throws: ``AsepriteFault`` and ``ReadingError``.
  mutating func readCel(_ fields: AsepriteFields) throws {
    let layer = try fields.word()
    let x = try fields.signedWord()
    let y = try fields.signedWord()
    let opacity = UInt8(truncatingIfNeeded: try fields.byte())
    let kind = try fields.word()
    let order = try fields.signedWord()
    try fields.skip(5)
    let layers = survey.layers.all
    guard layer < layers.count else {
      throw AsepriteFault.unusable("a cel on layer \(layer), but there are \(layers.count)")
    }
    guard layers[layer].kind != .group else {
      throw AsepriteFault.unusable("a cel in the group \(quoted(layers[layer].name))")
    }
    guard let content = try readContent(kind, fields, layer: UInt16(layer)) else { return }
    let cel = AsepriteCel(
      layer: UInt16(layer), x: x, y: y, order: order, opacity: opacity, content: content)
    try countPixels(of: cel)
    if cels.updateValue(cel, forKey: cel.layer) != nil {
      try warn("two cels of frame \(frame) are on layer \(layer); the later one counts")
    }
  }

  /// - Returns: the number of the content; nil without pixels.
  private mutating func readContent(
    _ kind: Int, _ fields: AsepriteFields, layer: UInt16
  ) throws -> Int32? {
    switch kind {
    case 1:
      let source = try fields.word()
      guard let linked = cel(on: layer, in: source) else {
        throw AsepriteFault.unusable(
          "a cel on layer \(layer) that links to frame \(source), which has no earlier cel there"
        )
      }
      return linked.content
    case 0, 2:
      let (width, height) = (try fields.word(), try fields.word())
      if width == 0 || height == 0 { return nil }
      try check(width, height)
      return append(
        .image(
          AsepriteImage(
            width: width, height: height, stored: fields.rest(isCompressed: kind == 2))))
    case 3: return try readTileMap(fields)
    default: throw AsepriteFault.unusable("a cel of the unknown kind \(kind)")
    }
  }

  private mutating func readTileMap(_ fields: AsepriteFields) throws -> Int32? {
    let (width, height, bits) = (try fields.word(), try fields.word(), try fields.word())
    let masks = try (0..<4).map { _ in UInt32(try fields.double()) }
    try fields.skip(10)
    guard [8, 16, 32].contains(bits) else {
      throw AsepriteFault.unusable("a tilemap with \(bits) bits a tile")
    }
    if width == 0 || height == 0 { return nil }
    try check(width, height)
    return append(
      .tiles(
        AsepriteTileMap(
          width: width, height: height, bytesPerTile: bits / 8, numberMask: masks[0],
          flipXMask: masks[1], flipYMask: masks[2], diagonalMask: masks[3],
          stored: fields.rest(isCompressed: true))))
  }

  private func check(_ width: Int, _ height: Int) throws {
    guard width * height <= options.limits.maxPixels else {
      throw AsepriteFault.unusable(
        "a cel of \(width)x\(height), over the limit of \(options.limits.maxPixels) pixels")
    }
  }

  private mutating func append(_ content: AsepriteContent) -> Int32 {
    survey.contents.append(content)
    return Int32(truncatingIfNeeded: survey.contents.count - 1)
  }

  /// The cel of a layer in a frame that was read or is being read.
  private func cel(on layer: UInt16, in frame: Int) -> AsepriteCel? {
    if frame == self.frame { return cels[layer] }
    guard frame < self.frame else { return nil }
    let known = survey.cels(of: frame)
    var (low, high) = (known.startIndex, known.endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if known[middle].layer < layer { low = middle + 1 } else { high = middle }
    }
    return low < known.endIndex && known[low].layer == layer ? known[low] : nil
  }

  /// Small files can cause much work: a linked cel is a few bytes.
  private mutating func countPixels(of cel: AsepriteCel) throws {
    let content = survey.contents[Int(cel.content)]
    let (sum, overflow) = inflatedPixels.addingReportingOverflow(content.width * content.height)
    let (allowed, unlimited) = options.limits.maxTotalPixels.multipliedReportingOverflow(
      by: Self.layersPerFrame)
    guard unlimited || (!overflow && sum <= allowed) else {
      throw ReadingError.unsupported(
        detail: "the cels of all frames have more than \(allowed) pixels together",
        remedy: "raise \(.maxTotalPixels) if you trust the file")
    }
    inflatedPixels = overflow ? Int.max : sum
  }

  /// Finishes the frame that is being read.
  mutating func append(delay: Int, byteCount: Int64) throws {
    let start = survey.cels.count
    survey.cels += cels.values.sorted { $0.layer < $1.layer }
    cels.removeAll(keepingCapacity: true)
    // Only indices need colours, so other images have one palette.
    if survey.palettes.last != palette, survey.header.depth == .indexed || survey.palettes.isEmpty {
      try metadata.add(palette.colors.count * 4, limits: options.limits)
      survey.palettes.append(palette)
    }
    survey.frames.append(
      AsepriteFrameRecord(
        delay: delay, cels: start..<survey.cels.count, palette: survey.palettes.count - 1,
        byteCount: byteCount))
  }

  /// Checks the canvases of separately composed groups.
  func checkGroups() throws {
    guard survey.header.composesGroups else { return }
    let depth = survey.layers.all.lazy.map(\.depth).max() ?? 0
    guard depth <= Self.maxGroupDepth else {
      throw ReadingError.unsupported(
        detail: "groups are nested \(depth) deep, over the limit of \(Self.maxGroupDepth)",
        remedy: nil)
    }
    let pixels = survey.header.size.area * (depth + 1)
    guard depth == 0 || pixels <= options.limits.maxPixels else {
      throw ReadingError.unsupported(
        detail: "groups \(depth) deep need canvases of \(pixels) pixels, over the limit of "
          + "\(options.limits.maxPixels)",
        remedy: "raise \(.maxPixels) if you trust the file")
    }
  }
}
