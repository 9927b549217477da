import TestSupport
import Testing

@testable import Reading
@testable import Stages

/// The colour chunks and texts of a PNG.
@Suite struct PNGMetadataTests {
  private func warnings(_ chunks: (String, [UInt8])...) throws -> [ReadingWarning] {
    var png = PNGBuilder(1, 1)
    for (type, content) in chunks { png.chunk(type, content) }
    png.data([0xff00_00ff])
    png.end()
    var options = ReadingOptions()
    // Unsupported colours are not damage.
    options.isStrict = true
    return try openSource(.bytes(png.bytes, name: "color.png"), options: options).info.warnings
  }

  private static let standardPrimaries = [
    31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000,
  ].flatMap(PNGBuilder.word32)
  private static let otherPrimaries = [
    31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000,
  ].flatMap(PNGBuilder.word32)

  @Test func colorsThatAreStandardNeedNoWarning() throws {
    #expect(try warnings().isEmpty)
    #expect(try warnings(("sRGB", [0])).isEmpty)
    #expect(try warnings(("gAMA", PNGBuilder.word32(45455))).isEmpty)
    #expect(
      try warnings(("gAMA", PNGBuilder.word32(45455)), ("cHRM", Self.standardPrimaries)).isEmpty)
    #expect(try warnings(("cICP", [1, 13, 0, 1])).isEmpty)
    // The chunk with higher precedence counts.
    #expect(try warnings(("sRGB", [0]), ("gAMA", PNGBuilder.word32(100_000))).isEmpty)
  }

  @Test func colorsThatAreConvertedNeedNoWarning() throws {
    #expect(try warnings(("gAMA", PNGBuilder.word32(100_000))).isEmpty)
    #expect(
      try warnings(("gAMA", PNGBuilder.word32(55_550)), ("cHRM", Self.otherPrimaries)).isEmpty)
    #expect(try warnings(("cICP", [12, 13, 0, 1])).isEmpty)
  }

  @Test func otherColorsAreNamed() throws {
    let found = try warnings(("cICP", [10, 13, 0, 1]), ("sRGB", [0]))
    #expect(found.map(\.kind) == [.colorProfile])
    #expect(
      found.map(\.detail) == [
        "the colours are in code points 10/13 (cICP), which animconv does not convert; they are "
          + "treated as sRGB"
      ])
  }

  @Test func highDynamicRangeIsMappedAndNamed() throws {
    let found = try warnings(("cICP", [9, 16, 0, 1]), ("sRGB", [0]))
    #expect(found.map(\.kind) == [.colorProfile])
    #expect(
      found.map(\.detail) == [
        "high dynamic range (PQ) becomes standard range, as Chromium shows it"
      ])
  }

  @Test func toleratesDamagedAndShortColorChunks() throws {
    #expect(try warnings(("gAMA", [1]), ("cHRM", [1]), ("cICP", [1]), ("iCCP", [65])).isEmpty)
    var png = PNGBuilder(1, 1)
    png.chunk("gAMA", PNGBuilder.word32(1), sumError: 1)
    png.data([0])
    png.end()
    let source = try openSource(.bytes(png.bytes, name: "color.png"))
    #expect(source.info.warnings.map(\.kind) == [.unknownData])
  }

  @Test func textsAreCommentsUnlessCompressedOrForPrograms() throws {
    var png = PNGBuilder(1, 1)
    png.chunk("tEXt", Array("Comment\0a walk".utf8))
    png.chunk("tEXt", Array("Author\0".utf8) + [0xc4])
    png.chunk("iTXt", Array("Title\0\0\0de\0Titel\0Grüße".utf8))
    png.chunk("iTXt", Array("Title\0\u{1}\0\0\0xx".utf8))
    png.chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0<x/>".utf8))
    png.chunk("zTXt", Array("Comment\0\0xx".utf8))
    png.chunk("tEXt", Array("no separator".utf8))
    png.data([0])
    png.chunk("tEXt", Array("Software\0after the picture".utf8))
    png.end()
    let source = try openSource(.bytes(png.bytes, name: "text.png"))
    #expect(
      source.info.metadata.comments == [
        "a walk", "Author: Ä", "Title: Grüße", "Software: after the picture",
      ])
  }
}
