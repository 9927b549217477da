import AnimTiming
import Testing

@testable import AnimConv
@testable import Raster
@testable import Stages

@Suite struct ConstraintTests {
  static let cases: [(bound: MediaConstraint.Bound, measure: MediaMeasure?, isMet: Bool)] = [
    (.range(min: nil, max: Quantity(3)), .count(3), true),
    (.range(min: nil, max: Quantity(3)), .number(Quantity(3001, 1000)), false),
    (.range(min: Quantity(1, 2), max: nil), .number(Quantity(1, 2)), true),
    (.range(min: Quantity(1, 2), max: nil), .number(Quantity(499, 1000)), false),
    (.range(min: Quantity(1), max: Quantity(2)), .count(0), false),
    (.exactly(Quantity(512)), .count(512), true),
    (.exactly(Quantity(512)), .count(511), false),
    (.oneOf(["vp9", "av1"]), .word("av1"), true),
    (.oneOf(["vp9", "av1"]), .word("h264"), false),
    (.equals(true), .truth(true), true),
    (.equals(true), .truth(false), false),
    // An unknown property does not meet a requirement.
    (.equals(false), nil, false),
    (.range(min: nil, max: Quantity(3)), nil, false),
    (.oneOf(["3"]), .count(3), false),
  ]

  @Test(arguments: cases)
  func aBoundIsMetExactlyUpToItsEnds(
    bound: MediaConstraint.Bound, measure: MediaMeasure?, isMet: Bool
  ) {
    #expect(MediaConstraint(.bytes, bound).isMet(by: measure) == isMet)
  }

  @Test func reportsViolationsInOneLineWithARemedy() throws {
    var facts = MediaFacts()
    facts[.seconds] = .number(Quantity(23, 5))
    facts[.fps] = .count(50)
    facts[.width] = .count(512)
    let check = ConstraintCheck(
      [
        MediaConstraint(.width, .exactly(Quantity(512))),
        MediaConstraint(.seconds, .range(min: nil, max: Quantity(3))),
        MediaConstraint(.fps, .range(min: nil, max: Quantity(30))),
        MediaConstraint(.codec, .oneOf(["vp9"])),
      ], facts: facts)
    let error = try #require(check.error)
    #expect(
      error.reason.description
        == "seconds: 4.6, expected at most 3; fps: 50, expected at most 30; "
        + "codec: unknown, expected vp9")
    #expect(error.remedy?.text(.options) == "shorten it with --range or --speed")
    #expect(error.kind.exitCode == 3)
    #expect(ConstraintCheck([], facts: facts).error == nil)
  }

  /// Pictures whose high dynamic range is kept have one size and shape.
  @Test(arguments: [true, false])
  func whatIsRefusedBesideKeptLightIsNotOffered(keepsLight: Bool) {
    func remedy(_ property: MediaProperty) -> String? {
      let violation = ConstraintError.Violation(
        constraint: MediaConstraint(property, .exactly(Quantity(512))), measure: .count(640))
      return ConstraintError(violations: [violation], keepsLight: keepsLight)
        .remedy?.text(.options)
    }
    for property: MediaProperty in [.width, .height, .longSide, .shortSide, .pixels] {
      #expect(
        remedy(property)
          == (keepsLight ? "choose --hdr tonemap and another --scale" : "choose another --scale"))
    }
    for property: MediaProperty in [.aspect, .orientation] {
      #expect(
        remedy(property)
          == (keepsLight ? "choose --hdr tonemap and change" : "change")
          + " the shape with --crop, or --scale WxH")
    }
    #expect(remedy(.seconds) == "shorten it with --range or --speed")
  }

  static let rates: [(starts: [Int64], rate: Quantity)] = [
    // 30 fps, stored in whole milliseconds.
    ([0, 33, 67, 100, 133, 167, 200], Quantity(30)),
    ([0, 33, 67], Quantity(30)),
    ([0, 40, 80, 120], Quantity(25)),
    // A last frame of another length changes no start.
    ([0, 40, 80, 1000], Quantity(25)),
    // Frames of different lengths: the shortest decides.
    ([0, 100, 120, 300], Quantity(50)),
    ([0, 40], Quantity(25)),
    ([0, 2500], Quantity(2, 5)),
  ]

  @Test(arguments: rates)
  func theRateIsThatOfTheStartsOrOfTheShortestFrame(
    starts: [Int64], rate: Quantity
  ) throws {
    var facts = MediaFacts()
    let timeline = try Timeline(boundaries: starts, timebase: .milliseconds)
    facts.note(timeline, size: PixelSize(width: 2, height: 3))
    #expect(facts[.fps] == .number(rate))
    #expect(facts[.pixels] == .count(6 * (starts.count - 1)))
  }

  @Test func quantitiesAreWrittenToThreeDecimals() {
    #expect(Quantity(6, 4) == Quantity(3, 2))
    #expect("\(Quantity(7))" == "7")
    #expect("\(Quantity(46, 10))" == "4.6")
    #expect("\(Quantity(30000, 1001))" == "29.97")
    #expect("\(Quantity(1, 3))" == "0.333")
    #expect("\(Quantity(1, 100_000))" == "0")
  }
}
