extension SampleRoundTrip {
  /// Nil for encodings without shared chroma.
  package convenience init?(_ encoding: AVIFEncoding) {
    guard encoding.options.samples == .yuv420 else { return nil }
    self.init(
      PictureConverter(
        size: encoding.size, codedSize: encoding.size, format: .yuv420(alpha: false),
        matrix: encoding.matrix, isFullRange: encoding.isFullRange,
        isSharp: encoding.options.isSharp), encoding.colorTags)
  }
}

extension AVIFEncoding {
  /// Nil if no four pixels share their chroma.
  package var sharedChroma: SharedChroma? {
    options.samples == .yuv420 ? cheaperChroma : nil
  }

  /// Chroma that four pixels share, whatever is stored; nil for RGB.
  package var cheaperChroma: SharedChroma? {
    guard options.samples != .rgb else { return nil }
    return SharedChroma(matrix: matrix, isFullRange: isFullRange, color: colorTags)
  }
}
