internal import Raster
internal import Reading
internal import Stages

/// The estimated memory of a conversion by what holds it. Admission, the limit of
/// ``VideoOptions/maxMemory`` and the plan all use this sum.
package struct MemoryAccount: Sendable, Hashable {
  /// Bytes of the reader: the canvas, its saved copy, and the frames in flight.
  package let reading: Int
  /// Bytes that removing dithering takes; 0 if none is removed.
  package let undithering: Int
  /// Bytes of the encoder and of the pictures that are prepared for it.
  package let writing: Int
  /// Bytes of comparing frames to reach a quality; 0 if none is requested.
  package let scoring: Int

  /// - Parameters:
  ///   - size: of an output picture.
  ///   - writing: of the output's ``WritingCost``.
  init(
    _ conversion: Conversion, to kind: OutputKind, _ info: SourceInfo, size: PixelSize, writing: Int
  ) {
    reading = MemoryNeed.bytesOfReading(info)
    let undithers =
      conversion.undithering != .off && conversion.allowsUndithering(to: kind)
      && !(info.kind == .video && conversion.undithering == .auto)
    undithering = undithers ? 2 * info.size.area * 4 + Unditherer.mostBytes : 0
    self.writing = writing
    scoring = conversion.qualityTarget == nil ? 0 : MemoryNeed.bytesOfScoring(size)
  }

  /// All of them together, in bytes.
  package var total: Int {
    [undithering, writing, scoring].reduce(reading) { sum, part in
      let (next, overflows) = sum.addingReportingOverflow(part)
      return overflows ? .max : next
    }
  }
}
