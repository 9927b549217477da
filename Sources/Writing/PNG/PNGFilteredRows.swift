internal import Raster

/// All rows of one PNG before compression: each with its filter number, then its differences (PNG
/// specification, section 9).
final class PNGFilteredRows {
  let format: PNGPixelFormat
  private let strategy: PNGFilterStrategy
  private var measure = PNGRowMeasure()
  private let rowBytes: Int
  private let storage: UnsafeMutableRawBufferPointer
  private var filled = 0
  /// The previous row; transparent black above the first.
  private var previous: [UInt8]
  private var candidate: [UInt8] = []

  /// - Parameter filter: nil for the format's default.
  convenience init(
    _ size: PixelSize, _ format: PNGPixelFormat, filter: PNGWritingOptions.FilterChoice?
  ) {
    self.init(size, format, strategy: PNGFilterStrategy(filter, for: format))
  }

  init(_ size: PixelSize, _ format: PNGPixelFormat, strategy: PNGFilterStrategy) {
    self.format = format
    self.strategy = strategy
    rowBytes = format.bytesPerRow(width: size.width)
    previous = [UInt8](repeating: 0, count: rowBytes)
    storage = .allocate(byteCount: Self.byteCount(size, format), alignment: 16)
  }

  deinit { storage.deallocate() }

  /// Bytes of all rows of an image.
  static func byteCount(_ size: PixelSize, _ format: PNGPixelFormat) -> Int {
    (format.bytesPerRow(width: size.width) + 1) * size.height
  }

  /// What was appended.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: storage[..<filled]) }

  /// Appends the next row, from the top.
  ///
  /// - Parameter row: at least ``PNGPixelFormat/bytesPerRow(width:)`` bytes.
  func append(_ row: UnsafeRawBufferPointer) {
    precondition(row.count >= rowBytes, "a row is too short")
    precondition(filled + rowBytes < storage.count, "all rows are there")
    let raw = row.bindMemory(to: UInt8.self).baseAddress!
    let out = (storage.baseAddress! + filled).assumingMemoryBound(to: UInt8.self)
    switch strategy {
    case .fixed(let filter): apply(filter, raw, out)
    case .subOrUp: apply(subOrUp(raw), raw, out)
    case .smallestSum, .leastEntropy, .fewestPairs: applyBest(raw, out)
    }
    filled += rowBytes + 1
    previous.withUnsafeMutableBytes { $0.copyMemory(from: .init(rebasing: row[..<rowBytes])) }
  }

  private func apply(
    _ filter: PNGRowFilter, _ row: UnsafePointer<UInt8>, _ out: UnsafeMutablePointer<UInt8>
  ) {
    out[0] = filter.rawValue
    previous.withUnsafeBufferPointer { above in
      filter.apply(
        row, above: above.baseAddress!, count: rowBytes, pixel: format.bytesPerPixel, into: out + 1)
    }
  }

  private func subOrUp(_ row: UnsafePointer<UInt8>) -> PNGRowFilter {
    previous.withUnsafeBufferPointer { above in
      PNGRowMeasure.subOrUp(
        row, above: above.baseAddress!, count: rowBytes, pixel: format.bytesPerPixel)
    }
  }

  /// The filter that the strategy rates best; the first if several are equal.
  private func applyBest(_ row: UnsafePointer<UInt8>, _ out: UnsafeMutablePointer<UInt8>) {
    if candidate.isEmpty { candidate = [UInt8](repeating: 0, count: rowBytes + 1) }
    var smallest = Int.max
    candidate.withUnsafeMutableBufferPointer { candidate in
      let tried = candidate.baseAddress!
      for filter in PNGRowFilter.allCases {
        apply(filter, row, tried)
        let cost = measure.cost(tried + 1, count: rowBytes, by: strategy)
        if cost < smallest {
          smallest = cost
          out.update(from: tried, count: rowBytes + 1)
        }
      }
    }
  }
}
