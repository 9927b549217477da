package import AnimTiming
package import Raster

/// Uncompressed video for other tools, at a constant rate.
package enum RawVideoFormat: String, Sendable, Hashable {
  /// RGBA of 8 bits a sample with straight alpha, frame after frame, and nothing else.
  case rgba
  /// YUV4MPEG2: 4:2:0 of limited range with chroma in the middle of its pixels, no alpha.
  case y4m

  /// The bytes before the first frame.
  package func header(_ size: PixelSize, frameTime: RationalTime) -> [UInt8] {
    guard self == .y4m else { return [] }
    let rate = "\(frameTime.denominator):\(frameTime.numerator)"
    return Array(
      "YUV4MPEG2 W\(size.width) H\(size.height) F\(rate) Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n"
        .utf8)
  }

  /// The bytes of a frame, for Y4M an opaque one.
  package func frame(_ pixels: PixelBuffer) -> [UInt8] {
    switch self {
    case .rgba: pixels.withBytes { Array($0) }
    case .y4m: Array("FRAME\n".utf8) + YUVPlanes(pixels).bytes
    }
  }

  /// The matrix that readers assume for a Y4M of this size, because a Y4M cannot name its matrix.
  package static func matrix(_ size: PixelSize) -> VideoOptions.Matrix {
    size.width >= 1280 || size.height > 576 ? .bt709 : .bt601
  }
}
