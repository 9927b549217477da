package import Raster

/// A stored picture: its position, its own colours, and its compressed indices (GIF89a, sections 20
/// to 22).
package struct GIFImage: Hashable, Sendable {
  package var rect: PixelRect
  /// The local colour table; nil for the global one.
  package var palette: GIFPalette?
  /// Whether the rows are interlaced in four passes.
  package var isInterlaced: Bool
  /// Bits per literal in `data`, 2 to 8.
  package var minCodeSize: Int
  /// LZW codes, packed into bytes, before division into sub-blocks.
  package var data: [UInt8]

  package init(
    rect: PixelRect, palette: GIFPalette? = nil, isInterlaced: Bool = false, minCodeSize: Int,
    data: [UInt8]
  ) {
    self.rect = rect
    self.palette = palette
    self.isInterlaced = isInterlaced
    self.minCodeSize = minCodeSize
    self.data = data
  }

  /// Bytes in the file: descriptor, colours, and data with sub-block sizes.
  package var byteCount: Int {
    10 + (palette?.byteCount ?? 0) + 1 + GIFImage.subBlockByteCount(data.count)
  }

  /// Bytes of this much data in sub-blocks with their terminator.
  package static func subBlockByteCount(_ dataCount: Int) -> Int {
    dataCount + (dataCount + 254) / 255 + 1
  }
}
