import AnimTiming
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading

/// Every value of a request whose text can be read is the value of its text.
@Suite struct RequestNotationTests {
  @Test(arguments: [
    Notation("a filter", ScaleFilter.allCases), Notation("a fit", Conversion.Shaping.Fit.allCases),
    Notation("the handling of alpha", Conversion.Shaping.Alpha.allCases),
    Notation("a kind", OutputKind.all),
    Notation("the use of a sheet", [ReadingOptions.Sheet.Use.automatic, .always, .never]),
    Notation("a colour", colors), Notation("a poster", posters), Notation("a quality", targets),
  ])
  func comesBack(_ notation: Notation) {
    #expect(notation.count > 2)
    #expect(notation.lost == [])
  }

  /// Values of one type, and those that their text does not give back.
  struct Notation: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let count: Int
    let lost: [String]

    init<Value: LosslessStringConvertible & Equatable>(_ name: String, _ values: [Value]) {
      testDescription = name
      count = values.count
      lost = values.filter { Value($0.description) != $0 }.map(\.description)
    }
  }

  private static let colors: [RGBColor] = {
    var random = SeededGenerator(seed: 3)
    var colors: [RGBColor] = [.white, .black, RGBColor(red: 0, green: 15, blue: 16)]
    for _ in 0..<500 {
      let bits = random.next()
      colors.append(
        RGBColor(
          red: UInt8(truncatingIfNeeded: bits), green: UInt8(truncatingIfNeeded: bits >> 8),
          blue: UInt8(truncatingIfNeeded: bits >> 16)))
    }
    return colors
  }()

  private static let posters: [Conversion.Poster] = {
    var random = SeededGenerator(seed: 4)
    var posters: [Conversion.Poster] = [
      .best, .first, .frame(0), .frame(.max), .time(.zero), .time(RationalTime(.max, 7)),
    ]
    for index in 0..<500 {
      let most = Int64(1) << (index % 63)
      let numerator = Int64.random(in: 0...most, using: &random)
      let denominator = Int64.random(in: 1...most, using: &random)
      posters += [.frame(Int(numerator)), .time(RationalTime(numerator, denominator))]
    }
    return posters
  }()

  private static let targets: [Conversion.QualityTarget] = {
    var random = SeededGenerator(seed: 5)
    var targets: [Conversion.QualityTarget] = []
    for measure in Conversion.QualityTarget.Measure.allCases {
      let range = measure.range
      var scores: [Double] = [range.lowerBound, range.upperBound]
      for _ in 0..<500 { scores.append(.random(in: range, using: &random)) }
      targets += scores.map { Conversion.QualityTarget($0, measure) }
    }
    return targets
  }()

  @Test func textsAreThoseOfTheCommandLine() {
    #expect(Conversion.QualityTarget(0.98, .ssim).description == "ssim=0.98")
    #expect(Conversion.QualityTarget(80).description == "ssimulacra2=80.0")
    #expect(ReadingOptions.Sheet.Use.always.description == "on")
    #expect(Conversion.QualityTarget("ssim=0.4") == nil && Conversion.QualityTarget("-80") == nil)
    #expect(ReadingOptions.Sheet.Use("always") == nil)
  }
}
