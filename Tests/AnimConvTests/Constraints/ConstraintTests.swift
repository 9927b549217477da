import AnimTiming
import Testing

@testable import AnimConv
@testable import Raster
@testable import Stages

@Suite struct ConstraintTests {
  static let cases:
    [(bound: MediaConstraint.Bound, measure: MediaConstraint.Measure?, isMet: Bool)] = [
      (.range(min: nil, max: MediaConstraint.Quantity(3)), .count(3), true),
      (
        .range(min: nil, max: MediaConstraint.Quantity(3)),
        .number(MediaConstraint.Quantity(3001, 1000)), false
      ),
      (
        .range(min: MediaConstraint.Quantity(1, 2), max: nil),
        .number(MediaConstraint.Quantity(1, 2)), true
      ),
      (
        .range(min: MediaConstraint.Quantity(1, 2), max: nil),
        .number(MediaConstraint.Quantity(499, 1000)), false
      ),
      (
        .range(min: MediaConstraint.Quantity(1), max: MediaConstraint.Quantity(2)), .count(0), false
      ),
      (.exactly(MediaConstraint.Quantity(512)), .count(512), true),
      (.exactly(MediaConstraint.Quantity(512)), .count(511), false),
      (.oneOf(["vp9", "av1"]), .word("av1"), true),
      (.oneOf(["vp9", "av1"]), .word("h264"), false),
      (.equals(true), .truth(true), true),
      (.equals(true), .truth(false), false),
      // An unknown property does not meet a requirement.
      (.equals(false), nil, false),
      (.range(min: nil, max: MediaConstraint.Quantity(3)), nil, false),
      (.oneOf(["3"]), .count(3), false),
    ]

  @Test(arguments: cases)
  func aBoundIsMetExactlyUpToItsEnds(
    bound: MediaConstraint.Bound, measure: MediaConstraint.Measure?, isMet: Bool
  ) {
    #expect(MediaConstraint(.bytes, bound).isMet(by: measure) == isMet)
  }

  @Test func reportsViolationsInOneLineWithARemedy() throws {
    var facts = MediaConstraint.Facts()
    facts[.seconds] = .number(MediaConstraint.Quantity(23, 5))
    facts[.fps] = .count(50)
    facts[.width] = .count(512)
    let check = MediaConstraint.Check(
      [
        MediaConstraint(.width, .exactly(MediaConstraint.Quantity(512))),
        MediaConstraint(.seconds, .range(min: nil, max: MediaConstraint.Quantity(3))),
        MediaConstraint(.fps, .range(min: nil, max: MediaConstraint.Quantity(30))),
        MediaConstraint(.codec, .oneOf(["vp9"])),
      ], facts: facts)
    let error = try #require(check.error)
    #expect(
      error.reason.description
        == "seconds: 4.6, expected at most 3; fps: 50, expected at most 30; "
        + "codec: unknown, expected vp9")
    #expect(error.remedy?.text(.options) == "shorten it with --range or --speed")
    #expect(error.kind.exitCode == 3)
    #expect(MediaConstraint.Check([], facts: facts).error == nil)
  }

  /// Pictures whose high dynamic range is kept have one size and shape.
  @Test(arguments: [true, false])
  func whatIsRefusedBesideKeptLightIsNotOffered(keepsLight: Bool) {
    func remedy(_ property: MediaConstraint.Property) -> String? {
      let violation = ConstraintError.Violation(
        constraint: MediaConstraint(property, .exactly(MediaConstraint.Quantity(512))),
        measure: .count(640))
      return ConstraintError(violations: [violation], keepsLight: keepsLight)
        .remedy?.text(.options)
    }
    for property: MediaConstraint.Property in [.width, .height, .longSide, .shortSide, .pixels] {
      #expect(
        remedy(property)
          == (keepsLight ? "choose --hdr tonemap and another --scale" : "choose another --scale"))
    }
    for property: MediaConstraint.Property in [.aspect, .orientation] {
      #expect(
        remedy(property)
          == (keepsLight ? "choose --hdr tonemap and change" : "change")
          + " the shape with --crop, or --scale WxH")
    }
    #expect(remedy(.seconds) == "shorten it with --range or --speed")
  }

  static let rates: [(starts: [Int64], rate: MediaConstraint.Quantity)] = [
    // 30 fps, stored in whole milliseconds.
    ([0, 33, 67, 100, 133, 167, 200], MediaConstraint.Quantity(30)),
    ([0, 33, 67], MediaConstraint.Quantity(30)),
    ([0, 40, 80, 120], MediaConstraint.Quantity(25)),
    // A last frame of another length changes no start.
    ([0, 40, 80, 1000], MediaConstraint.Quantity(25)),
    // Frames of different lengths: the shortest decides.
    ([0, 100, 120, 300], MediaConstraint.Quantity(50)),
    ([0, 40], MediaConstraint.Quantity(25)),
    ([0, 2500], MediaConstraint.Quantity(2, 5)),
  ]

  @Test(arguments: rates)
  func theRateIsThatOfTheStartsOrOfTheShortestFrame(
    starts: [Int64], rate: MediaConstraint.Quantity
  ) throws {
    var facts = MediaConstraint.Facts()
    let timeline = try AnimationTimeline(boundaries: starts, timebase: .milliseconds)
    facts.note(timeline, size: PixelSize(width: 2, height: 3))
    #expect(facts[.fps] == .number(rate))
    #expect(facts[.pixels] == .count(6 * (starts.count - 1)))
  }

  @Test func quantitiesAreWrittenToThreeDecimals() {
    #expect(MediaConstraint.Quantity(6, 4) == MediaConstraint.Quantity(3, 2))
    #expect("\(MediaConstraint.Quantity(7))" == "7")
    #expect("\(MediaConstraint.Quantity(46, 10))" == "4.6")
    #expect("\(MediaConstraint.Quantity(30000, 1001))" == "29.97")
    #expect("\(MediaConstraint.Quantity(1, 3))" == "0.333")
    #expect("\(MediaConstraint.Quantity(1, 100_000))" == "0")
  }
}
