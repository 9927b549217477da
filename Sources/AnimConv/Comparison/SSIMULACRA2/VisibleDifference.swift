internal import CLibrary
internal import CPixels

/// SSIMULACRA 2.1 by Jon Sneyers: how noticeable the difference between two opaque images is. Of 75
/// pairs, 70 are within 0.02 of libjxl's `ssimulacra2` and all within 0.3; the rest may be rounding
/// in its recursive filter.
///
/// 100 for identical images, 90 if the difference is invisible, 70 if it is hard to notice without
/// comparison, 50 for medium quality, 30 for low quality, and below 0 for worse.
///
/// Rows of both images arrive in turn, from the top; no image is stored. Each row is converted to
/// linear light and XYB, blurred, and added to the error sums. Every second row passes the mean of
/// itself and the previous row to the next smaller scale. Used by one thread at a time.
final class VisibleDifference {
  /// The smallest side for which all scales exist. The weights belong to six scales; with fewer,
  /// libjxl applies them to other errors, and its scores are not comparable.
  static let smallestSideOfAllScales = 113
  /// The smallest side that can be scored, in pixels.
  static let smallestSide = 8

  private let largest: Scale
  /// Linear light, from 0 to 1, of an sRGB value.
  private static let linear: [Float] = (0...255).map { value in
    let sample = Double(value) / 255
    return Float(sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4))
  }

  /// - Parameters:
  ///   - width: in pixels, at least ``smallestSide``.
  ///   - height: the same.
  init(width: Int, height: Int) {
    precondition(min(width, height) >= Self.smallestSide, "a picture of at least 8 by 8 pixels")
    largest = Scale(width: width, height: height, scales: 6)
  }

  /// Takes the next row of both pictures.
  ///
  /// - Parameters:
  ///   - original: a row's pixels in RGBA; alpha is ignored.
  ///   - distorted: the same.
  func add(_ original: UnsafePointer<UInt8>, _ distorted: UnsafePointer<UInt8>) {
    for (picture, row) in [original, distorted].enumerated() {
      animconv_linear_of_rgba(
        row, largest.width, Self.linear, largest.linearRow(picture), largest.stride)
    }
    largest.addRow()
  }

  /// The score of the images, once all rows were added. Rows of other images may follow.
  func finish() -> Double { Self.score(finishScales()) }

  /// The errors of each scale, the largest first. Rows of other images may follow.
  func finishScales() -> [Errors] {
    let scales = Array(sequence(first: largest, next: \.next))
    return scales.map { scale in
      scale.addLastRows()
      defer { scale.begin() }
      return scale.errors
    }
  }

  /// The weighted sum of all errors on the scale of scores.
  ///
  /// - Parameter errors: of each scale, the largest first.
  static func score(_ errors: [Errors]) -> Double {
    var sum = 0.0
    // As in libjxl, weights are assigned in order to the errors that exist.
    var index = 0
    for channel in 0..<3 {
      for error in errors {
        for value in error.values(channel) {
          sum += weights[index] * value
          index += 1
        }
      }
    }
    sum *= 0.9562382616834844
    sum = ((6.248496625763138e-05 * sum - 0.020884521182843837) * sum + 2.326765642916932) * sum
    return sum > 0 ? 100 - 10 * pow(sum, 0.6276336467831387) : 100
  }
}
