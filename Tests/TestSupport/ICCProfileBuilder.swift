import Foundation

/// Builds ICC profiles of version 2, tag by tag (ICC.1:2001-04).
package enum ICCProfileBuilder {
  /// Colorants of RGB spaces, adapted to D50 as in profiles: X, Y and Z of red, green and blue.
  package enum Colorants {
    package static let standard = [
      [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.7141],
    ]
    package static let displayP3 = [
      [0.51512, 0.2412, -0.00105], [0.29198, 0.69225, 0.04189], [0.1571, 0.06657, 0.78407],
    ]
    package static let adobeRGB = [
      [0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457],
    ]
  }

  /// A curve from samples to light.
  package enum Curve {
    case power(Double)
    /// The curve of sRGB, as a table with the given number of entries.
    case standard(entries: Int)

    var element: [UInt8] {
      switch self {
      case .power(let exponent):
        return Array("curv".utf8) + word(0) + word(1) + half(Int((exponent * 256).rounded()))
      case .standard(let entries):
        return Array("curv".utf8) + word(0) + word(entries)
          + (0..<entries).flatMap {
            half(Int((ICCProfileBuilder.light(Double($0) / Double(entries - 1)) * 65535).rounded()))
          }
      }
    }
  }

  /// Light of a sample of sRGB, both from 0 to 1 (IEC 61966-2-1).
  package static func light(_ sample: Double) -> Double {
    sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
  }

  package static func rgb(
    _ colorants: [[Double]], _ curve: Curve, name: String = "test"
  ) -> [UInt8] {
    let columns = zip(["rXYZ", "gXYZ", "bXYZ"], colorants).map { ($0, xyz($1)) }
    return profile("RGB ", name, columns + ["rTRC", "gTRC", "bTRC"].map { ($0, curve.element) })
  }

  package static func gray(_ curve: Curve, name: String = "test") -> [UInt8] {
    profile("GRAY", name, [("kTRC", curve.element)])
  }

  /// Inks in a Lab table (`mft1`) with two entries per side: `lab` returns the colour of each
  /// mixture, in the 8-bit coding of version 2.
  package static func ink(
    name: String = "test", _ lab: (_ inks: [Int]) -> [UInt8]
  ) -> [UInt8] {
    let unit = [1.0, 0, 0, 0, 1, 0, 0, 0, 1].flatMap(fixed)
    let identity = Array(UInt8.min...UInt8.max)
    let head: [UInt8] = Array("mft1".utf8) + word(0) + [4, 3, 2, 0] + unit
    let table = (0..<16).flatMap { mixture in lab((0..<4).map { mixture >> (3 - $0) & 1 }) }
    let element =
      head + [[UInt8]](repeating: identity, count: 4).flatMap { $0 } + table
      + [[UInt8]](repeating: identity, count: 3).flatMap { $0 }
    return profile("CMYK", name, [("A2B0", element)], connection: "Lab ", kind: "prtr")
  }

  private static func profile(
    _ colors: String, _ name: String, _ elements: [(String, [UInt8])],
    connection: String = "XYZ ", kind: String = "mntr"
  ) -> [UInt8] {
    let description =
      Array("desc".utf8) + word(0) + word(name.utf8.count + 1) + Array(name.utf8)
      + [UInt8](repeating: 0, count: 79)
    let all =
      [("desc", description), ("cprt", Array("text".utf8) + word(0) + [0])]
      + [("wtpt", xyz([0.9642, 1, 0.8249]))] + elements
    var table = word(all.count)
    var data: [UInt8] = []
    let start = 132 + 12 * all.count
    for (tag, element) in all {
      table += Array(tag.utf8) + word(start + data.count) + word(element.count)
      data += element + [UInt8](repeating: 0, count: (4 - element.count % 4) % 4)
    }
    let head =
      word(start + data.count) + word(0) + word(0x0210_0000) + Array((kind + colors).utf8)
      + Array(connection.utf8) + [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
      + [UInt8](repeating: 0, count: 28) + [0.9642, 1, 0.8249].flatMap(fixed)
      + [UInt8](repeating: 0, count: 48)
    return head + table + data
  }

  private static func xyz(_ values: [Double]) -> [UInt8] {
    Array("XYZ ".utf8) + word(0) + values.flatMap(fixed)
  }

  private static func fixed(_ value: Double) -> [UInt8] {
    word(Int(UInt32(bitPattern: Int32((value * 65536).rounded()))))
  }

  private static func word(_ value: Int) -> [UInt8] { PNGBuilder.word32(value) }

  private static func half(_ value: Int) -> [UInt8] {
    [UInt8(value >> 8 & 255), UInt8(value & 255)]
  }
}
