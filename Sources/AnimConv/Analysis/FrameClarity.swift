internal import CLibrary
internal import Raster

/// Measures of how much an image shows, used to choose a poster.
///
/// Measured on luma reduced to at most ``side`` pixels per side, so that edges count more than
/// noise; transparent pixels count as grey.
struct FrameClarity {
  private let luma: [UInt8]
  private let size: PixelSize
  private let mean: Double
  /// The standard deviation of luma, from 0 to 127.5.
  let contrast: Double
  /// The mean, over tiles of 8 x 8, of the standard deviation of the Laplacian. It is high if there
  /// are edges in all parts of the image, and low if the image is blurred or has large empty parts.
  let sharpness: Double

  private static let side = 384
  private static let tiles = 8

  /// - Complexity: reads every pixel once, and every pixel of the reduced image several times.
  init(_ picture: PixelBuffer) {
    let bounds = PixelSize(width: Self.side, height: Self.side)
    if let plain = picture.plain {
      let size = plain.size.reduced(toFit: bounds) ?? plain.size
      self.init(luma: Self.luma(of: plain, size), size)
    } else {
      let reduced = picture.reduced(toFit: bounds)
      self.init(luma: Self.luma(of: reduced), reduced.size)
    }
  }

  private init(luma: [UInt8], _ size: PixelSize) {
    self.luma = luma
    self.size = size
    let count = Double(luma.count)
    let sum = luma.reduce(0) { $0 + Int($1) }
    let squares = luma.reduce(0) { $0 + Int($1) * Int($1) }
    mean = Double(sum) / count
    contrast = max(0, Double(squares) / count - mean * mean).squareRoot()
    sharpness = Self.sharpness(of: luma, size)
  }

  /// Whether it has a single shade, apart from codec noise.
  var isBlank: Bool { contrast < 5 }

  /// Whether two images differ only in contrast or brightness, like neighbouring frames in a fade.
  func fades(to other: FrameClarity) -> Bool {
    guard size == other.size, !isBlank, !other.isBlank else { return false }
    let isOther =
      abs(contrast - other.contrast) > 0.04 * max(contrast, other.contrast)
      || abs(mean - other.mean) > 4
    return isOther && !isFocused(differently: other) && correlation(with: other) > 0.95
  }

  /// Whether edges change far more than contrast: a fade changes both alike, but a blur changes
  /// edges first.
  private func isFocused(differently other: FrameClarity) -> Bool {
    guard sharpness > 0, other.sharpness > 0 else { return false }
    return abs(log(sharpness / other.sharpness)) > 2 * abs(log(contrast / other.contrast)) + 0.2
  }

  /// From -1 to 1; 1 for images that differ only in contrast and brightness.
  private func correlation(with other: FrameClarity) -> Double {
    var products = 0
    for index in luma.indices { products += Int(luma[index]) * Int(other.luma[index]) }
    return (Double(products) / Double(luma.count) - mean * other.mean)
      / (contrast * other.contrast)
  }

  /// Stored luma in full range, reduced by averaging.
  private static func luma(of picture: PlainPicture, _ size: PixelSize) -> [UInt8] {
    let means = picture.luma.withUnsafeBufferPointer {
      cellMeans(of: $0.baseAddress!, step: 1, picture.size, across: size.width, down: size.height)
    }
    return means.map { UInt8(clamping: ((Int($0) - 16) * 255 + 109) / 219) }
  }

  /// BT.709, on grey.
  private static func luma(of picture: PixelBuffer) -> [UInt8] {
    picture.withBytes { bytes in
      bytes.bindMemory(to: UInt32.self).map { word in
        let pixel = word.littleEndian
        let alpha = pixel >> 24
        return UInt8(UInt32(pixel.luma) * alpha / 255 + 128 * (255 - alpha) / 255)
      }
    }
  }

  private static func sharpness(of luma: [UInt8], _ size: PixelSize) -> Double {
    let (width, height) = (size.width, size.height)
    guard width > 2, height > 2 else { return 0 }
    var counts = [Int](repeating: 0, count: tiles * tiles)
    var (sums, squares) = (counts, counts)
    for y in 1..<height - 1 {
      for x in 1..<width - 1 {
        let place = y * width + x
        let around =
          Int(luma[place - 1]) + Int(luma[place + 1]) + Int(luma[place - width])
          + Int(luma[place + width])
        let laplacian = 4 * Int(luma[place]) - around
        let tile = y * tiles / height * tiles + x * tiles / width
        counts[tile] += 1
        sums[tile] += laplacian
        squares[tile] += laplacian * laplacian
      }
    }
    var sharpness = 0.0
    for tile in counts.indices where counts[tile] > 0 {
      let mean = Double(sums[tile]) / Double(counts[tile])
      let variance = Double(squares[tile]) / Double(counts[tile]) - mean * mean
      sharpness += max(0, variance).squareRoot()
    }
    return sharpness / Double(counts.count { $0 > 0 })
  }
}
