import AnimTiming
import FrameTestSupport
import TestSupport
import Testing

@testable import Reading
@testable import Stages

/// The frames of animations that follow the rules in unusual ways, or break them.
@Suite struct APNGRuleTests {
  private static let red: UInt32 = 0xff00_00ff
  private static let green: UInt32 = 0xff00_ff00
  private static let blue: UInt32 = 0xffff_0000

  private func open(
    _ png: PNGBuilder, isStrict: Bool = false
  ) throws -> any FrameSource {
    var options = ReadingOptions()
    options.isStrict = isStrict
    return try openSource(.bytes(png.bytes, name: "test.png"), options: options)
  }

  /// Two one-pixel frames; the first is the default image. `tamper` adds chunks between them.
  private func twoFrames(
    announced: Int = 2, tamper: (inout PNGBuilder) -> Void = { _ in }
  ) -> PNGBuilder {
    var png = PNGBuilder(1, 1)
    png.animation(frames: announced, plays: 3)
    png.control(w: 1, h: 1)
    png.data([Self.red])
    tamper(&png)
    png.control(w: 1, h: 1)
    png.frameData([Self.green])
    png.end()
    return png
  }

  @Test func aStillPictureIsOneFrameWithoutADelay() throws {
    var png = PNGBuilder(2, 1)
    png.data([Self.red, 0x00ff_ffff])
    png.end()
    let source = try open(png, isStrict: true)
    #expect(source.info.kind == .png)
    #expect(source.info.frames.map(\.delay) == [.missing])
    #expect(source.info.plays == .plays(1))
    #expect(!source.info.declaresPlays)
    #expect(source.info.alpha == .possible)
    #expect(try source.allPixels() == [[Self.red, 0]])
  }

