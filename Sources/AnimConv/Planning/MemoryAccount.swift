/// The estimated memory of a conversion, itemized by its parts. Admission, the limit of
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

  init(reading: Int, undithering: Int, writing: Int, scoring: Int) {
    self.reading = reading
    self.undithering = undithering
    self.writing = writing
    self.scoring = scoring
  }

  /// The sum of these parts, in bytes.
  package var total: Int {
    [undithering, writing, scoring].reduce(reading) { sum, part in
      let (next, overflows) = sum.addingReportingOverflow(part)
      return overflows ? .max : next
    }
  }
}
