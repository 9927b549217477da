/// How the images of an AVIF are stored.
package enum AVIFSamples: Sendable, Hashable {
  /// One chroma sample per 2 x 2 pixels.
  case yuv420
  /// One chroma sample per pixel.
  case yuv444
  /// Red, green and blue, lossless.
  case rgb
}

/// The requested properties of an AVIF.
package struct AVIFOptions: Sendable, Hashable {
  package var samples: AVIFSamples
  package var hasAlpha: Bool
  /// From 1 (small) to 100; ignored if ``samples`` are lossless.
  package var quality: Int
  /// From 0 (fast) to 9 (small).
  package var effort: Int
  /// Whether frames are drawings, with few colours and hard edges.
  package var isFlat: Bool
  /// Whether 4:2:0 is corrected for the way players show it.
  package var isSharp = false

  package init(
    samples: AVIFSamples, hasAlpha: Bool, quality: Int, effort: Int, isFlat: Bool
  ) {
    self.samples = samples
    self.hasAlpha = hasAlpha
    self.quality = quality
    self.effort = effort
    self.isFlat = isFlat
  }
}
