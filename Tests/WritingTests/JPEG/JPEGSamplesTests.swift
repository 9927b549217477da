import Libav
import Raster
import Testing

@testable import Writing

@Suite struct JPEGSamplesTests {
  private static func color(
    _ matrix: StoredColor.Standard, location: UInt32 = 1
  ) -> StoredColor {
    StoredColor(
      matrix: matrix,
      tags: ColorTags(
        matrix: .unspecified, transfer: .unspecified, primaries: .unspecified,
        isLimitedRange: true, chromaLocation: .number(location)))
  }

  /// ITU-T H.273, 8.3.4.
  private static func rgb(
    _ y: Double, _ blue: Double, _ red: Double, kr: Double, kb: Double
  ) -> [Double] {
    let (r, b) = (y + 2 * (1 - kr) * red, y + 2 * (1 - kb) * blue)
    return [r, (y - kr * r - kb * b) / (1 - kr - kb), b].map { 255 * $0 }
  }

  @Test(arguments: [(StoredColor.Standard.bt601, 0.299, 0.114), (.bt709, 0.2126, 0.0722)])
  func colorsStayTheSame(matrix: StoredColor.Standard, kr: Double, kb: Double) {
    let samples = JPEGSamples(Self.color(matrix))
    let size = PixelSize(width: 3, height: 3)
    var tried = 0
    for y in stride(from: 16, through: 235, by: 9) {
      for blue in stride(from: 16, through: 240, by: 14) {
        for red in stride(from: 16, through: 240, by: 14) {
          let meant = Self.rgb(
            Double(y - 16) / 219, Double(blue - 128) / 224, Double(red - 128) / 224, kr: kr, kb: kb)
          guard meant.allSatisfy({ 0...255 ~= $0 }) else { continue }
          tried += 1
          let made = samples.converted(
            PlainPicture(
              size: size, luma: Array(repeating: UInt8(y), count: 9),
              blue: Array(repeating: UInt8(blue), count: 4),
              red: Array(repeating: UInt8(red), count: 4)))
          #expect(Set(made.luma).count == 1 && Set(made.blue).count == 1)
          let shown = Self.rgb(
            Double(made.luma[4]) / 255, Double(Int(made.blue[3]) - 128) / 255,
            Double(Int(made.red[0]) - 128) / 255, kr: 0.299, kb: 0.114)
          #expect(zip(meant, shown).allSatisfy { abs($0 - $1) < 1.6 }, "\(y) \(blue) \(red)")
        }
      }
    }
    #expect(tried > 1000)
  }

  /// Evenly growing chroma has the values of the middle of each block in a JPEG, whatever its
  /// position in the video; luma that depends on it also grows evenly.
  @Test(arguments: [
    (UInt32(0), 0.0, 0.5), (1, 0, 0.5), (2, 0.5, 0.5), (3, 0, 0), (4, 0.5, 0), (5, 0, 1),
  ])
  func chromaIsInTheMiddle(location: UInt32, x: Double, y: Double) {
    let size = PixelSize(width: 24, height: 16)
    // It grows by two per pixel to the right, and by three per pixel down.
    func ramp(_ x: Double, _ y: Double) -> Double { 90 + 2 * x + 3 * y }
    let blue = (0..<8).flatMap { row in
      (0..<12).map { UInt8(ramp(2 * Double($0) + x, 2 * Double(row) + y).rounded()) }
    }
    for matrix in [StoredColor.Standard.bt601, .bt709] {
      let made = JPEGSamples(Self.color(matrix, location: location)).converted(
        PlainPicture(
          size: size, luma: Array(repeating: 120, count: 24 * 16), blue: blue,
          red: Array(repeating: 128, count: 96)))
      // The values of a grey-green-blue line in this matrix, by its first and last inner samples.
      let scale =
        Double(Int(made.blue[6 * 12 + 10]) - Int(made.blue[12 + 1]))
        / (ramp(20.5, 12.5) - ramp(2.5, 2.5))
      for row in 1..<7 {
        for column in 1..<11 {
          let meant =
            Double(made.blue[13])
            + scale * (ramp(2 * Double(column) + 0.5, 2 * Double(row) + 0.5) - ramp(2.5, 2.5))
          #expect(abs(Double(made.blue[row * 12 + column]) - meant) < 1.5, "\(row) \(column)")
        }
      }
      let inner = (3..<21).map { Double(made.luma[8 * 24 + $0]) }
      let step = (inner[17] - inner[0]) / 17
      for (place, value) in inner.enumerated() {
        #expect(abs(value - inner[0] - step * Double(place)) < 1.1)
      }
      #expect(matrix == .bt601 ? step == 0 : step != 0)
    }
  }
}
