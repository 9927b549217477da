package import Raster
package import Reading

extension FrameSource {
  /// The pixels of all remaining frames, red in the lowest byte.
  package func allPixels() throws -> [[UInt32]] {
    var all: [[UInt32]] = []
    while let frame = try next() { all.append(frame.pixels.rgbaWords) }
    return all
  }
}

extension PixelBuffer {
  /// All pixels, row after row, red in the lowest byte.
  package var rgbaWords: [UInt32] {
    withBytes { bytes in
      (0..<size.area).map {
        bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self).littleEndian
      }
    }
  }

  /// A hash of every byte, the same within one run.
  package var contentHash: Int {
    var hasher = Hasher()
    withBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
