import AnimTiming
import TestSupport
import Testing

/// Every value whose text can be read is the value of its text.
@Suite struct NotationTests {
  @Test(arguments: [
    Notation("a time", times),
    Notation("an extreme time", extremes),
    Notation("a rate", rates), Notation("a speed", speeds),
    Notation("a policy", policies),
    Notation("a moment", moments),
    Notation("a range", ranges),
  ])
  func comesBack(_ notation: Notation) {
    #expect(notation.count > 4)
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

  private static let fractions: [(Int64, Int64)] = {
    var random = SeededGenerator(seed: 7)
    return (0..<500).map { index in
      let most = Int64(1) << (index % 63)
      return (
        Int64.random(in: 1...most, using: &random), Int64.random(in: 1...most, using: &random)
      )
    }
  }()

  private static let times: [RationalTime] = fractions.flatMap { numerator, denominator in
    [RationalTime(numerator, denominator), RationalTime(-numerator, denominator)]
  }

  private static let rates: [FrameRate] =
    fractions.map { FrameRate($0, $1) } + [FrameRate(1), FrameRate(.max), FrameRate(1, .max)]

  private static let speeds: [TimingEdits.Speed] =
    fractions.map { TimingEdits.Speed($0, $1) } + [.normal, TimingEdits.Speed(.max, .max - 1)]

  /// All pairs of parts at the edges of 64 bits and of short decimals.
  private static let extremes: [RationalTime] = {
    let numerators: [Int64] = [
      .min, .min + 1, -1_000_000_007, -1, 1, 7, 1_000_000_007, .max - 1, .max,
    ]
    let denominators: [Int64] = [
      1, 2, 3, 5, 512, 1000, 1024, 1_000_000_000, 10_000_000_000, .max - 1, .max,
    ]
    return numerators.flatMap { numerator in
      denominators.map { RationalTime(numerator, $0) }
    }
  }()

  private static let positive = times.filter { $0 > .zero } + [RationalTime(.max, 1)]

  private static let policies: [DelayPolicy] =
    DelayPolicy.named
    + positive.flatMap { (time: RationalTime) -> [DelayPolicy] in
      [
        .verbatim(zeroDelay: time), .minimum(time, replacement: RationalTime(1, 10)),
        .minimum(RationalTime(1, 30), replacement: time),
      ]
    }

  private static let moments: [AnimationTimeline.FrameMoment] = {
    let frames: [AnimationTimeline.FrameMoment] = [
      .frame(0), .frame(7), .frame(.max), .time(.zero),
    ]
    return frames + positive.map { AnimationTimeline.FrameMoment.time($0) }
  }()

  private static let ranges: [AnimationTimeline.FrameRange] = {
    let special: [AnimationTimeline.FrameRange] = [
      .frames(from: 0, to: nil), .frames(from: 0, to: 1), .frames(from: 3, to: .max),
      .frames(from: .max, to: nil), .times(from: .zero, to: nil),
      .times(from: .seconds(-2), to: .zero),
    ]
    let third = RationalTime(1, 3)
    return special
      + times.flatMap { (time: RationalTime) -> [AnimationTimeline.FrameRange] in
        [
          .times(from: time, to: nil), .times(from: time, to: third),
          .times(from: .zero, to: time),
        ]
      }
  }()
}
