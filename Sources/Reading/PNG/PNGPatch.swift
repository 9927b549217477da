internal import Raster
internal import Stages

/// The pixels of one frame that were decoded before it is drawn.
struct PNGPatch: Sendable {
  /// The number of missing rows of a damaged frame, and the reason.
  struct Missing: Sendable {
    let rows: Int
    let reason: String
    /// Whether all rows are missing.
    let isAll: Bool
  }

  /// Missing rows are transparent.
  let pixels: [UInt32]
  let size: PixelSize
  /// The warning about missing rows.
  let missing: Missing?

  init(_ record: PNGFrameRecord, of survey: PNGSurvey, _ reader: ByteReader) throws {
    size = record.rect.size
    var pixels = [UInt32](repeating: 0, count: size.area)
    missing = try pixels.withUnsafeMutableBufferPointer { [size] pixels in
      try Self.decode(
        record, of: survey, reader, into: pixels.baseAddress!, stride: size.width)
    }
    self.pixels = pixels
  }

  /// Draws the pixels, replacing others or over them.
  func place(onto target: UnsafeMutablePointer<UInt32>, stride: Int, replaces: Bool) {
    pixels.withUnsafeBufferPointer { pixels in
      let base = pixels.baseAddress!
      for y in 0..<size.height {
        if replaces {
          (target + y * stride).update(from: base + y * size.width, count: size.width)
        } else {
          StraightAlpha.overlay(target + y * stride, base + y * size.width, size.width)
        }
      }
    }
  }

  /// Decodes a frame over the existing pixels; missing rows become transparent.
  static func decode(
    _ record: PNGFrameRecord, of survey: PNGSurvey, _ reader: ByteReader,
    into target: UnsafeMutablePointer<UInt32>, stride: Int
  ) throws -> Missing? {
    let size = record.rect.size
    var rows = try PNGRowReader(size, of: survey, PNGDataStream(record, reader))
    var missing: Missing?
    passes: for pass in 0..<max(rows.passes, 1) {
      for y in 0..<size.height {
        guard case .damaged(let reason) = try rows.next(into: target + y * stride) else { continue }
        missing = Missing(
          rows: size.height - (pass == 0 ? y : 0), reason: reason, isAll: pass == 0 && y == 0)
        if !survey.header.isInterlaced {
          for row in y..<size.height {
            (target + row * stride).update(repeating: 0, count: size.width)
          }
        }
        rows.convertRest(target, stride: stride)
        break passes
      }
    }
    if survey.hasTransparency {
      for y in 0..<size.height { StraightAlpha.normalise(target + y * stride, size.width) }
    }
    return missing
  }
}
