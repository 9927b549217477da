/// The stored tiles of a tileset, and their orientations.
struct AsepriteTiles {
  let set: AsepriteTileset
  private let sampleBytes: Int
  /// Shorter than the tiles if the file is damaged; missing bytes are transparent.
  private let samples: [UInt8]
  private let transparent: UInt8

  /// The orientation of a tile.
  struct Turn {
    var flipsX: Bool
    var flipsY: Bool
    /// Exchanges x and y after flipping.
    var isDiagonal: Bool
  }

  /// Inflates all tiles.
  ///
  /// - Complexity: memory for the stored bytes only, and at most for all tiles.
  init(_ set: AsepriteTileset, _ header: AsepriteHeader, _ reader: ByteReader) throws {
    self.set = set
    sampleBytes = header.depth.byteCount
    transparent = UInt8(header.transparentIndex)
    let wanted = set.width * set.height * set.count * sampleBytes
    var samples: [UInt8] = []
    if let stored = set.stored {
      let stream = try AsepriteSamples(stored, reader)
      while samples.count < wanted {
        let count = min(64 << 10, wanted - samples.count)
        let part = try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
          filled = try stream.read(count, into: buffer.baseAddress!)
        }
        samples += part
        if part.count < count { break }
      }
    }
    self.samples = samples
    isShort = samples.count < wanted && set.stored != nil
  }

  /// Whether some of them are missing.
  let isShort: Bool
  var byteCount: Int { samples.count }

  /// Stores the samples of one row of a tile in `row`.
  ///
  /// - Parameter number: below the number of tiles.
  func fill(_ row: UnsafeMutablePointer<UInt8>, tile number: Int, y: Int, _ turn: Turn) {
    let square = min(set.width, set.height)
    for x in 0..<set.width {
      var (sourceX, sourceY) = (x, y)
      if turn.flipsX { sourceX = set.width - 1 - sourceX }
      if turn.flipsY { sourceY = set.height - 1 - sourceY }
      if turn.isDiagonal { swap(&sourceX, &sourceY) }
      // A turned tile that is not square is empty outside itself.
      let isInside = !turn.isDiagonal || max(sourceX, sourceY) < square
      let place = ((number * set.height + sourceY) * set.width + sourceX) * sampleBytes
      for byte in 0..<sampleBytes {
        row[x * sampleBytes + byte] =
          isInside && place + byte < samples.count ? samples[place + byte] : transparent
      }
    }
  }
}

extension AsepriteTileMap {
  /// The orientation from the upper bits of a tile's number.
  func turn(_ stored: UInt32) -> AsepriteTiles.Turn {
    func has(_ mask: UInt32) -> Bool { mask != 0 && stored & mask == mask }
    return AsepriteTiles.Turn(
      flipsX: has(flipXMask), flipsY: has(flipYMask), isDiagonal: has(diagonalMask))
  }

  /// The tile of a set; nil for the empty one.
  func number(_ stored: UInt32, in set: AsepriteTileset) -> Int? {
    let number = Int(stored & numberMask) >> numberMask.trailingZeroBitCount
    if set.startsEmpty ? number == 0 : stored == .max { return nil }
    return number
  }
}
