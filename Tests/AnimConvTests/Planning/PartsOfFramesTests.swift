import AnimTiming
import GIFCoding
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Stages
@testable import Writing

/// A frame that a format stores as several counts as so many.
@Suite struct PartsOfFramesTests {
  @Test func countsAreThoseOfTheParts() throws {
    let most = Int64(AnimatedWebPWriter.maxDuration)
    let usual = Int64(WebPDelivery.partOfLong)
    for base in [1, 65_535, most, most + usual, most + 2 * usual, 1_000_000_000] {
      for duration in max(1, base - 3)...base + 3 {
        #expect(
          partCount(of: duration, most: most, usual: usual)
            == WebPDelivery.parts(of: Int(duration)).count)
        #expect(
          partCount(of: duration, most: 65_535, usual: 65_535)
            == GIFEncoder.parts(of: Int(duration)).count)
        let unit = Timebase.milliseconds
        let longest = APNGDelay.longest(unit)
        let parts = APNGDelay.parts(of: duration, unit)
        #expect(
          parts.count
            == (APNGDelay(duration, unit) == nil
              ? partCount(of: duration, most: longest.most, usual: longest.usual) : 1))
      }
    }
    #expect(partCount(of: .max, most: 65_535, usual: 65_535) > 1 << 40)
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
