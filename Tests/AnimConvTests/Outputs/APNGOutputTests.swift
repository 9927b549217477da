import AnimTiming
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages

@Suite struct APNGOutputTests {
  private func made(
    _ pictures: [[UInt32]], _ size: PixelSize, delays: [Delay]? = nil, plays: LoopCount = .forever,
    _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> [UInt8] {
    try ArraySource(pictures, size: size, delays: delays, plays: plays, kind: .webp)
      .written(as: "out.apng") {
        $0.image.keepsFrames = true
        change(&$0)
      }
  }

  @Test(arguments: FewColors.all)
  func everyPixelStays(colors: [UInt32]) throws {
    let size = PixelSize(width: 21, height: 13)
    let pictures = FewColors.pictures(5, size, colors: colors)
    for effort in [0, 4, 9] {
      let file = try made(pictures, size) { $0.image.effort = effort }
      try TemporaryFolder.with { folder in
        try folder.write(file, to: "a.apng")
        let decoded = try FFprobe.decode(folder.appending("a.apng").string, pixelFormat: "rgba")
        let expected = pictures.joined().flatMap { pixel in
          (0..<4).map { UInt8(truncatingIfNeeded: pixel >> ($0 * 8)) }
        }
        #expect(decoded == expected, "effort \(effort)")
      }
    }
  }

  @Test func fractionsAreExactWhereTheyFit() throws {
    let size = PixelSize(width: 3, height: 2)
    let pictures = FewColors.pictures(4, size, colors: [0xFF00_00FF, 0xFFFF_0000])
    let exact = (1...4).map {
      Delay.declared(ticks: Int64($0) * 1001, timebase: Timebase(1, 30_000))
    }
    #expect(
      APNGTimes(try made(pictures, size, delays: exact)).delays.map(\.time) == exact.map(\.time))
    // 90 kHz does not fit in 16 bits: milliseconds, each boundary rounded.
    let odd = (1...4).map {
      Delay.declared(ticks: Int64($0) * 3_001, timebase: Timebase(1, 90_000))
    }
    let times = APNGTimes(try made(pictures, size, delays: odd)).delays.map(\.time)
    #expect(times == [33, 67, 100, 133].map { RationalTime($0, 1000) })
  }

  @Test func longFramesAndPlaysAreCounted() throws {
    let size = PixelSize(width: 3, height: 2)
    let pictures = FewColors.pictures(2, size, colors: [0xFF00_00FF, 0xFFFF_0000])
    let delays: [Delay] = [.milliseconds(140_001), .milliseconds(40)]
    let written = APNGTimes(try made(pictures, size, delays: delays, plays: .plays(3)))
    #expect(written.plays == 3)
    #expect(
      written.delays.map(\.time)
        == [60_000, 60_000, 20_001, 40].map { RationalTime($0, 1000) })
    let asked = try made(pictures, size) { $0.image.plays = .forever }
    #expect(APNGTimes(asked).plays == 0)
  }

  @Test func aStillIsAPlainPNG() throws {
    let size = PixelSize(width: 3, height: 2)
    let file = try made(
      FewColors.pictures(1, size, colors: [0xFF00_00FF, 0xFFFF_0000]), size)
    #expect(APNGTimes(file).delays.isEmpty && APNGTimes(file).plays == nil)
  }
}

/// The times and plays of an APNG by its chunks alone.
private struct APNGTimes {
  private(set) var delays: [(numerator: Int, denominator: Int, time: RationalTime)] = []
  private(set) var plays: Int?

  init(_ file: [UInt8]) {
    var at = 8
    func word(_ at: Int, _ count: Int) -> Int {
      file[at..<(at + count)].reduce(0) { $0 << 8 | Int($1) }
    }
    while at < file.count {
      let length = word(at, 4)
      let type = String(decoding: file[(at + 4)..<(at + 8)], as: UTF8.self)
      if type == "acTL" { plays = word(at + 12, 4) }
      if type == "fcTL" {
        let (numerator, denominator) = (word(at + 28, 2), word(at + 30, 2))
        delays.append(
          (numerator, denominator, RationalTime(Int64(numerator), Int64(denominator))))
      }
      at += length + 12
    }
  }
}
