import AnimTiming
import FrameTestSupport
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages

/// The known properties of a GIF before a pixel is decoded.
struct GIFSurveyTests {
  private typealias Frame = GIFBuilder.Frame
  private let dot = Frame(w: 4, h: 4, fill: 1, delay: 10)

  private func build(_ body: (inout GIFBuilder) -> Void) -> [UInt8] {
    var gif = GIFBuilder(4, 4)
    body(&gif)
    return gif.bytes
  }

  private func delays(_ bytes: [UInt8]) throws -> [Delay] {
    try openGIF(bytes).info.frames.map(\.delay)
  }

  @Test func delaysAreRaw() throws {
    let values = [0, 1, 2, 3, 4, 10, 255, 256, 65535]
    let bytes = build { gif in
      for value in values { gif.frame(Frame(w: 4, h: 4, delay: value)) }
      gif.frame(Frame(w: 4, h: 4, delay: nil))
      gif.end()
    }
    #expect(try delays(bytes) == values.map { .centiseconds(Int64($0)) } + [.missing])
  }

  @Test func lastControlBeforeAFrameCountsAndIsUsedUp() throws {
    let bytes = build { gif in
      gif.control(delay: 5, disposal: 2, transparent: 1)
      gif.control(delay: 7)
      gif.frame(Frame(w: 4, h: 4, delay: nil))
      gif.frame(Frame(w: 4, h: 4, delay: nil))
      gif.end()
    }
    let frames = try openGIF(bytes).info.frames
    #expect(frames.map(\.delay) == [.centiseconds(7), .missing])
    #expect(frames.map(\.disposal) == [.keep, .keep])
    #expect(frames.map(\.blend) == [.source, .source])
  }

  @Test func plainTextDoesNotUseUpAControl() throws {
    let bytes = build { gif in
      gif.control(delay: 5, disposal: 2, transparent: 1)
      gif.raw([0x21, 0x01, 12, 0, 0, 0, 0, 4, 0, 4, 0, 8, 8, 1, 2, 1, 65, 0])
      gif.frame(Frame(w: 4, h: 4, delay: nil))
      gif.end()
    }
    let frame = try #require(try openGIF(bytes).info.frames.first)
    #expect(frame.delay == .centiseconds(5))
    #expect(frame.disposal == .clear)
    #expect(frame.blend == .over)
  }

  @Test func controlMayBeTooLongButNotTooShort() throws {
    let long = build { gif in
      gif.frame(dot)
      gif.raw([0x21, 0xf9, 6, 9, 5, 0, 1, 2, 3, 0])
      gif.frame(Frame(w: 4, h: 4, delay: nil))
      gif.end()
    }
    #expect(try delays(long) == [.centiseconds(10), .centiseconds(5)])
    let warning = try #require(try openGIF(long).info.warnings.first)
    #expect(warning.kind == .unknownData && warning.frame == 1)
    #expect(warning.detail.contains("has 6 bytes instead of 4"))
    let short = build { gif in
      gif.frame(dot)
      gif.raw([0x21, 0xf9, 2, 9, 5, 0])
      gif.frame(Frame(w: 4, h: 4, delay: nil))
      gif.end()
    }
    let source = try openGIF(short)
    #expect(source.info.frames.count == 1)
    #expect(source.info.warnings.map(\.kind) == [.unknownData])
  }

  @Test func withoutALoopExtensionItPlaysOnce() throws {
    let info = try openGIF(
      build {
        $0.frame(dot)
        $0.end()
      }
    ).info
    #expect(info.plays == .plays(1))
    #expect(!info.declaresPlays)
  }

  @Test(arguments: ["NETSCAPE2.0", "ANIMEXTS1.0"])
  func repetitionsBecomeTotalPlays(_ application: String) throws {
    for (stored, plays) in [(0, LoopCount.forever), (1, .plays(2)), (65535, .plays(65536))] {
      let before = build { gif in
        gif.loop(stored, application: application)
        gif.frame(dot)
        gif.end()
      }
      let after = build { gif in
        gif.frame(dot)
        gif.loop(stored, application: application)
        gif.end()
      }
      for bytes in [before, after] {
        let info = try openGIF(bytes).info
        #expect(info.plays == plays)
        #expect(info.declaresPlays)
      }
    }
  }

  @Test func lastLoopExtensionCounts() throws {
    let bytes = build { gif in
      gif.loop(3)
      gif.loop(5)
      gif.frame(dot)
      gif.end()
    }
    #expect(try openGIF(bytes).info.plays == .plays(6))
  }

  @Test func otherLoopBlocksAreIgnored() throws {
    let short: [UInt8] = [2, 1, 5, 0]
    let buffering: [UInt8] = [5, 2, 0, 1, 0, 0, 0]
    for block in [short, buffering] {
      let bytes = build { gif in
        gif.raw([0x21, 0xff, 11] + Array("NETSCAPE2.0".utf8) + block)
        gif.frame(dot)
        gif.end()
      }
      #expect(try openGIF(bytes).info.plays == .plays(1))
    }
    let lowerCase = build {
      $0.loop(4, application: "netscape2.0")
      $0.frame(dot)
      $0.end()
    }
    #expect(try openGIF(lowerCase).info.plays == .plays(1))
  }

