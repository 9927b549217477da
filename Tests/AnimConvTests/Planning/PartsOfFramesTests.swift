import AnimPlay
import GIFCoding
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import AnimTiming
@testable import Stages
@testable import Writing

/// A frame that a format stores as several counts as several.
@Suite struct PartsOfFramesTests {
  /// Long durations are split into parts until the rest can be stored.
  private func parts(of duration: Int64, _ split: DurationParts) -> [Int64] {
    var parts: [Int64] = []
    var rest = duration
    while rest > split.most {
      parts.append(split.usual)
      rest -= split.usual
    }
    return parts + [rest]
  }

  /// Half days, then whole seconds while at least a minute is left.
  private func halfDaysFirst(_ duration: Int64, _ split: DurationParts) -> [Int64] {
    guard duration > 43_200_000 + split.usual else { return parts(of: duration, split) }
    var times: [Int64] = []
    var rest = duration
    while rest >= 43_200_000 + split.usual {
      times.append(43_200_000)
      rest -= 43_200_000
    }
    let seconds = (rest - split.usual) / 1000 * 1000
    return times + [seconds].filter { $0 > 0 } + parts(of: rest - seconds, split)
  }

  @Test func countsAreThoseOfTheParts() throws {
    let (webP, gif) = (WrittenWebP.durations, DurationParts(most: 65_535, usual: 65_535))
    #expect(webP.most == AnimatedWebPWriter.maxDuration && webP.usual == 4 * 60 * 60 * 1000)
    for base in [
      1, 65_535, webP.most, webP.most + webP.usual, webP.most + 2 * webP.usual, 1_000_000_000,
    ] {
      for duration in max(1, base - 3)...base + 3 {
        let expected = parts(of: duration, webP)
        #expect(webP.parts(of: duration) == expected && webP.count(of: duration) == expected.count)
        #expect(gif.count(of: duration) == GIFEncoder.parts(of: Int(duration)).count)
        let unit = Timebase.milliseconds
        let delays = APNGDelay.parts(of: duration, unit)
        #expect(APNGDelay.partCount(of: duration, unit) == delays.count)
        let split = DurationParts(most: 65_535, usual: 60_000)
        let times =
          APNGDelay(duration, unit) == nil ? halfDaysFirst(duration, split) : [duration]
        #expect(delays.map(\.time) == times.map { .milliseconds($0) })
      }
    }
    #expect(gif.count(of: .max) > 1 << 40)
  }

  @Test(arguments: [("a.gif", 1_000_000), ("a.apng", 100_000), ("a.webp", 1000)])
  func moreThanAreAllowedAreRefused(_ output: String, limit: Int) throws {
    var gif = GIFBuilder(8, 6)
    gif.frame(.init(w: 8, h: 6, fill: 1, delay: 5))
    gif.frame(.init(w: 8, h: 6, fill: 2, delay: 5))
    gif.end()
    var conversion = Conversion(
      input: .bytes(gif.bytes, name: "in.gif"), output: .file(FilePath(output)))
    conversion.timing.maxOutputFrames = limit
    conversion.timing.edits.holdLast = RationalTime(1_000_000_000, 1)
    let error = #expect(throws: ConversionError.self) { _ = try ConversionJob(conversion).plan() }
    #expect(error?.underlying is TimingError)
    conversion.timing.edits.holdLast = RationalTime(3600, 1)
    #expect(throws: Never.self) { _ = try ConversionJob(conversion).plan() }
  }
}
