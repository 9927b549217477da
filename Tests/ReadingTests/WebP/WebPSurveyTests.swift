import AnimTiming
import FrameTestSupport
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages

/// The known properties of a WebP before a pixel is decoded.
struct WebPSurveyTests {
  private typealias Frame = WebPBuilder.Frame
  private let dot = Frame(w: 4, h: 4, fill: WebPBuilder.red)

  private func build(plays: Int? = 0, _ body: (inout WebPBuilder) -> Void) -> [UInt8] {
    var webp = WebPBuilder(4, 4, plays: plays)
    body(&webp)
    return webp.bytes
  }

  private func still(_ type: String, _ content: [UInt8]) -> [UInt8] {
    WebPBuilder.file(WebPBuilder.chunk(type, content))
  }

  @Test func delaysAreRaw() throws {
    let values = [0, 1, 10, 11, 65536, 16_777_215]
    let bytes = build { webp in
      for value in values { webp.frame(Frame(w: 4, h: 4, fill: 0, delay: value)) }
    }
    let info = try openWebP(bytes).info
    #expect(info.kind == .webp)
    #expect(info.frames.map(\.delay) == values.map { .milliseconds(Int64($0)) })
  }

  @Test func playsAreAsDeclared() throws {
    for (stored, plays) in [(0, LoopCount.forever), (1, .plays(1)), (65535, .plays(65535))] {
      let info = try openWebP(build(plays: stored) { $0.frame(dot) }).info
      #expect(info.plays == plays)
      #expect(info.declaresPlays)
    }
    let info = try openWebP(build(plays: nil) { $0.frame(dot) }).info
    #expect(info.plays == .plays(1))
    #expect(!info.declaresPlays)
  }

  @Test func rectanglesDisposalAndBlend() throws {
    let bytes = build { webp in
      webp.frame(dot)
      webp.frame(Frame(x: 2, y: 0, w: 2, h: 3, fill: 0, clears: true))
      webp.frame(Frame(x: 0, y: 2, w: 1, h: 1, fill: 0, overwrites: true))
    }
    let info = try openWebP(bytes).info
    #expect(info.size == PixelSize(width: 4, height: 4))
    #expect(info.frames.map(\.rect.description) == ["4x4+0+0", "2x3+2+0", "1x1+0+2"])
    #expect(info.frames.map(\.disposal) == [.keep, .clear, .keep])
    #expect(info.frames.map(\.blend) == [.over, .over, .source])
  }

  @Test func aStillPictureIsOneFrameWithoutADelay() throws {
    let lossless = WebPBuilder.lossless(3, 2, Array(repeating: WebPBuilder.red, count: 6))
    for (bytes, size) in [
      (still("VP8L", lossless), PixelSize(width: 3, height: 2)),
      (still("VP8 ", WebPBuilder.lossy), PixelSize(width: 8, height: 8)),
      (
        WebPBuilder.file(
          WebPBuilder.extended(8, 8, flags: 0x10)
            + WebPBuilder.lossy(alpha: Array(repeating: 9, count: 64))),
        PixelSize(width: 8, height: 8)
      ),
    ] {
      let info = try openWebP(bytes).info
      #expect(info.size == size)
      #expect(info.frames.map(\.delay) == [.missing])
      #expect(info.plays == .plays(1))
      #expect(!info.declaresPlays)
      #expect(info.warnings == [])
    }
  }

  @Test func oddAndUnknownChunksAreSkipped() throws {
    let bytes = build { webp in
      webp.raw(WebPBuilder.chunk("ICCP", [1, 2, 3]))
      webp.frame(dot)
      webp.raw(WebPBuilder.chunk("what", [1]))
      webp.raw(WebPBuilder.chunk("none", []))
      let odd = WebPBuilder.chunk("huh?", [1, 2, 3, 4, 5])
      let picture = WebPBuilder.chunk("VP8L", WebPBuilder.lossless(4, 4, dot.pixels))
      webp.frame(Frame(w: 4, h: 4, pixels: dot.pixels, content: odd + picture + odd))
      webp.raw(WebPBuilder.chunk("XMP ", [1, 2, 3]))
    }
    let source = try openWebP(bytes, isStrict: true)
    #expect(source.info.warnings == [])
    #expect(try remaining(source).map { drawing($0)[0] } == ["rrrr", "rrrr"])
    // The padding of the last chunk may be missing.
    #expect(try openWebP(bytes.dropLast()).info.warnings == [])
  }