  @Test func playsAndDelaysAreAsDeclared() throws {
    var png = PNGBuilder(1, 1)
    png.animation(frames: 4)
    for delay in [(0, 0), (7, 0), (65535, 65535), (1, 60)] {
      png.control(w: 1, h: 1, delay: delay)
      if delay == (0, 0) { png.data([Self.red]) } else { png.frameData([Self.red]) }
    }
    png.end()
    let source = try open(png, isStrict: true)
    #expect(source.info.plays == .forever)
    #expect(
      source.info.frames.map(\.delay) == [
        .declared(ticks: 0, timebase: .centiseconds), .declared(ticks: 7, timebase: .centiseconds),
        .declared(ticks: 65535, timebase: Timebase(1, 65535)),
        .declared(ticks: 1, timebase: Timebase(1, 60)),
      ])
    #expect(try open(twoFrames()).info.plays == .plays(3))
  }

  @Test func anAnimationOfOneFramePlaysOnce() throws {
    var png = PNGBuilder(1, 1)
    png.animation(frames: 1)
    png.control(w: 1, h: 1)
    png.data([Self.red])
    png.end()
    #expect(try open(png).info.plays == .plays(1))
  }

  @Test func theStillPictureIsNotShownUnlessItIsAFrame() throws {
    var png = PNGBuilder(1, 1)
    png.animation(frames: 1)
    png.data([Self.red])
    png.control(w: 1, h: 1)
    png.frameData([Self.green], chunks: 4)
    png.end()
    #expect(try open(png, isStrict: true).allPixels() == [[Self.green]])
  }

  @Test func theControlOfTheFirstFrameMayComeBeforeThatOfTheAnimation() throws {
    var png = PNGBuilder(1, 1)
    png.control(w: 1, h: 1)
    png.animation(frames: 2)
    png.data([Self.red])
    png.control(w: 1, h: 1)
    png.frameData([Self.green])
    png.end()
    #expect(try open(png, isStrict: true).allPixels() == [[Self.red], [Self.green]])
  }

  @Test func framesBeyondTheAnnouncedNumberAreLeftOut() throws {
    let source = try open(twoFrames(announced: 1))
    #expect(try source.allPixels() == [[Self.red]])
    #expect(source.info.warnings.map(\.kind) == [.nonconforming])
  }

  @Test func fewerFramesThanAnnouncedAreAllShown() throws {
    let source = try open(twoFrames(announced: 0x7fff_ffff))
    #expect(try source.allPixels().count == 2)
    #expect(source.info.warnings.map(\.kind) == [.nonconforming])
  }

  @Test func aFrameWithoutDataIsLeftOut() throws {
    let png = twoFrames { $0.control(w: 1, h: 1) }
    let source = try open(png)
    #expect(try source.allPixels() == [[Self.red], [Self.green]])
    #expect(source.info.warnings.map(\.kind) == [.damagedFrame])
    #expect(throws: ReadingError.self) { try open(png, isStrict: true) }
  }

  @Test func aSecondAnimationControlIsIgnored() throws {
    var png = PNGBuilder(1, 1)
    png.animation(frames: 1)
    png.animation(frames: 2)
    png.data([Self.red])
    png.control(w: 1, h: 1)
    png.frameData([Self.green])
    png.end()
    let source = try open(png)
    #expect(try source.allPixels() == [[Self.green]])
    #expect(source.info.warnings.map(\.kind) == [.nonconforming])
  }

  @Test func aWrongSequenceNumberEndsTheAnimation() throws {
    var png = twoFrames()
    var broken = twoFrames { png in
      png.control(w: 1, h: 1, blend: 1)
      png.frameData([Self.blue], sequence: 9)
    }
    let source = try open(broken)
    #expect(try source.allPixels() == [[Self.red], [Self.red]])
    #expect(source.info.warnings.map(\.kind) == [.unknownData])

    broken = twoFrames { $0.control(w: 1, h: 1, sequence: 5) }
    #expect(try open(broken).allPixels() == [[Self.red]])
    png.raw([])
    #expect(try open(png, isStrict: true).allPixels().count == 2)
  }

  @Test func anAnimationThatCannotStartShowsTheStillPicture() throws {
    func broken(_ chunks: (inout PNGBuilder) -> Void) -> PNGBuilder {
      var png = PNGBuilder(2, 1)
      png.animation(frames: 1)
      png.data([Self.red, Self.red])
      chunks(&png)
      png.end()
      return png
    }
    let pictures = [
      broken { _ in },
      broken { $0.control(w: 2, h: 1, sequence: 1) },
      broken { $0.frameData([Self.green, Self.green]) },
      broken { png in
        png.control(w: 2, h: 1)
        png.frameData([Self.green, Self.green], sequence: 7)
      },
      broken { $0.control(w: 3, h: 1) },
      broken { $0.control(x: 1, w: 2, h: 1) },
      broken { $0.control(w: 0, h: 1) },
      broken { $0.control(w: 2, h: 1, disposal: 3) },
      broken { $0.control(w: 2, h: 1, blend: 2) },
      broken { $0.control(x: 0x7fff_ffff, y: 0x7fff_ffff, w: 0x7fff_ffff, h: 0x7fff_ffff) },
      broken { $0.chunk("fcTL", [1, 2, 3]) },
    ]
    for png in pictures {
      let source = try open(png)
      #expect(source.info.kind == .png)
      #expect(source.info.frames.map(\.delay) == [.missing])
      #expect(try source.allPixels() == [[Self.red, Self.red]])
      #expect(source.info.warnings.contains { $0.kind == .damagedFrame })
      #expect(throws: ReadingError.self) { try open(png, isStrict: true) }
    }
  }

  @Test func aDamagedFrameKeepsItsPlaceAndTime() throws {
    var png = PNGBuilder(2, 2)
    png.animation(frames: 3)
    png.control(w: 2, h: 2)
    png.data([UInt32](repeating: Self.red, count: 4))
    png.control(w: 2, h: 2, delay: (5, 100))
    let rows = png.packed(w: 2, h: 1) { _, _ in [0, 255, 0, 255] }
    png.frameData(raw: PNGBuilder.zlib(rows))
    png.control(w: 2, h: 2, blend: 1)
    png.frameData(raw: PNGBuilder.zlib(rows), sumError: 1)
    png.end()
    let source = try open(png)
    #expect(source.info.frames.count == 3)
    #expect(source.info.frames[1].delay == .fraction(5, 100))
    // Replacing: the missing row is transparent. Blended over the canvas, which stays visible.
    let half = [Self.green, Self.green, 0, 0]
    #expect(
      try source.allPixels() == [[UInt32](repeating: Self.red, count: 4), half, half])
    #expect(source.info.warnings.map(\.frame) == [2])
    #expect(source.warnings.map(\.frame) == [1])
    #expect(source.warnings.map(\.kind) == [.damagedFrame])
    #expect(throws: ReadingError.self) { try open(png, isStrict: true) }
  }

  @Test func aDamagedOnlyPictureIsRefused() throws {
    var png = PNGBuilder(2, 2)
    png.chunk("IDAT", PNGBuilder.zlib(png.packed(w: 2, h: 1) { _, _ in [0, 0, 0, 255] }))
    png.end()
    let source = try open(png)
    let error = #expect(throws: ReadingError.self) { try source.next() }
    if case .malformed(_, frame: 0, _) = error {} else { Issue.record("\(error as Any)") }
    #expect(try source.next() == nil)
  }

  @Test func opaqueFormatsHaveNoAlphaToDecode() throws {
    for (color, channels) in [(0, 1), (2, 3)] {
      var png = PNGBuilder(3, 1, color: color)
      png.chunk(
        "IDAT",
        PNGBuilder.zlib(png.packed(w: 3, h: 1) { x, _ in Array(repeating: x, count: channels) }))
      png.end()
      let source = try open(png)
      #expect(source.info.alpha == .absent)
      #expect(try !source.detectAlpha())
    }
    var png = PNGBuilder(2, 1, color: 0)
    png.animation(frames: 2)
    png.chunk("IDAT", PNGBuilder.zlib([0, 1, 2]))
    png.control(w: 1, h: 1)
    png.frameData(raw: PNGBuilder.zlib([0, 9]))
    png.end()
    let source = try open(png)
    #expect(source.info.alpha == .present)
    #expect(try source.allPixels() == [[0xff09_0909, 0]])
  }
}
