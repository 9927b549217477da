import AnimTiming
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages
@testable import Writing

@Suite struct JXLOutputTests {
  private func made(
    _ pictures: [[UInt32]], _ size: PixelSize, delays: [Delay]? = nil, plays: LoopCount = .forever,
    _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> [UInt8] {
    try ArraySource(pictures, size: size, delays: delays, plays: plays, kind: .webp)
      .written(as: "out.jxl") {
        $0.image.keepsFrames = true
        change(&$0)
      }
  }

  /// The frames of a file, decoded by libjxl.
  private func decoded(_ file: [UInt8]) throws -> any FrameSource {
    try TemporaryFolder.with { folder in
      try folder.write(file, to: "a.jxl")
      let shown = folder.appending("a.apng")
      try JXLTools.decode(folder.appending("a.jxl").string, shown.string)
      return try openBytes(try folder.bytes(of: "a.apng"), name: "a.apng")
    }
  }

  private static let size = PixelSize(width: 41, height: 29)

  /// A moving square: over a picture, over transparency, and half transparent.
  enum Drawing: CaseIterable {
    case opaque, sprite, translucent, noise, repeated

    var frames: [[UInt32]] {
      var random = SeededGenerator(seed: 7)
      let ground = (0..<size.area).map { _ in UInt32.random(in: 0...255, using: &random) }
      return (0..<6).map { frame in
        (0..<size.area).map { place -> UInt32 in
          let (x, y) = (place % size.width, place / size.width)
          let isInside = (frame * 5..<frame * 5 + 9).contains(x) && (6..<17).contains(y)
          switch self {
          case .opaque: return isInside ? 0xFF20_40E0 : 0xFF00_0000 | ground[place] << 8
          case .sprite: return isInside ? 0xFF00_0000 | UInt32(x * 5) : 0
          case .translucent: return isInside ? 0x8010_2030 : y < 10 ? 0xFF50_6070 : 0
          case .noise: return UInt32.random(in: 0...UInt32.max, using: &random) | 0x0100_0000
          case .repeated:
            return (frame / 2 * 5..<frame / 2 * 5 + 9).contains(x) ? 0xFF00_8000 : 0xFFFF_FFFF
          }
        }
      }
    }
  }

  @Test(
    .enabled(if: JXLTools.isAvailable, Comment(rawValue: JXLTools.hint)),
    arguments: Drawing.allCases)
  func everyPixelAndEveryTimeIsExactInLibjxlsOwnDecoder(_ drawing: Drawing) throws {
    let delays = [40, 11, 100, 1000, 65_535, 70_000].map { Delay.milliseconds($0) }
    for effort in [0, 4, 6, 9] {
      let file = try made(drawing.frames, Self.size, delays: delays, plays: .plays(3)) {
        $0.image.effort = effort
      }
      let shown = try decoded(file)
      #expect(try shown.allPixels() == drawing.frames, "effort \(effort)")
      // An APNG holds 16 bits.
      #expect(shown.info.frames.prefix(5).map(\.delay.time) == delays.prefix(5).map(\.time))
      #expect(shown.info.plays == .plays(3))
      let ours = try openBytes(file, name: "a.jxl")
      #expect(try ours.allPixels() == drawing.frames)
      #expect(ours.info.frames.map(\.delay.time) == delays.map(\.time))
      #expect(ours.info.plays == .plays(3) && ours.info.declaresPlays)
    }
  }

  /// Ticks are fractions of a second up to 1,024 over 2³⁰ (ISO/IEC 18181-1).
  @Test func timesOfVideosAreExact() throws {
    let pictures = Array(Drawing.opaque.frames.prefix(3))
    let units = [
      Timebase(1001, 30_000), Timebase(1, 60), Timebase(1, 1 << 30), Timebase(1024, 15_625),
    ]
    for unit in units {
      let tick = max(1, unit.denominator / unit.numerator / 20)
      let delays = [1, 2, 5].map { Delay.declared(ticks: tick * $0, timebase: unit) }
      let file = try made(pictures, Self.size, delays: delays)
      let source = try openBytes(file, name: "a.jxl")
      #expect(source.info.frames.map(\.delay.time) == delays.map(\.time), "\(unit)")
    }
    // Finer durations are rounded to 1/1,000,000 s.
    let odd = Timebase(1, 1 << 30 + 1)
    let delays = [1, 2, 5].map { Delay.declared(ticks: 53_687_091 * $0, timebase: odd) }
    let source = try openBytes(try made(pictures, Self.size, delays: delays), name: "a.jxl")
    #expect(source.info.frames[0].delay.time == RationalTime(50_000, 1_000_000))
  }

  @Test func aLongTimeBecomesSeveralFrames() throws {
    let pictures = Array(Drawing.opaque.frames.prefix(2))
    let delays = [Delay.milliseconds(6_000_000_001), .milliseconds(20)]
    let source = try openBytes(try made(pictures, Self.size, delays: delays), name: "a.jxl")
    let times = source.info.frames.compactMap(\.delay.time)
    #expect(times.count == 3)
    let total = times.dropLast().reduce(.zero, +)
    #expect(total == RationalTime(6_000_000_001, 1000))
    #expect(try source.allPixels() == [pictures[0], pictures[0], pictures[1]])
  }

  @Test func oneFrameIsAStill() throws {
    let picture = Drawing.translucent.frames[2]
    let source = try openBytes(try made([picture], Self.size), name: "a.jxl")
    #expect(source.info.frames.map(\.delay) == [.missing])
    #expect(try source.allPixels() == [picture])
  }

  /// A frame does not depend on earlier requests.
  @Test func framesAreTheSameInAnyOrder() throws {
    let frames = Drawing.translucent.frames
    let source = try openBytes(try made(frames, Self.size), name: "a.jxl")
    for index in [5, 0, 3, 2, 1, 4, 4, 0] {
      try source.seek(to: index)
      let frame = try #require(try source.next())
      #expect(frame.index == index)
      #expect(pixels(frame) == Self.bytes(frames[index]))
    }
  }

  private static func bytes(_ picture: [UInt32]) -> [UInt8] {
    picture.flatMap { pixel in (0..<4).map { UInt8(truncatingIfNeeded: pixel >> ($0 * 8)) } }
  }

  @Test func aQualityGivesUpExactness() throws {
    let size = PixelSize(width: 96, height: 64)
    let pictures = (0..<3).map { frame in
      (0..<size.area).map { place -> UInt32 in
        let (x, y) = (place % size.width, place / size.width)
        return 0xFF00_0000 | UInt32((x * 2 + frame * 9) & 255) | UInt32(y * 3) << 8
          | UInt32((x ^ y) & 63) << 16
      }
    }
    let sizes = try [95, 60, 20].map { quality in
      let file = try made(pictures, size) { $0.image.quality = quality }
      let shown = try openBytes(file, name: "a.jxl").allPixels()
      let found = Self.bytes(Array(shown.joined())).map(Int.init)
      let wanted = Self.bytes(Array(pictures.joined())).map(Int.init)
      let error = zip(found, wanted).map { abs($0 - $1) }.reduce(0, +)
      #expect(error / (3 * 3 * size.area) < 12, "quality \(quality)")
      return file.count
    }
    #expect(sizes[0] > sizes[1] && sizes[1] > sizes[2])
  }

  /// The complete frames of a truncated file are exact; the missing ones are reported.
  @Test func aCutFileShowsWhatItHas() throws {
    let frames = Drawing.opaque.frames
    let file = try made(frames, Self.size)
    var counts: Set<Int> = []
    for count in stride(from: 1, to: file.count, by: 3) {
      guard let source = try? openBytes(Array(file.prefix(count)), name: "a.jxl") else { continue }
      guard let shown = try? source.allPixels() else { continue }
      let told = source.info.warnings + source.warnings
      #expect(!told.isEmpty, "\(count) of \(file.count) bytes")
      let held = told.contains { $0.kind == .damagedFrame } ? 1 : 0
      #expect(shown.dropLast(held).elementsEqual(frames.prefix(shown.count - held)))
      counts.insert(shown.count)
    }
    #expect(counts.count >= 4)
  }

  @Test func damageIsRefusedOrTold() throws {
    var random = SeededGenerator(seed: 11)
    let file = try made(Drawing.sprite.frames, Self.size)
    var tolerated = 0
    for _ in 0..<300 {
      var bytes = file
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 2..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      var limits = ReadingLimits()
      limits.maxPixels = 1 << 20
      limits.maxFrames = 100
      guard let source = try? openBytes(bytes, name: "a.jxl", limits: limits) else { continue }
      if (try? source.allPixels()) != nil { tolerated += 1 }
    }
    #expect(tolerated > 0)
  }

  @Test func aCanvasOverTheLimitIsRefusedByItsHeader() throws {
    let file = try made(Drawing.sprite.frames, Self.size)
    var limits = ReadingLimits()
    limits.maxPixels = Self.size.area - 1
    #expect(throws: ReadingError.self) { try openBytes(file, name: "a.jxl", limits: limits) }
  }
}
