package import Libav
package import Raster

/// The stored samples of a video as those of a JPEG: BT.601 in full range, with chroma in the middle of its
/// four pixels (JFIF 1.02).
///
/// The samples are not converted to pixels in between. Between two such matrices, chroma depends on
/// chroma alone, and luma on luma and a little chroma.
package struct JPEGSamples: Sendable {
  private let matrix: Conversion
  /// The distances, in quarters of the step from one chroma sample to the next, at which a JPEG has
  /// its own samples.
  private let right: Int32
  private let down: Int32

  /// - Parameter color: of the samples.
  package init(_ color: StoredColor) {
    matrix = color.matrix == .bt601 ? .ofBT601 : .ofBT709
    let location =
      if case .number(let stored) = color.tags.chromaLocation { stored } else { UInt32(0) }
    // ITU-T H.273, 8.7, counted from 1; in MPEG-2 and later, the default is at the left.
    right = [2, 4, 6].contains(location) ? 0 : 1
    down = [3, 4].contains(location) ? 1 : [5, 6].contains(location) ? -1 : 0
  }

  /// Factors in parts of 2^14, of samples without their offsets.
  private struct Conversion: Sendable {
    let luma: Int32
    let lumaOfBlue: Int32
    let lumaOfRed: Int32
    let blue: Int32
    let blueOfRed: Int32
    let red: Int32
    let redOfBlue: Int32

    static let ofBT601 = Conversion(kr: 0.299, kb: 0.114)
    static let ofBT709 = Conversion(kr: 0.2126, kb: 0.0722)

    /// ITU-T H.273, 8.3.4, from limited range to red, green and blue, and back with the matrix of BT.601.
    init(kr: Double, kb: Double) {
      let (toRed, toBlue) = (0.299, 0.114)
      // The amounts that blue and red chroma add to green, red and blue.
      let blueInGreen = -2 * kb * (1 - kb) / (1 - kr - kb)
      let redInGreen = -2 * kr * (1 - kr) / (1 - kr - kb)
      let (blueInBlue, redInRed) = (2 * (1 - kb), 2 * (1 - kr))
      let toGreen = 1 - toRed - toBlue
      let lumaOfBlue = toGreen * blueInGreen + toBlue * blueInBlue
      let lumaOfRed = toGreen * redInGreen + toRed * redInRed
      func fixed(_ factor: Double, from range: Double) -> Int32 {
        Int32((factor * 255 / range * 16_384).rounded())
      }
      luma = fixed(1, from: 219)
      self.lumaOfBlue = fixed(lumaOfBlue, from: 224)
      self.lumaOfRed = fixed(lumaOfRed, from: 224)
      blue = fixed((blueInBlue - lumaOfBlue) / (2 * (1 - toBlue)), from: 224)
      blueOfRed = fixed(-lumaOfRed / (2 * (1 - toBlue)), from: 224)
      red = fixed((redInRed - lumaOfRed) / (2 * (1 - toRed)), from: 224)
      redOfBlue = fixed(-lumaOfBlue / (2 * (1 - toRed)), from: 224)
    }
  }

  /// - Complexity: reads and writes every sample once.
  package func converted(_ plain: PlainPicture) -> PlainPicture {
    let columns = (plain.size.width + 1) / 2
    let rows = (plain.size.height + 1) / 2
    return PlainPicture(
      size: plain.size, luma: luma(plain, columns, rows),
      blue: chroma(plain, columns, rows, matrix.blue, of: plain.blue, matrix.blueOfRed, plain.red),
      red: chroma(plain, columns, rows, matrix.red, of: plain.red, matrix.redOfBlue, plain.blue))
  }

  private func luma(_ plain: PlainPicture, _ columns: Int, _ rows: Int) -> [UInt8] {
    let (width, height) = (plain.size.width, plain.size.height)
    let factor = matrix.luma
    let offset = Int32(1 << 13) &- 16 &* factor
    return [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
      plain.luma.withUnsafeBufferPointer { luma in
        if matrix.lumaOfBlue == 0, matrix.lumaOfRed == 0 {
          for place in 0..<width * height {
            let value = (Int32(luma[place]) &* factor &+ offset) >> 14
            target[place] = UInt8(truncatingIfNeeded: min(max(value, 0), 255))
          }
        } else {
          var added = [Int32](repeating: 0, count: 2 * columns)
          for y in 0..<height {
            add(of: plain, row: y, columns, rows, to: &added)
            added.withUnsafeBufferPointer { added in
              for x in 0..<width {
                let value = (Int32(luma[y &* width &+ x]) &* factor &+ added[x] &+ offset) >> 14
                target[y &* width &+ x] = UInt8(truncatingIfNeeded: min(max(value, 0), 255))
              }
            }
          }
        }
      }
      count = width * height
    }
  }

  /// The amount that chroma adds to each luma sample of a row, interpolated linearly between
  /// samples of chroma.
  private func add(
    of plain: PlainPicture, row: Int, _ columns: Int, _ rows: Int, to added: inout [Int32]
  ) {
    // In quarters of a row of chroma.
    let place = 2 * row - 1 + Int(down)
    let upper = min(max(place >> 2, 0), rows - 1)
    let lower = min(max((place >> 2) + 1, 0), rows - 1)
    let share = Int32(place & 3)
    let (ofBlue, ofRed) = (matrix.lumaOfBlue, matrix.lumaOfRed)
    let isLeft = right == 1
    plain.blue.withUnsafeBufferPointer { blue in
      plain.red.withUnsafeBufferPointer { red in
        func value(_ column: Int) -> Int32 {
          let (above, below) = (upper &* columns &+ column, lower &* columns &+ column)
          let b = Int32(blue[above]) &* (4 &- share) &+ Int32(blue[below]) &* share &- 512
          let r = Int32(red[above]) &* (4 &- share) &+ Int32(red[below]) &* share &- 512
          return (b &* ofBlue &+ r &* ofRed) >> 2
        }
        var (last, now) = (value(0), value(0))
        for column in 0..<columns {
          let next = column &+ 1 < columns ? value(column &+ 1) : now
          // Chroma at the left pixel: the sample itself and the mean with the next one. Chroma in
          // the middle: a quarter of the way to each neighbour.
          added[2 &* column] = isLeft ? now : (now &* 3 &+ last) >> 2
          added[2 &* column &+ 1] = isLeft ? (now &+ next) >> 1 : (now &* 3 &+ next) >> 2
          (last, now) = (now, next)
        }
      }
    }
  }

  /// A plane of chroma, made from its own samples and a part of the other plane's.
  private func chroma(
    _ plain: PlainPicture, _ columns: Int, _ rows: Int, _ factor: Int32, of own: [UInt8],
    _ otherFactor: Int32, _ other: [UInt8]
  ) -> [UInt8] {
    var mixed = [Int32](repeating: 0, count: columns)
    return [UInt8](unsafeUninitializedCapacity: columns * rows) { target, count in
      for y in 0..<rows {
        mix(own, factor, other, otherFactor, row: y, columns, rows, into: &mixed)
        mixed.withUnsafeBufferPointer { mixed in
          func put(_ value: Int32, _ x: Int) {
            target[y &* columns &+ x] = UInt8(
              truncatingIfNeeded: min(max((value &+ (1 << 13)) >> 14 &+ 128, 0), 255))
          }
          guard right == 1 else {
            for x in 0..<columns { put(mixed[x], x) }
            return
          }
          for x in 0..<columns {
            let (before, next) = (mixed[max(x &- 1, 0)], mixed[min(x &+ 1, columns &- 1)])
            put(Self.quarter(before, mixed[x], next, mixed[min(x &+ 2, columns &- 1)]), x)
          }
        }
      }
      count = columns * rows
    }
  }

  /// A row of chroma at its position in a JPEG, in parts of 2^14.
  private func mix(
    _ own: [UInt8], _ factor: Int32, _ other: [UInt8], _ otherFactor: Int32, row: Int,
    _ columns: Int, _ rows: Int, into mixed: inout [Int32]
  ) {
    own.withUnsafeBufferPointer { own in
      other.withUnsafeBufferPointer { other in
        func value(_ y: Int, _ x: Int) -> Int32 {
          let place = min(max(y, 0), rows &- 1) &* columns &+ x
          return (Int32(own[place]) &- 128) &* factor &+ (Int32(other[place]) &- 128) &* otherFactor
        }
        if down == 0 {
          for x in 0..<columns { mixed[x] = value(row, x) }
        } else {
          let step = Int(down)
          for x in 0..<columns {
            mixed[x] = Self.quarter(
              value(row &- step, x), value(row, x), value(row &+ step, x),
              value(row &+ 2 &* step, x))
          }
        }
      }
    }
  }

  /// The value a quarter of the way from the second of four samples to the third, on the
  /// Catmull-Rom curve through all four: linear interpolation would reduce contrast.
  @inline(__always)
  private static func quarter(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) -> Int32 {
    (b &* 111 &+ c &* 29 &- a &* 9 &- d &* 3) >> 7
  }
}
