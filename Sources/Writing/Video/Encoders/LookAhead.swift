internal import Raster

/// The look-ahead of an encoder, in images.
///
/// Look-ahead makes files smaller but needs memory for images: 40 images of 4096 x 4096 take more
/// than a gigabyte. For large images it is shortened, depending only on their size, so that every
/// machine writes the same bytes.
enum LookAhead {
  /// The largest number of bytes of waiting images.
  private static let budget = 112 << 20
  /// An encoder's memory per pixel in tenths of a byte: 4:2:0, half-size copies, motion vectors.
  private static let tenthsPerPixel = 24

  /// At least 4; unlimited up to 1280 x 720, 23 for 1920 x 1080.
  static func frames(for size: PixelSize) -> Int {
    max(4, budget * 10 / (size.area * tenthsPerPixel))
  }
}
