import AnimTiming
import Foundation
import Messages
import SystemPackage
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Writing

@Suite struct CellLabelTests {
  @Test(arguments: [
    (0, "0:00.000"), (2_480, "0:02.480"), (62_480, "1:02.480"), (3_600_000, "1:00:00.000"),
    (86_399_999, "23:59:59.999"),
  ])
  func timesReadAsClocksDo(milliseconds: Int64, text: String) {
    #expect(LabelText.time(milliseconds, .milliseconds) == text)
    #expect(LabelText.time(milliseconds * 3, Timebase(1, 3000)) == text)
  }

  /// The kinds of labels: times, numbers, or both.
  private func text(
    times: Bool = true, frames: Bool = false, end: Int64, lastFrame: Int = 99
  ) throws -> LabelText {
    var options = SheetWritingOptions()
    options.labelsTimes = times
    options.labelsFrames = frames
    return try #require(
      LabelText(options, .milliseconds, end: end, lastFrame: lastFrame))
  }

  @Test func aLabelSaysWhatIsAskedFor() throws {
    #expect(try text(end: 9).text(2_480, frame: 17) == "0:02.480")
    #expect(try text(times: false, frames: true, end: 9).text(2_480, frame: 17) == "#17")
    let both = try text(frames: true, end: 70_000, lastFrame: 123)
    #expect(both.text(2_480, frame: 17) == "0:02.480 #17")
    #expect(both.longest == "1:10.000 #123")
    #expect(LabelText(SheetWritingOptions(), .milliseconds, end: 9, lastFrame: 9) == nil)
  }

  private func label(_ text: LabelText, on size: PixelSize) throws -> CellLabel {
    let face = try #require(try LabelFace(.dots, on: size, longest: text.longest))
    return CellLabel(text, face, on: size)
  }

  @Test func aLabelIsDigitsOnBlackInTheLowerLeftCorner() throws {
    let size = PixelSize(width: 31, height: 12)
    let picture = DrawnFrames.buffer(PixelBuffer.Pool(size: size)) { _, _ in (9, 99, 199, 255) }
    let drawn = try label(text(end: 5_000), on: size).draw(1_740, frame: 3, on: picture)
    let rows = (0..<size.height).map { y in
      (0..<size.width).map { x in
        let at = drawn.base + y * drawn.stride + x * 4
        return at[0] == 9 ? " " : at[0] == 255 ? "#" : "."
      }.joined()
    }
    let nothing = String(repeating: " ", count: 31)
    #expect(
      rows == Array(repeating: nothing, count: 5) + [
        ".............................  ",
        ".###...###..#....###.#.#.###.  ",
        ".#.#.#.#.#.##......#.#.#.#.#.  ",
        ".#.#...#.#..#.....#..###.#.#.  ",
        ".#.#.#.#.#..#.....#....#.#.#.  ",
        ".###...###.###.#..#....#.###.  ",
        ".............................  ",
      ])
    // The picture itself stays unchanged.
    #expect(picture.base[(size.height - 2) * picture.stride + 4] == 9)
  }

  @Test func cellsWithoutRoomAreRefused() throws {
    for (width, height, hasRoom) in [(28, 40, false), (29, 7, true), (29, 6, false)] {
      let size = PixelSize(width: width, height: height)
      #expect((try LabelFace(nil, on: size, longest: "0:00.001") != nil) == hasRoom)
    }
  }

  @Test func withoutAFontLabelsAreDotsAndSaySo() throws {
    let size = PixelSize(width: 320, height: 180)
    let face = try #require(
      try LabelFace(nil, on: size, longest: "0:02.480", system: ["/none.ttf"]))
    guard case .dots(let font) = face.characters else {
      Issue.record("no dots")
      return
    }
    #expect(font.dot == 2)
    let note = try #require(face.note).text(.options)
    #expect(note.hasPrefix("labels are drawn in dots, because "), "\(note)")
    // If dots are requested, or cells are tiny, there is no note.
    #expect(try #require(try LabelFace(.dots, on: size, longest: "0:02.480")).note == nil)
    let tiny = PixelSize(width: 90, height: 90)
    #expect(try #require(try LabelFace(nil, on: tiny, longest: "0:02.480")).note == nil)
  }

  @Test(.enabled(if: OutlineFont.libraryFailure == nil, "install libfreetype6"))
  func refusesWhatIsNotAFont() throws {
    let size = PixelSize(width: 320, height: 180)
    for path in [#filePath, "/"] as [FilePath] {
      #expect(throws: SheetError.font(path)) {
        try LabelFace(.file(path), on: size, longest: "0:02.480")
      }
    }
    #expect(throws: SheetError.fontNotFound("/none.ttf")) {
      try LabelFace(.file("/none.ttf"), on: size, longest: "0:02.480")
    }
  }

  /// A file of a few kilobytes could ask for characters of 25,000 x 25,000 pixels.
  @Test(.enabled(if: OutlineFont.libraryFailure == nil, "install libfreetype6"))
  func refusesFontsOfHugeCharacters() throws {
    let size = PixelSize(width: 320, height: 180)
    try TemporaryFolder.with { folder in
      for (side, fits) in [(Int16(96), true), (160, false), (25_000, false)] {
        let corners: [(x: Int16, y: Int16)] = [(0, 0), (0, side), (side, side), (side, 0)]
        let font = TrueTypeBuilder.font(
          0x20...0x7E, points: corners, unitsPerEm: 16, advance: 16)
        try folder.write(font, to: "\(side).ttf")
        let path = folder.appending("\(side).ttf")
        #expect((OutlineFont(path, pixels: 16) != nil) == fits)
        if fits { continue }
        #expect(throws: SheetError.font(path)) {
          try LabelFace(.file(path), on: size, longest: "0:02.480")
        }
      }
    }
  }

  private static let headers = "/usr/include/freetype2"

  /// The compiler compares our declarations with FreeType's header.
  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: headers + "/ft2build.h"), "install libfreetype-dev"
    ))
  func recordsAreLaidOutAsFreeTypeHasThem() throws {
    try TemporaryFolder.with { folder in
      func check(_ more: String) throws {
        let fields = [
          ("face", "FT_FaceRec", ["face_flags", "glyph"]),
          (
            "glyph_slot", "FT_GlyphSlotRec",
            ["advance", "advance.x", "bitmap", "bitmap_left", "bitmap_top"]
          ),
          ("bitmap", "FT_Bitmap", ["rows", "width", "pitch", "buffer", "pixel_mode"]),
        ].flatMap { ours, theirs, names in
          names.map {
            "_Static_assert(offsetof(layout_\(ours), \($0)) == offsetof(\(theirs), \($0)), \"\($0)\");"
          }
        }
        let values = ["FACE_FLAG_SCALABLE", "LOAD_NO_HINTING", "LOAD_RENDER", "LOAD_NO_BITMAP"]
          .map { "_Static_assert(LAYOUT_\($0) == FT_\($0), \"\($0)\");" }
        try folder.write(
          """
          #include <stddef.h>
          #include <ft2build.h>
          #include FT_FREETYPE_H
          #include "freetype_layout.h"
          \((fields + values).joined(separator: "\n"))
          _Static_assert(LAYOUT_PIXEL_MODE_GRAY == FT_PIXEL_MODE_GRAY, "gray");
          \(more)
          """, to: "layout.c")
        _ = try Command.run(
          "cc", "-fsyntax-only", "-I", Self.headers,
          "-I", SourceTree.root.appending("Sources/CFreeType").string,
          folder.appending("layout.c").string)
      }
      try check("")
      // The comparison would detect a difference.
      #expect(throws: (any Error).self) {
        try check(
          "_Static_assert(offsetof(layout_face, glyph) == offsetof(FT_FaceRec, size), \"size\");")
      }
    }
  }
}
