internal import CLibrary
internal import CPNG
internal import Raster
internal import Stages

/// Reads the rows of one frame through libpng.
struct PNGRowReader: ~Copyable {
  private let reader: OpaquePointer
  private let stream: PNGDataStream
  private let size: PixelSize
  private let conversion: ColorConversion?
  private var rowsRead = 0
  /// The number of passes over all rows: 1, or 7 for an interlaced image.
  let passes: Int

  /// Why no more rows follow.
  enum Outcome: Equatable {
    case row
    /// The data is damaged or short; libpng's message.
    case damaged(String)
  }

  /// Wraps `cpng_reader_create`.
  ///
  /// - Parameter keepsDepth: whether rows are read by ``next(wide:)``; only for samples of 16 bits.
  /// - Throws: ``ReadingError/system(operation:errno:)`` without memory, or errors of reading the
  ///   input.
  init(
    _ size: PixelSize, of survey: PNGSurvey, _ stream: PNGDataStream, keepsDepth: Bool = false
  ) throws {
    reader = try Self.create(size, of: survey, stream, keepsDepth: keepsDepth)
    passes = Int(cpng_reader_passes(reader))
    self.stream = stream
    self.size = size
    conversion = survey.conversion
  }

  private static func create(
    _ size: PixelSize, of survey: PNGSurvey, _ stream: PNGDataStream, keepsDepth: Bool
  ) throws -> OpaquePointer {
    var created: OpaquePointer?
    let status = survey.palette.withUnsafeBufferPointer { palette in
      survey.transparency.withUnsafeBufferPointer { transparency in
        var picture = cpng_picture(
          width: UInt32(size.width), height: UInt32(size.height),
          bit_depth: survey.header.bitDepth, color_type: survey.header.colorType.rawValue,
          is_interlaced: survey.header.isInterlaced ? 1 : 0, keeps_16: keepsDepth ? 1 : 0,
          palette: palette.baseAddress,
          palette_bytes: palette.count, transparency: transparency.baseAddress,
          transparency_bytes: transparency.count)
        return cpng_reader_create(
          &picture,
          { context, buffer, capacity in
            let stream = Unmanaged<PNGDataStream>.fromOpaque(context!).takeUnretainedValue()
            return stream.read(into: buffer!, capacity: capacity)
          }, Unmanaged.passUnretained(stream).toOpaque(), &created)
      }
    }
    // If the data is damaged, the reader returns no rows, and the reason.
    if let created, Int(status) == CPNG_OK || Int(status) == CPNG_DAMAGED { return created }
    cpng_reader_destroy(created)
    throw stream.failure ?? ReadingError.system(operation: "starting libpng", errno: ENOMEM)
  }

  deinit { cpng_reader_destroy(reader) }

  /// Reads the next row as straight RGBA, from the top in each pass. In the last pass it is
  /// converted to sRGB.
  ///
  /// Wraps `cpng_reader_next_row`.
  ///
  /// - Parameter row: room for the frame's width. A pass touches only its own pixels.
  /// - Throws: errors of reading the input.
  mutating func next(into row: UnsafeMutablePointer<UInt32>) throws -> Outcome {
    let status = cpng_reader_next_row(
      reader, UnsafeMutableRawPointer(row).assumingMemoryBound(to: UInt8.self))
    if Int(status) == CPNG_OK {
      rowsRead += 1
      if rowsRead > (passes - 1) * size.height { conversion?.convert(row, size.width) }
      return .row
    }
    if let failure = stream.failure { throw failure }
    return .damaged(String(cString: cpng_reader_message(reader)))
  }

  /// Reads the next row of 16-bit samples without converting them.
  ///
  /// - Throws: errors of reading the input.
  mutating func next(wide row: UnsafeMutablePointer<WidePicture.Pixel>) throws -> Outcome {
    let status = cpng_reader_next_row(
      reader, UnsafeMutableRawPointer(row).assumingMemoryBound(to: UInt8.self))
    if Int(status) == CPNG_OK { return .row }
    if let failure = stream.failure { throw failure }
    return .damaged(String(cString: cpng_reader_message(reader)))
  }

  /// After damage in an interlaced image, converts the rows of earlier passes to sRGB.
  ///
  /// - Parameter target: the first pixel of the image.
  func convertRest(_ target: UnsafeMutablePointer<UInt32>, stride: Int) {
    guard let conversion, passes > 1 else { return }
    for row in max(0, rowsRead - (passes - 1) * size.height)..<size.height {
      conversion.convert(target + row * stride, size.width)
    }
  }
}
