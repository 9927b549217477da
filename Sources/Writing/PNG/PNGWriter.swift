internal import CPNG
internal import Raster
internal import Stages

/// Writes one PNG row by row; memory holds a few rows.
///
/// The bytes depend only on the pixels, the options and the version of zlib: no date or name is
/// written.
final class PNGWriter {
  let size: PixelSize
  let format: PNGPixelFormat
  /// The number of written rows.
  private(set) var rowsWritten = 0

  private var writer: OpaquePointer?
  private let output: Output

  /// The context of libpng's callbacks.
  private final class Output {
    let write: (UnsafeRawBufferPointer) throws -> Void
    var failure: (any Error)?
    init(_ write: @escaping (UnsafeRawBufferPointer) throws -> Void) { self.write = write }
  }

  /// Starts a file.
  ///
  /// - Parameters:
  ///   - size: in pixels; sides from 1 to 2^31 - 1.
  ///   - write: takes the next bytes of the file, valid during the call only.
  /// - Throws: ``WritingError``, and errors of `write`.
  init(
    _ size: PixelSize, _ format: PNGPixelFormat, options: PNGWritingOptions = PNGWritingOptions(),
    write: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    precondition(size.width > 0 && size.height > 0, "a PNG has at least one pixel")
    self.size = size
    self.format = format
    output = Output(write)
    var writing = cpng_writing(
      level: Int32(options.level), filters: Int32(Self.filters(options.filter, format)),
      writes_srgb: options.writesStandardRGB ? 1 : 0)
    let (palette, transparency) = Self.colorTables(format)
    var created: OpaquePointer?
    let status = palette.withUnsafeBufferPointer { palette in
      transparency.withUnsafeBufferPointer { transparency in
        var picture = cpng_picture(
          width: UInt32(size.width), height: UInt32(size.height),
          bit_depth: Self.bitDepth(format), color_type: Self.colorType(format), is_interlaced: 0,
          keeps_16: 0,
          palette: palette.baseAddress, palette_bytes: palette.count,
          transparency: transparency.baseAddress, transparency_bytes: transparency.count)
        return cpng_writer_create(
          &picture, &writing,
          { context, bytes, count in
            let output = Unmanaged<Output>.fromOpaque(context!).takeUnretainedValue()
            do {
              try output.write(UnsafeRawBufferPointer(start: bytes, count: count))
              return 0
            } catch {
              output.failure = error
              return -1
            }
          }, Unmanaged.passUnretained(output).toOpaque(), &created)
      }
    }
    writer = created
    try check(status)
  }

  deinit { cpng_writer_destroy(writer) }

  /// Writes the next row, from the top.
  ///
  /// - Parameter row: at least ``PNGPixelFormat/bytesPerRow(width:)`` bytes.
  /// - Throws: ``WritingError`` or errors of the output; nothing can be written afterwards.
  func writeRow(_ row: UnsafeRawBufferPointer) throws {
    precondition(row.count >= format.bytesPerRow(width: size.width), "a row is too short")
    precondition(rowsWritten < size.height, "all rows are written")
    try check(cpng_writer_write_row(writer, row.assumingMemoryBound(to: UInt8.self).baseAddress))
    rowsWritten += 1
  }

  /// Writes the end of the file, after all rows.
  func finish() throws {
    precondition(rowsWritten == size.height, "rows are missing")
    try check(cpng_writer_finish(writer))
  }

  /// Writes a complete stream instead of rows.
  ///
  /// - Parameter stream: a zlib stream of ``PNGFilteredRows``.
  func finish(with stream: UnsafeRawBufferPointer) throws {
    precondition(rowsWritten == 0, "rows are written already")
    try check(
      cpng_writer_finish_with(
        writer, stream.assumingMemoryBound(to: UInt8.self).baseAddress, stream.count))
    rowsWritten = size.height
  }

  private func check(_ status: Int32) throws {
    if Int(status) == CPNG_OK { return }
    if let failure = output.failure { throw failure }
    let message = writer.map { String(cString: cpng_writer_message($0)) } ?? "out of memory"
    throw WritingError.library(operation: "writing a PNG", message: message, frame: nil)
  }

  private static func filters(_ choice: PNGWritingOptions.FilterChoice?, _ format: PNGPixelFormat)
    -> Int
  {
    switch choice ?? format.usualFilter {
    case .unfiltered: CPNG_FILTER_NONE
    case .sub: CPNG_FILTER_SUB
    case .up: CPNG_FILTER_UP
    case .adaptive: CPNG_FILTER_ALL
    }
  }

  static func colorType(_ format: PNGPixelFormat) -> UInt8 {
    let type =
      switch format {
      case .gray: CPNG_GRAY
      case .grayAlpha: CPNG_GRAY_ALPHA
      case .rgb: CPNG_RGB
      case .rgba: CPNG_RGBA
      case .palette: CPNG_PALETTE
      case .wide(let isGray, let hasAlpha):
        isGray ? (hasAlpha ? CPNG_GRAY_ALPHA : CPNG_GRAY) : hasAlpha ? CPNG_RGBA : CPNG_RGB
      }
    return UInt8(type)
  }

  static func bitDepth(_ format: PNGPixelFormat) -> UInt8 {
    switch format {
    case .gray(let bits), .palette(_, let bits):
      precondition([1, 2, 4, 8].contains(bits), "a sample has 1, 2, 4 or 8 bits")
      return UInt8(bits)
    case .wide: return 16
    default: return 8
    }
  }

  /// `PLTE` and `tRNS`; the latter ends with the last transparent colour.
  static func colorTables(_ format: PNGPixelFormat) -> (palette: [UInt8], alphas: [UInt8]) {
    guard case .palette(let colors, let bits) = format else { return ([], []) }
    precondition(1...(1 << bits) ~= colors.count, "a palette has 1 to 2^bits colours")
    let pixels = colors.map(\.littleEndian)
    let palette = pixels.flatMap { pixel in
      [0, 8, 16].map { UInt8(truncatingIfNeeded: pixel >> $0) }
    }
    let alphas = pixels.map { UInt8(truncatingIfNeeded: $0 >> 24) }
    let last = alphas.lastIndex { $0 != 255 }
    return (palette, last.map { Array(alphas[...$0]) } ?? [])
  }
}
