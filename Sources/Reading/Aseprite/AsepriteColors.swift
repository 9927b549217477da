/// Converts samples of one frame to colours.
struct AsepriteColors {
  private let depth: AsepriteHeader.Depth
  /// The colour of every index; those beyond the palette and the transparent index are transparent.
  /// Empty if samples are colours.
  private let table: [UInt32]

  init(_ header: AsepriteHeader, _ palette: AsepritePalette) {
    depth = header.depth
    guard depth == .indexed else {
      table = []
      return
    }
    var table = palette.colors + [UInt32](repeating: 0, count: 256 - palette.colors.count)
    table[header.transparentIndex] = 0
    self.table = table.map(\.littleEndian)
  }

  /// Converts a row of samples.
  func fill(
    _ row: UnsafeMutablePointer<UInt32>, from samples: UnsafePointer<UInt8>, count: Int
  ) {
    switch depth {
    case .indexed:
      table.withUnsafeBufferPointer { table in
        for x in 0..<count { row[x] = table[Int(samples[x])] }
      }
    case .gray:
      for x in 0..<count {
        row[x] = (UInt32(samples[2 * x]) * 0x010101 | UInt32(samples[2 * x + 1]) << 24).littleEndian
      }
    case .rgba:
      UnsafeMutableRawPointer(row).copyMemory(from: samples, byteCount: count * 4)
    }
  }
}