  @Test func whatFollowsTheFileIsNoFrame() throws {
    let bytes = build { $0.frame(dot) }
    let info = try openWebP(bytes + [1, 2, 3], isStrict: true).info
    #expect(info.frames.count == 1)
  }

  @Test func alphaIsWhatHeadersTell() throws {
    let half = Frame(w: 4, h: 4, fill: 0x8000_00ff)
    func alpha(_ frames: Frame...) throws -> SourceInfo.AlphaPresence {
      try openWebP(build { webp in frames.forEach { webp.frame($0) } }).info.alpha
    }
    #expect(try alpha(dot) == .absent)
    #expect(try alpha(dot, half) == .possible)
    #expect(try alpha(Frame(w: 3, h: 4, fill: WebPBuilder.red), dot) == .present)
    let clearing = Frame(w: 4, h: 4, fill: WebPBuilder.red, clears: true)
    #expect(try alpha(clearing, dot) == .absent)
    #expect(try alpha(clearing, Frame(w: 3, h: 4, fill: WebPBuilder.red)) == .possible)
    #expect(try openWebP(still("VP8 ", WebPBuilder.lossy)).info.alpha == .absent)
    let declared = WebPBuilder.lossless(4, 4, dot.pixels, declaresAlpha: true)
    #expect(try openWebP(still("VP8L", declared)).info.alpha == .possible)
    #expect(try !openWebP(still("VP8L", declared)).detectAlpha())
    let mixed = WebPBuilder.lossy(alpha: Array(repeating: 9, count: 64))
    #expect(try openWebP(WebPBuilder.file(mixed)).info.alpha == .possible)
  }

  @Test func filesWithoutAPictureAreRefused() throws {
    #expect(throws: ReadingError.noFrames) { try openWebP(build { _ in }) }
    #expect(throws: ReadingError.noFrames) { try openWebP(WebPBuilder.file([])) }
    // Images in the wrong place: a frame without an animation, an image next to frames.
    var outside = WebPBuilder(8, 8)
    outside.raw(WebPBuilder.chunk("VP8 ", WebPBuilder.lossy))
    #expect(throws: ReadingError.noFrames) { try openWebP(outside.bytes) }
    var frame = build { $0.frame(dot) }
    frame[20] = 0x10
    #expect(throws: ReadingError.noFrames) { try openWebP(frame) }
    for (type, content) in [
      ("VP8 ", [1] + WebPBuilder.lossy.dropFirst()), ("VP8L", [0x2e, 0, 0, 0, 0]),
      ("VP8L", [0x2f, 0, 0, 0, 0x20]), ("VP8L", []), ("VP8X", [0, 0, 0]),
    ] {
      let error = #expect(throws: ReadingError.self) { try openWebP(still(type, content)) }
      guard case .malformed = error else {
        Issue.record("\(type): \(String(describing: error))")
        continue
      }
    }
    #expect(throws: ReadingError.unknownKind) {
      try openWebP(Array("RIFF____WAVEfmt ".utf8))
    }
  }

  @Test func thePictureIsRightWhereTheHeaderIsNot() throws {
    let bytes = WebPBuilder.file(
      WebPBuilder.extended(9, 5, flags: 0) + WebPBuilder.chunk("VP8 ", WebPBuilder.lossy))
    let info = try openWebP(bytes).info
    #expect(info.size == PixelSize(width: 8, height: 8))
    #expect(info.warnings.map(\.kind) == [.nonconforming])
  }

  /// As a browser would refuse them, a picture that is shown all the same comes with a warning.
  @Test func aPictureBehindAnotherFirstChunkIsReported() throws {
    let picture = WebPBuilder.chunk("VP8 ", WebPBuilder.lossy)
    for (first, kind) in [
      (WebPBuilder.chunk("VP8Y", [0, 0, 0, 0, 7, 0, 0, 7, 0, 0]), ReadingWarning.Kind.unknownData),
      (WebPBuilder.chunk("EXIF", [1, 2, 3]), .nonconforming),
      (WebPBuilder.chunk("ALPH", [0] + Array(repeating: 255, count: 64)), .nonconforming),
    ] {
      let info = try openWebP(WebPBuilder.file(first + picture)).info
      #expect(info.size == PixelSize(width: 8, height: 8))
      #expect(info.warnings.map(\.kind) == [kind])
      #expect(info.warnings.map(\.byteOffset) == [20])
    }
    // The order of the other chunks is free.
    let behind = WebPBuilder.file(
      WebPBuilder.extended(8, 8, flags: 0) + WebPBuilder.chunk("VP8Y", [1]) + picture)
    #expect(try openWebP(behind).info.warnings.isEmpty)
  }
}
