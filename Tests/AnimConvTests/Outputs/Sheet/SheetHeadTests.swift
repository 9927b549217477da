import AnimPlay
import FrameTestSupport
import Messages
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Writing

/// The lines above the cells of a contact sheet.
@Suite struct SheetHeadTests {
  private static func source() -> ArraySource {
    ArraySource(DrawnSprites.pictures, size: DrawnSprites.size)
  }

  /// A sheet of enlarged sprites: its page, and the frames in its data.
  private func page(
    _ change: (inout SheetWritingOptions) -> Void = { _ in }
  ) throws -> (size: PixelSize, pixels: [UInt32], frames: [[UInt32]]) {
    try TemporaryFolder.with { folder in
      _ = try Self.source().convert(.file(folder.appending("s.png"))) {
        $0.shaping.scale = .pixelFactor(4)
        $0.sheet.hasHead = true
        $0.sheet.labelFont = .dots
        change(&$0.sheet)
      }
      var options = ReadingOptions()
      options.sheet.use = .never
      let page = try openSource(.path(folder.appending("s.png")), options: options)
      return (
        page.info.size, try #require(try page.allPixels().first),
        try openSource(.path(folder.appending("s.json"))).allPixels()
      )
    }
  }

  /// The cells equal those of the same sheet without a head, but below it; the data has their
  /// positions.
  @Test func cellsAreBelowTheHead() throws {
    let plain = try page {
      $0.hasHead = false
      $0.labelFont = nil
    }
    let headed = try page()
    let rows = headed.size.height - plain.size.height
    #expect(rows == 14 && headed.size.width == plain.size.width)
    #expect(Array(headed.pixels.dropFirst(rows * plain.size.width)) == plain.pixels)
    let head = headed.pixels.prefix(rows * plain.size.width)
    #expect(head.allSatisfy { $0 == 0xFF00_0000 || $0 == 0xFFFF_FFFF })
    #expect(head.contains(0xFFFF_FFFF))
    #expect(headed.frames == plain.frames)
  }

  /// Only the first of several pages has a head, and every page stays within its limit.
  @Test func furtherPagesHaveNoHead() throws {
    try TemporaryFolder.with { folder in
      _ = try Self.source().convert(.file(folder.appending("s.png"))) {
        $0.sheet.hasHead = true
        $0.sheet.maxSize = 40
      }
      var options = ReadingOptions()
      options.sheet.use = .never
      let sizes = try ["s-0.png", "s-1.png"].map {
        try openSource(.path(folder.appending($0)), options: options).info.size
      }
      #expect(sizes[0].height == sizes[1].height + 14)
      #expect(sizes.allSatisfy { max($0.width, $0.height) <= 40 })
    }
  }

  @Test(arguments: [320, 100, 40, 8])
  func textIsShortenedToThePage(width: Int) throws {
    let head = try SheetHead(
      name: "a film with a long name \u{65E5}\u{672C} 2026.mp4",
      facts: ["1:02:03.480", "1920x1080", "H.264"],
      font: .dots, cell: PixelSize(width: 320, height: 180))
    let picture = head.picture(width: width)
    #expect(picture.size == PixelSize(width: width, height: head.height))
    #expect(head.height.isMultiple(of: 2))
    let lit = picture.withBytes { bytes in bytes.count { $0 == 255 } }
    // All alphas, and some dots for every character.
    #expect(lit > picture.size.area || width < 16)
  }

  @Test func conflictsAreNamed() throws {
    for (change, word) in [
      ({ $0.layout = .packed }, "packed"), ({ $0.scales = [1, 2] }, "--scales"),
    ] as [((inout SheetWritingOptions) -> Void, String)] {
      let error = #expect(throws: ConversionError.self) { try page(change) }
      #expect(error?.reason.text(.options).contains("--label-head") == true)
      #expect(error?.reason.text(.options).contains(word) == true)
    }
  }

  /// Each character differs from every other, and from the mark for unknown characters.
  @Test func dotsTellLettersApart() {
    let font = DotFont(dot: 1)
    var seen: [[Int]: Character] = [:]
    for character in "ABCDEFGHIJKLMNPQRSTUVWXYZ0123456789:.#-_/?+()" {
      var dots: [Int] = [DotFont.width(String(character))]
      font.draw(String(character)) { dots.append($0 * 8 + $1) }
      #expect(seen[dots] == nil, "\(character) looks like \(String(describing: seen[dots]))")
      seen[dots] = character
    }
  }
}
