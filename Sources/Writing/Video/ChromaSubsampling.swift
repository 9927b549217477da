/// How many chroma samples a video stores.
public enum ChromaSubsampling: String, Sendable, Hashable, CaseIterable {
  /// One for each 2 x 2 pixels: plays everywhere, smears colour details of one pixel.
  case yuv420
  /// One for each pixel.
  case yuv444
}
