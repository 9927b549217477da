internal import Raster

/// Packs the rectangle of a frame in the ways that promise few bytes, and keeps the smallest.
final class APNGFrameCompressor {
  /// A packed frame.
  struct Frame {
    /// A zlib stream of filtered rows.
    let stream: [UInt8]
    /// Whether it is drawn over what is there.
    let blendsOver: Bool
  }

  private let format: PNGPixelFormat
  private let packer: PNGRowPacker
  private let filters: [PNGWritingOptions.FilterChoice]
  private let triesBoth: Bool
  private let compressor: DeflateCompressor
  private var row: [UInt32] = []

  /// - Parameter effort: from 0, one way and a fast level, to 9, all ways and the smallest level.
  init(_ format: PNGPixelFormat, effort: Int) throws {
    self.format = format
    packer = PNGRowPacker(format)
    let isIndexed = format.usualFilter == .unfiltered
    filters =
      switch effort {
      case ...1: [format.usualFilter]
      case ...5: isIndexed ? [.unfiltered] : [.sub, .adaptive]
      default: isIndexed ? [.unfiltered, .sub, .adaptive] : [.unfiltered, .sub, .up, .adaptive]
      }
    triesBoth = effort > 1
    compressor = try DeflateCompressor(level: [1, 2, 5, 6, 7, 8, 9, 10, 11, 12][effort])
  }

  /// Whether the format can say that a pixel stays as it is.
  private var saysNothing: Bool {
    switch format {
    case .rgba, .grayAlpha: true
    case .palette(let colors, _): colors.contains(0)
    case .rgb, .gray: false
    }
  }

  /// - Parameter previous: what is shown before; nil for the first frame.
  func compress(
    _ pixels: PixelBuffer, _ rect: PixelRect, over previous: PixelBuffer?
  ) throws -> Frame {
    let over = previous.flatMap { saysNothing && canDraw(pixels, over: $0, rect) ? $0 : nil }
    var best: Frame?
    for (base, isWanted) in [(over, over != nil), (nil, over == nil || triesBoth)] where isWanted {
      for filter in filters {
        let rows = filtered(pixels, rect, over: base, filter)
        try compressor.withStream(of: rows.bytes) { stream in
          if stream.count < best?.stream.count ?? .max {
            best = Frame(stream: Array(stream), blendsOver: base != nil)
          }
        }
      }
    }
    guard let best else { preconditionFailure("no way was tried") }
    return best
  }

  /// What differs has to be opaque: over something, anything else becomes a mixture.
  private func canDraw(
    _ pixels: PixelBuffer, over previous: PixelBuffer, _ rect: PixelRect
  ) -> Bool {
    let (plane, before) = (PixelPlane(pixels), PixelPlane(previous))
    for y in rect.y..<rect.maxY {
      let (row, old) = (plane.row(y, from: rect.x), before.row(y, from: rect.x))
      for x in 0..<rect.width where row[x] != old[x] && row[x].littleEndian >> 24 != 255 {
        return false
      }
    }
    return true
  }

  private func filtered(
    _ pixels: PixelBuffer, _ rect: PixelRect, over previous: PixelBuffer?,
    _ filter: PNGWritingOptions.FilterChoice
  ) -> PNGFilteredRows {
    let rows = PNGFilteredRows(rect.size, format, filter: filter)
    let plane = PixelPlane(pixels)
    let before = previous.map { PixelPlane($0) }
    var packed = [UInt8](repeating: 0, count: format.bytesPerRow(width: rect.width))
    row = [UInt32](repeating: 0, count: rect.width)
    for y in rect.y..<rect.maxY {
      let new = plane.row(y, from: rect.x)
      let old = before?.row(y, from: rect.x)
      for x in 0..<rect.width { row[x] = old.map { $0[x] == new[x] } == true ? 0 : new[x] }
      packed.withUnsafeMutableBufferPointer { bytes in
        row.withUnsafeBufferPointer {
          packer.pack($0.baseAddress!, width: rect.width, into: bytes.baseAddress!)
        }
        rows.append(UnsafeRawBufferPointer(bytes))
      }
    }
    return rows
  }
}
