import AnimTiming
import Foundation
import TestSupport
import Testing

@Suite struct TimeCodingTests {
  /// The form of every value in JSON, which other programs rely on.
  @Test func theFormIsStable() throws {
    let times = Times(
      time: RationalTime(23, 5), whole: .seconds(2), unit: Timebase(1, 90_000),
      timeline: try AnimationTimeline(durations: [4, 4, 10], timebase: .centiseconds),
      rate: FrameRate(30_000, 1001), speed: TimingEdits.Speed(3, 2),
      policy: .minimum(.milliseconds(11), replacement: .milliseconds(100)),
      range: .times(from: RationalTime(1, 3), to: nil), moment: .frame(250),
      plays: [.forever, .plays(3)])
    let text = try Self.text(times)
    #expect(
      text == """
        {
          "moment" : "f250",
          "plays" : [
            0,
            3
          ],
          "policy" : "11:100",
          "range" : "1/3s..",
          "rate" : "30000/1001",
          "speed" : "1.5",
          "time" : "23/5",
          "timeline" : {
            "durations" : [
              4,
              4,
              10
            ],
            "timebase" : "1/100"
          },
          "unit" : "1/90000",
          "whole" : "2/1"
        }
        """)
    #expect(try JSONDecoder().decode(Times.self, from: Data(text.utf8)) == times)
  }

  struct Times: Codable, Equatable {
    var time: RationalTime
    var whole: RationalTime
    var unit: Timebase
    var timeline: AnimationTimeline
    var rate: FrameRate
    var speed: TimingEdits.Speed
    var policy: DelayPolicy
    var range: AnimationTimeline.FrameRange
    var moment: AnimationTimeline.FrameMoment
    var plays: [LoopCount]
  }

  private static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test func manyTimelinesComeBack() throws {
    var random = SeededGenerator(seed: 11)
    for length in 0..<200 {
      let unit = Timebase(
        .random(in: 1...1000, using: &random), .random(in: 1...(.max), using: &random))
      let timeline = try AnimationTimeline(
        durations: (0..<length).map { _ in .random(in: 1...(1 << 40), using: &random) },
        timebase: unit)
      let data = try JSONEncoder().encode(timeline)
      #expect(try JSONDecoder().decode(AnimationTimeline.self, from: data) == timeline)
    }
    let last = try AnimationTimeline(durations: [.max], timebase: Timebase(1, .max))
    #expect(
      try JSONDecoder().decode(AnimationTimeline.self, from: JSONEncoder().encode(last)) == last)
  }

  @Test func timesAreReadAsPeopleWriteThem() throws {
    let data = Data(#"["40ms", "1:02.5", "-3/2", "0.1"]"#.utf8)
    let times = try JSONDecoder().decode([RationalTime].self, from: data)
    #expect(
      times == [
        RationalTime(1, 25), RationalTime(125, 2), RationalTime(-3, 2), RationalTime(1, 10),
      ])
  }

  /// What the initializers refuse, or would trap on, is an error with a path.
  @Test(arguments: [
    (#"{"time": "1/0"}"#, "time"), (#"{"time": "9223372036854775808"}"#, "time"),
    (#"{"time": 1.5}"#, "time"), (#"{"time": null}"#, "time"), (#"{"time": {}}"#, "time"),
    (#"{"unit": "0"}"#, "unit"), (#"{"unit": "-1/100"}"#, "unit"), (#"{"unit": "1/0"}"#, "unit"),
    (#"{"timeline": {"timebase": "1/100", "durations": [4, 0]}}"#, "timeline.durations"),
    (#"{"timeline": {"timebase": "1/100", "durations": [-4]}}"#, "timeline.durations"),
    (
      #"{"timeline": {"timebase": "1", "durations": [9223372036854775807, 1]}}"#,
      "timeline.durations"
    ),
    (
      #"{"timeline": {"timebase": "1000", "durations": [9223372036854775807]}}"#,
      "timeline.durations"
    ),
    (#"{"timeline": {"timebase": "0", "durations": [1]}}"#, "timeline.timebase"),
    (#"{"timeline": {"durations": [1]}}"#, "timeline"),
    (#"{"rate": "0"}"#, "rate"), (#"{"rate": "-5"}"#, "rate"), (#"{"speed": "0"}"#, "speed"),
    (#"{"policy": "0:100"}"#, "policy"), (#"{"range": "3.."}"#, "range"),
    (#"{"moment": "f-1"}"#, "moment"), (#"{"plays": -1}"#, "plays"),
  ])
  func refusesHostileValues(text: String, path: String) throws {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Parts.self, from: Data(text.utf8))
    }
    let context =
      switch try #require(error) {
      case .dataCorrupted(let context), .typeMismatch(_, let context),
        .valueNotFound(_, let context), .keyNotFound(_, let context):
        context
      @unknown default: fatalError()
      }
    let found = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    #expect(found.joined(separator: ".") == path, "\(context)")
  }

  /// Foundation reports such numbers without a path.
  @Test(arguments: [
    #"{"timeline": {"timebase": "1/100", "durations": [1.5]}}"#,
    #"{"timeline": {"timebase": "1/100", "durations": [9223372036854775808]}}"#,
    #"{"plays": 9223372036854775808}"#,
  ])
  func refusesNumbersThatAreNotIntegers(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Parts.self, from: Data(text.utf8))
    }
  }

  /// Each member is decoded only if it is there.
  struct Parts: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Times.Keys.self)
      for key in container.allKeys {
        switch key {
        case .time: _ = try container.decode(RationalTime.self, forKey: key)
        case .unit: _ = try container.decode(Timebase.self, forKey: key)
        case .timeline: _ = try container.decode(AnimationTimeline.self, forKey: key)
        case .rate: _ = try container.decode(FrameRate.self, forKey: key)
        case .speed: _ = try container.decode(TimingEdits.Speed.self, forKey: key)
        case .policy: _ = try container.decode(DelayPolicy.self, forKey: key)
        case .range: _ = try container.decode(AnimationTimeline.FrameRange.self, forKey: key)
        case .moment: _ = try container.decode(AnimationTimeline.FrameMoment.self, forKey: key)
        case .plays: _ = try container.decode(LoopCount.self, forKey: key)
        }
      }
    }
  }

  @Test func errorsNameTheRule() throws {
    let data = Data(#"{"timebase": "1/100", "durations": [4, 0]}"#.utf8)
    do {
      _ = try JSONDecoder().decode(AnimationTimeline.self, from: data)
      Issue.record("a frame without a duration was accepted")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.underlyingError as? TimingError == .nonPositiveDuration(frame: 1))
      #expect(context.debugDescription == TimingError.nonPositiveDuration(frame: 1).description)
    }
    do {
      _ = try JSONDecoder().decode([FrameRate].self, from: Data(#"["fast"]"#.utf8))
      Issue.record("a rate without a number was accepted")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(
        context.debugDescription == "expected a rate such as 30000/1001, but got 'fast'")
    }
  }
}

extension TimeCodingTests.Times {
  enum Keys: String, CodingKey {
    case time, unit, timeline, rate, speed, policy, range, moment, plays
  }
}
