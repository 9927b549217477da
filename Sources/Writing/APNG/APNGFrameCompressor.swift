internal import Raster

/// Packs the rectangle of a frame in the ways that promise few bytes, and keeps the smallest.
///
/// Ways are compared by a fast packing; the one that wins is packed well. That costs less than packing
/// all of them well, and hardly ever chooses another one.
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
  private let strategies: [PNGFilterStrategy]
  private let triesBoth: Bool
  private let compressor: DeflateCompressor
  /// Compares the ways; nil where each is packed well.
  private let scout: DeflateCompressor?
  private var row: [UInt32] = []

  /// - Parameter effort: from 0, one way and a fast level, to 9, all ways and the smallest level.
  init(_ format: PNGPixelFormat, effort: Int) throws {
    self.format = format
    packer = PNGRowPacker(format)
    let isIndexed = format.usualFilter == .unfiltered
    strategies =
      switch effort {
      case ...1: [PNGFilterStrategy(format.usualFilter)]
      case ...3: isIndexed ? [.fixed(.none)] : [.fixed(.none), .fixed(.sub), .smallestSum]
      case ...5:
        isIndexed ? [.fixed(.none)] : [.fixed(.none), .fixed(.sub), .smallestSum, .leastEntropy]
      case ...7:
        [.fixed(.none), .fixed(.sub), .fixed(.up), .smallestSum, .leastEntropy, .fewestPairs]
      default:
        PNGRowFilter.allCases.map { .fixed($0) } + [.smallestSum, .leastEntropy, .fewestPairs]
      }
    triesBoth = effort > 1
    compressor = try DeflateCompressor(level: [1, 2, 6, 8, 10, 10, 11, 11, 12, 12][effort])
    scout =
      effort >= 9 || strategies.count == 1 && !triesBoth
      ? nil : try DeflateCompressor(level: effort <= 3 ? 2 : effort <= 5 ? 4 : 6)
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
    var best: (stream: [UInt8], rows: PNGFilteredRows, blendsOver: Bool)?
    for (base, isWanted) in [(over, over != nil), (nil, over == nil || triesBoth)] where isWanted {
      for strategy in strategies {
        let rows = filtered(pixels, rect, over: base, strategy)
        try (scout ?? compressor).withStream(of: rows.bytes) { stream in
          if stream.count < best?.stream.count ?? .max {
            best = (Array(stream), rows, base != nil)
          }
        }
      }
    }
    guard let best else { preconditionFailure("no way was tried") }
    let stream =
      scout == nil ? best.stream : try compressor.withStream(of: best.rows.bytes) { Array($0) }
    return Frame(stream: stream, blendsOver: best.blendsOver)
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
    _ strategy: PNGFilterStrategy
  ) -> PNGFilteredRows {
    let rows = PNGFilteredRows(rect.size, format, strategy: strategy)
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
