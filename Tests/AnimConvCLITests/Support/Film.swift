import Foundation

/// A film of stripes that move, as YUV4MPEG2; up to 256 frames are all different.
///
/// The range is full, so that every encoder gets pixels: samples of limited range, which some
/// encoders accept unchanged, are smaller.
enum Film {
  static func y4m(width: Int, height: Int, frames: Int) -> Data {
    var film = Data("YUV4MPEG2 W\(width) H\(height) F20:1 C420jpeg XCOLORRANGE=FULL\n".utf8)
    for frame in 0..<frames {
      film += Data("FRAME\n".utf8)
      for y in 0..<height {
        film += Data(repeating: UInt8((y / 8 * 37 + frame * 5) & 255), count: width)
      }
      film += Data(repeating: 128, count: (width + 1) / 2 * ((height + 1) / 2) * 2)
    }
    return film
  }
}