  @Test func rectanglesAreClipped() throws {
    let bytes = build { gif in
      gif.frame(dot)
      gif.frame(Frame(x: 3, y: 1, w: 3, h: 2, delay: 1, isInterlaced: true))
      gif.frame(Frame(x: 9, y: 9, w: 3, h: 2, delay: 1))
      gif.end()
    }
    let frames = try openGIF(bytes).info.frames
    #expect(
      frames.map(\.rect) == [
        PixelRect(x: 0, y: 0, width: 4, height: 4), PixelRect(x: 3, y: 1, width: 1, height: 2),
        .empty,
      ])
    #expect(frames.map(\.isInterlaced) == [false, true, false])
  }

  @Test func commentsAreText() throws {
    let bytes = build { gif in
      gif.comment(Array("hello".utf8))
      gif.comment([])
      gif.comment(Array(String(repeating: "ü", count: 300).utf8))
      gif.frame(dot)
      gif.comment([0x66, 0xfc, 0x72])
      gif.end()
    }
    #expect(
      try openGIF(bytes).info.metadata.comments == [
        "hello", String(repeating: "ü", count: 300), "für",
      ])
  }

  @Test func otherExtensionsAreSkipped() throws {
    let trailer: [UInt8] = [1] + (0...255).reversed() + [0]
    let bytes = build { gif in
      gif.raw([0x21, 0xff, 11] + Array("XMP DataXMP<x/>".utf8) + trailer)
      gif.raw([0x21, 0x77, 3, 1, 2, 3, 0])
      gif.raw([0x21, 0xff, 0])
      gif.frame(dot)
      gif.end()
    }
    let source = try openGIF(bytes)
    #expect(source.info.frames.count == 1)
    #expect(source.info.warnings == [])
  }

  @Test func bothVersionsAreRead() throws {
    for version in ["GIF87a", "GIF89a"] {
      var gif = GIFBuilder(4, 4, version: version)
      gif.frame(Frame(w: 4, h: 4, fill: 1, delay: nil))
      gif.end()
      #expect(try openGIF(gif.bytes).info.frames.map(\.delay) == [.missing])
    }
  }

  @Test(arguments: ["GIF99a", "GIF88a", "GIF89b", "GIF\u{0}\u{0}\u{0}"])
  func otherVersionsAreRefused(_ version: String) throws {
    var gif = GIFBuilder(4, 4, version: version)
    gif.frame(dot)
    gif.end()
    let error = #expect(throws: ReadingError.self) { try openGIF(gif.bytes) }
    guard case .malformed(_, nil, 3) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func whatFollowsTheTrailerIsReportedAndNotRead() throws {
    let bytes = build {
      $0.frame(dot)
      $0.end()
    }
    for tail in [[0xde, 0xad], bytes] {
      let source = try openGIF(bytes + tail)
      #expect(source.info.frames.count == 1)
      #expect(source.info.warnings.count == 1)
    }
  }

  @Test func aByteThatStartsNoBlockEndsTheAnimation() throws {
    let bytes = build { gif in
      gif.frame(dot)
      gif.raw([0])
      gif.frame(dot)
      gif.end()
    }
    let source = try openGIF(bytes)
    #expect(source.info.frames.count == 1)
    #expect(source.info.warnings.map(\.kind) == [.unknownData])
    #expect(throws: ReadingError.damaged(source.info.warnings[0])) {
      try openGIF(bytes, isStrict: true)
    }
  }

  @Test func alphaIsPresentWhenTheFirstFrameLeavesARest() throws {
    let small = build {
      $0.frame(Frame(w: 3, h: 4))
      $0.end()
    }
    #expect(try openGIF(small).info.alpha == .present)
    #expect(
      try openGIF(
        build {
          $0.frame(dot)
          $0.end()
        }
      ).info.alpha == .possible)
  }

  @Test func filesWithoutAFrameAreRefused() throws {
    #expect(throws: ReadingError.empty) { try openGIF([]) }
    #expect(throws: ReadingError.unknownKind) { try openGIF(Array("PNG".utf8)) }
    #expect(throws: ReadingError.noFrames) { try openGIF(GIFBuilder(4, 4).bytes) }
    #expect(throws: ReadingError.noFrames) { try openGIF(build { $0.end() }) }
    let flat = build {
      $0.frame(Frame(w: 0, h: 0, indices: []))
      $0.end()
    }
    #expect(try openGIF(flat).info.size == PixelSize(width: 4, height: 4))
    var nothing = GIFBuilder(0, 7)
    nothing.frame(Frame(w: 0, h: 7, indices: []))
    nothing.end()
    #expect(throws: ReadingError.self) { try openGIF(nothing.bytes) }
  }
}
