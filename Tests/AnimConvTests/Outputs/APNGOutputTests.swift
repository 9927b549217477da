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

  /// Decoded by FFmpeg: there are no more colours than requested, transparent pixels stay
  /// transparent, and each colour is close to the original one.
  @Test(arguments: [2, 16, 256])
  func colorsAreAsManyAsRequested(count: Int) throws {
    let size = PixelSize(width: 64, height: 48)
    var random = SeededGenerator(seed: 5)
    let pictures = (0..<3).map { frame in
      (0..<size.area).map { place -> UInt32 in
        let (x, y) = (place % size.width, place / size.width)
        if (x + frame) % 16 < 4 { return 0 }
        let noise = UInt32.random(in: 0..<3, using: &random)
        let alpha: UInt32 = y < 24 ? 255 : UInt32(255 - 4 * (y - 24))
        return UInt32(4 * x) | UInt32(5 * y) << 8 | (100 + noise) << 16 | alpha << 24
      }
    }
    let file = try made(pictures, size) { $0.image.colors = count }
    try TemporaryFolder.with { folder in
      try folder.write(file, to: "a.apng")
      let decoded = try FFprobe.decode(folder.appending("a.apng").string, pixelFormat: "rgba")
      try #require(decoded.count == 3 * size.area * 4)
      var colors: Set<[UInt8]> = []
      var error = 0
      for (place, pixel) in pictures.joined().enumerated() {
        let found = Array(decoded[place * 4..<place * 4 + 4])
        colors.insert(found)
        #expect((pixel == 0) == (found == [0, 0, 0, 0]))
        for channel in 0..<4 {
          error += abs(Int(found[channel]) - Int(pixel >> (8 * channel) & 255))
        }
      }
      #expect(colors.count <= count)
      let mean = Double(error) / Double(3 * size.area * 4)
      #expect(mean < [2: 50, 16: 14, 256: 4][count]!, "\(mean)")
      let exact = try made(pictures, size)
      #expect(count == 2 || file.count < exact.count)
    }
  }

  /// Images with no more colours than requested stay exact.
  @Test func fewColorsStayAsTheyAre() throws {
    let size = PixelSize(width: 21, height: 13)
    let pictures = FewColors.pictures(5, size, colors: FewColors.all[0])
    let limited = try made(pictures, size) { $0.image.colors = 256 }
    #expect(limited == (try made(pictures, size)))
  }

  /// Colours are reduced first, then the rate; the size stays.
  @Test func aLimitOnBytesTakesColorsBeforeTheSize() throws {
    let size = PixelSize(width: 96, height: 96)
    var random = SeededGenerator(seed: 7)
    let pictures = (0..<6).map { frame in
      (0..<size.area).map { place -> UInt32 in
        let noise = UInt32.random(in: 0..<8, using: &random)
        return UInt32(place % 96 * 2) + noise | UInt32(place / 96 * 2) << 8
          | UInt32(frame * 40) << 16 | 0xFF00_0000
      }
    }
    let exact = try made(pictures, size).count
    let limit = exact / 3
    var conversion = Conversion(input: .path("in"), output: .file("out.apng"))
    conversion.image.colors = nil
    let plan = try Planner(conversion: conversion) { _, _ in }.plan(
      ArraySource(pictures, size: size, kind: .webp))
    #expect(
      plan.content.qualities(conversion).map(\.title)
        == [256, 128, 64, 32, 16].map { "\($0) colours" })
    let small = try made(pictures, size) { $0.sizeTarget.maxBytes = Int64(limit) }
    #expect(small.count <= limit)
    let source = try openBytes(small, name: "a.apng")
    #expect(source.info.size == size)
    #expect(source.info.frames.count == 6)
  }

  /// Encodes pictures with every distinct effort and decodes them with FFmpeg.
  private func expectExact(
    _ pictures: [[UInt32]], _ size: PixelSize, _ look: (_ file: [UInt8], _ effort: Int) -> Void
  ) throws {
    let expected = pictures.joined().flatMap { pixel in
      (0..<4).map { UInt8(truncatingIfNeeded: pixel >> ($0 * 8)) }
    }
    for effort in [0, 2, 4, 6, 9] {
      let file = try made(pictures, size) { $0.image.effort = effort }
      try TemporaryFolder.with { folder in
        try folder.write(file, to: "a.apng")
        let decoded = try FFprobe.decode(folder.appending("a.apng").string, pixelFormat: "rgba")
        #expect(decoded == expected, "effort \(effort)")
      }
      look(file, effort)
    }
  }

  /// More opaque colours than a palette has, and few changes: a colour that no frame has marks the
  /// unchanged pixels.
  @Test(arguments: [false, true]) func aColorThatIsNotThereMeansNothing(isGray: Bool) throws {
    let size = PixelSize(width: 40, height: 30)
    // Every grey except one occurs.
    let pictures = (0..<4).map { frame in
      (0..<size.area).map { place -> UInt32 in
        let level = UInt32(place % 255)
        if place / 7 % 40 == frame * 3 { return 0xFF00_0000 | UInt32(frame * 3) * 0x1_0101 }
        if isGray { return 0xFF00_0000 | level * 0x1_0101 }
        return place < 600
          ? 0xFF00_0000 | UInt32(place % 256) * 0x1_0101 : 0xFF00_0000 | level << 8 | 7
      }
    }
    try expectExact(pictures, size) { file, effort in
      let samples: [UInt8]? = isGray ? [0, 255] : nil
      let chunk = APNGTimes(file).transparency
      #expect(chunk?.count == (isGray ? 2 : 6), "effort \(effort)")
      if let samples { #expect(chunk == samples) }
    }
  }

  /// If it were blended over itself, a partly transparent colour would change.
  @Test func neverDrawsPartlyTransparentPixelsOverThemselves() throws {
    let size = PixelSize(width: 33, height: 20)
    let pictures = (0..<4).map { frame in
      (0..<size.area).map { place -> UInt32 in
        let (x, y) = (place % size.width, place / size.width)
        if x == 4 + frame * 5, y % 3 == 0 { return 0xFF00_0000 | UInt32(y) * 0x0C05 }
        return x % 5 < 2 ? 0x8000_0000 | UInt32(x / 5) * 0x20_1008 : 0xFF40_3020
      }
    }
    try expectExact(pictures, size) { _, _ in }
  }

  /// Vanishing pixels are cleared, or the earlier ones restored, if that is smaller than drawing
  /// them again.
  @Test func framesAreDisposedOf() throws {
    let size = PixelSize(width: 48, height: 40)
    let hidden = (0..<5).map { frame in
      (0..<size.area).map { place -> UInt32 in
        let (x, y) = (place % size.width, place / size.width)
        guard x / 8 == frame, 8..<32 ~= y else { return 0 }
        return 0xFF00_0000 | UInt32((x &* 37 &+ y &* 91) % 251) << 8 | UInt32(y * 5)
      }
    }
    try expectExact(hidden, size) { file, effort in
      #expect((effort == 0) == Set(APNGTimes(file).disposals).isDisjoint(with: [1]))
    }
    let noise = (0..<size.area).map { 0xFF00_0000 | UInt32($0 &* 7919 % 65_521) << 5 }
    let flash = noise.indices.map { $0 % 48 < 30 ? UInt32(0xFFFF_FFFF) : noise[$0] }
    try expectExact([noise, flash, noise, flash, noise], size) { file, effort in
      #expect((effort == 0) == Set(APNGTimes(file).disposals).isDisjoint(with: [2]))
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

/// The times and plays of an APNG, from its chunks alone.
private struct APNGTimes {
  private(set) var delays: [(numerator: Int, denominator: Int, time: RationalTime)] = []
  private(set) var plays: Int?
  private(set) var disposals: [UInt8] = []
  /// The bytes of the chunk that declares transparent samples.
  private(set) var transparency: [UInt8]?

  init(_ file: [UInt8]) {
    var at = 8
    func word(_ at: Int, _ count: Int) -> Int {
      file[at..<(at + count)].reduce(0) { $0 << 8 | Int($1) }
    }
    while at < file.count {
      let length = word(at, 4)
      let type = String(decoding: file[(at + 4)..<(at + 8)], as: UTF8.self)
      if type == "tRNS" { transparency = Array(file[(at + 8)..<(at + 8 + length)]) }
      if type == "acTL" { plays = word(at + 12, 4) }
      if type == "fcTL" {
        disposals.append(file[at + 32])
        let (numerator, denominator) = (word(at + 28, 2), word(at + 30, 2))
        delays.append(
          (numerator, denominator, RationalTime(Int64(numerator), Int64(denominator))))
      }
      at += length + 12
    }
  }
}
