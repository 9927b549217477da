import AnimTiming
import Testing

@testable import Writing

@Suite struct DecodingTimesTests {
  private static func timeline(_ durations: [Int64]) throws -> AnimationTimeline {
    try AnimationTimeline(durations: durations, timebase: .milliseconds)
  }

  @Test func framesInTheirOrderAreDecodedWhenTheyShow() throws {
    var times = DecodingTimes(try Self.timeline([30, 20, 10]), bFrames: 0)
    var seen: [Int64] = []
    for duration in [30, 20, 10] as [Int64] {
      seen.append(times.next)
      times.take(duration: duration)
    }
    #expect(seen == [0, 30, 50])
    #expect(times.lead == 0)
  }

  @Test func noOrderOfAnEncoderIsLate() throws {
    // Every mini group of up to `bFrames` frames with the previous frame, with the middle frame
    // first as in a pyramid, at every position of all timelines with a few durations.
    for bFrames in 1...3 {
      for code in 0..<243 {
        let durations = (0..<5).map { [1, 7, 40][code / Self.power($0) % 3] as Int64 }
        let timeline = try Self.timeline(durations)
        for order in Self.orders(of: 5, bFrames: bFrames) {
          var times = DecodingTimes(timeline, bFrames: bFrames)
          for frame in order {
            #expect(times.next <= timeline.start(of: frame), "\(durations) as \(order)")
            times.take(duration: timeline.duration(of: frame))
          }
          #expect(times.next == timeline.total - times.lead)
        }
      }
    }
  }

  @Test func theLeadIsNoLongerThanNeeded() throws {
    // Stored order 0 4 2 1 3: frame 1 is stored after 4 and 2.
    let timeline = try Self.timeline([5, 10, 20, 30, 40])
    var times = DecodingTimes(timeline, bFrames: 3)
    for frame in [0, 4, 2] { times.take(duration: timeline.duration(of: frame)) }
    #expect(times.next + times.lead == timeline.start(of: 1) + 60)
    #expect(times.lead == 70)
    #expect(DecodingTimes(try Self.timeline([5, 900]), bFrames: 3).lead == 0)
    #expect(DecodingTimes(try Self.timeline([900, 5, 7]), bFrames: 3).lead == 7)
  }

  private static func power(_ exponent: Int) -> Int {
    (0..<exponent).reduce(1) { product, _ in product * 3 }
  }

  /// All possible stored orders after the first frame, with at most one B-frame before the others.
  private static func orders(of count: Int, bFrames: Int) -> [[Int]] {
    func rest(from first: Int) -> [[Int]] {
      guard first < count else { return [[]] }
      return (0...min(bFrames, count - 1 - first)).flatMap { between -> [[Int]] in
        let last = first + between
        let plain = Array(first..<last)
        let pyramids = plain.map { kept in [kept] + plain.filter { $0 != kept } }
        let groups = plain.isEmpty ? [plain] : pyramids
        return groups.flatMap { group in rest(from: last + 1).map { [last] + group + $0 } }
      }
    }
    return rest(from: 1).map { [0] + $0 }
  }
}
