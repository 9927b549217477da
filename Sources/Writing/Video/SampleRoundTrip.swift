internal import Libav
package import Raster

/// Converts pixels to the samples that a video or an AVIF stores, and back to the pixels that
/// players show, without encoding them.
///
/// Players interpolate chroma linearly between samples at the centres of their four pixels.
package final class SampleRoundTrip {
  private let converter: PictureConverter
  private let picture: Picture
  private let pool: PixelBuffer.Pool

  /// Nil for encodings without shared chroma, and for samples that are copied.
  package convenience init?(_ encoding: VideoEncoding) {
    guard case .yuv420 = encoding.format, encoding.samples == nil else { return nil }
    self.init(PictureConverter(encoding), encoding.colorTags)
  }

  init?(_ converter: PictureConverter, _ color: ColorTags) {
    guard
      let picture = try? Picture(
        width: converter.codedSize.width, height: converter.codedSize.height,
        format: converter.format.pixelFormat, color: color)
    else { return nil }
    self.converter = converter
    self.picture = picture
    pool = PixelBuffer.Pool(size: converter.size)
  }

  /// The pixels as they are shown. Alpha is unchanged.
  ///
  /// - Parameter shape: the picture with the alpha to show; nil for `pixels`.
  /// - Complexity: about 20 ns a pixel; twice that if chroma is corrected.
  package func shown(_ pixels: PixelBuffer, alphaOf shape: PixelBuffer? = nil) -> PixelBuffer {
    let size = converter.size
    converter.convert(pixels, PixelRect(size), into: picture)
    let inverse = InverseMatrix(converter.matrix, isFullRange: converter.isFullRange)
    let (halfWidth, halfHeight) = ((size.width + 1) / 2, (size.height + 1) / 2)
    return pool.buffer { buffer in
      let words = buffer.bindMemory(to: UInt32.self)
      (shape ?? pixels).withBytes { bytes in
        let alphas = bytes.bindMemory(to: UInt32.self)
        for y in 0..<size.height {
          let luma = converter.row(picture, 0, y)
          let near = y / 2
          let far = min(max(y % 2 == 0 ? near - 1 : near + 1, 0), halfHeight - 1)
          let (u, uFar) = (converter.row(picture, 1, near), converter.row(picture, 1, far))
          let (v, vFar) = (converter.row(picture, 2, near), converter.row(picture, 2, far))
          for x in 0..<size.width {
            let column = x / 2
            let other = min(max(x % 2 == 0 ? column - 1 : column + 1, 0), halfWidth - 1)
            func mean(
              _ row: UnsafeMutablePointer<UInt8>, _ rowFar: UnsafeMutablePointer<UInt8>
            ) -> Float {
              let near = 3 * Float(row[column]) + Float(row[other])
              let far = 3 * Float(rowFar[column]) + Float(rowFar[other])
              return (3 * near + far) / 16
            }
            let place = y * size.width + x
            words[place] =
              inverse.pixel(Float(luma[x]), mean(u, uFar), mean(v, vFar))
              | alphas[place] & UInt32(0xFF00_0000).littleEndian
          }
        }
      }
    }
  }
}

/// From YCbCr to RGB (ITU-T H.273, 8.3.4).
struct InverseMatrix {
  private let black: Float
  private let lumaScale: Float
  private let red: Float
  private let blue: Float
  private let greenOfBlue: Float
  private let greenOfRed: Float

  init(_ matrix: VideoOptions.Matrix, isFullRange: Bool) {
    let (kr, kb) = Self.shares(matrix)
    let kg = 1 - kr - kb
    let chroma: Float = isFullRange ? 1 : 255 / 224
    black = isFullRange ? 0 : 16
    lumaScale = isFullRange ? 1 : 255 / 219
    red = 2 * (1 - kr) * chroma
    blue = 2 * (1 - kb) * chroma
    greenOfBlue = blue * kb / kg
    greenOfRed = red * kr / kg
  }

  /// The shares of red and blue in luma.
  static func shares(_ matrix: VideoOptions.Matrix) -> (red: Float, blue: Float) {
    switch matrix {
    case .bt709: (0.2126, 0.0722)
    case .bt601: (0.299, 0.114)
    }
  }

  /// Opaque colours without alpha, in the order of memory.
  func pixel(_ y: Float, _ u: Float, _ v: Float) -> UInt32 {
    let light = (y - black) * lumaScale
    let (cb, cr) = (u - 128, v - 128)
    func byte(_ value: Float) -> UInt32 { UInt32(min(max(value, 0), 255) + 0.5) }
    let word =
      byte(light + red * cr) | byte(light - greenOfBlue * cb - greenOfRed * cr) << 8
      | byte(light + blue * cb) << 16
    return word.littleEndian
  }
}
