/// The tiles of a tileset, as they are stored, and how they are turned.
struct AsepriteTiles {
  let set: AsepriteTileset
  private let sampleBytes: Int
  /// Shorter than the tiles are where the file is damaged; what is missing is transparent.
  private let samples: [UInt8]
  private let transparent: UInt8

  /// How a tile lies in its place.
  struct Turn {
    var flipsX: Bool
    var flipsY: Bool
    /// Exchanges x and y once those are flipped.
    var isDiagonal: Bool
  }

  /// Inflates all tiles.
  ///
  /// - Complexity: takes as much memory as is really stored, and no more than the tiles need.
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

  /// Puts the samples of one row of a tile into `row`.
  ///
  /// - Parameter number: below the number of tiles.
  func fill(_ row: UnsafeMutablePointer<UInt8>, tile number: Int, y: Int, _ turn: Turn) {
    let square = min(set.width, set.height)
    for x in 0..<set.width {
      var (sourceX, sourceY) = (x, y)
      if turn.flipsX { sourceX = set.width - 1 - sourceX }
      if turn.flipsY { sourceY = set.height - 1 - sourceY }
      if turn.isDiagonal { swap(&sourceX, &sourceY) }
      // What a turned tile that is not square has outside of itself is empty.
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
  /// How a tile is turned by its number's upper bits.
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
