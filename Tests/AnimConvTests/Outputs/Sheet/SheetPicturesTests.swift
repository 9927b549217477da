import AnimPlay
import AnimTiming
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Atlases
@testable import Raster
@testable import Reading
@testable import Writing

/// Sheets whose pages are JPEG, WebP or AVIF.
@Suite(.enabled(if: Pillow.isAvailable, Comment(rawValue: Pillow.hint)))
struct SheetPicturesTests {
  private static let size = DrawnSprites.size

  private func write(
    _ name: String, in folder: TemporaryFolder, _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> Conversion.Report {
    try ArraySource(DrawnSprites.pictures, size: Self.size, plays: .forever)
      .convert(.file(folder.appending(name))) {
        $0.sheet.layout = .grid
        $0.sheet.data = [.webvtt, .aseprite]
        change(&$0)
      }
  }

  /// The pixels of every cell, as Pillow decodes the page; of an AVIF, which its releases before
  /// 11.3 do not read, as FFmpeg does.
  private func cells(_ report: Conversion.Report, in folder: TemporaryFolder) throws -> [[UInt32]] {
    let plan = try #require(report.plan.content as? SheetPlan)
    let atlas = plan.sheets[0].atlas
    let page = folder.appending(atlas.pages[0].image!).string
    let bytes =
      try page.hasSuffix(".avif")
      ? FFprobe.decode(page, pixelFormat: "rgba") : Pillow.decode(page)
    let width = atlas.pages[0].size!.width
    #expect(bytes.count == atlas.pages[0].size!.area * 4)
    return atlas.frames.map { frame in
      (0..<frame.rect.width * frame.rect.height).map { place in
        let x = frame.rect.x + place % frame.rect.width
        let y = frame.rect.y + place / frame.rect.width
        let at = 4 * (y * width + x)
        return (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << (8 * UInt32($1)) }
      }
    }
  }

  @Test func webPHoldsEveryPixel() throws {
    try TemporaryFolder.with { folder in
      let report = try write("walk.webp", in: folder)
      #expect(report.plan.kind == .sheet(.webp))
      #expect(folder.names.sorted() == ["walk.json", "walk.vtt", "walk.webp"])
      #expect(try cells(report, in: folder) == DrawnSprites.pictures)
      let source = try openSource(.path(folder.appending("walk.json")))
      #expect(try source.allPixels() == DrawnSprites.pictures)
    }
  }

  @Test(arguments: ["walk.jpg", "walk.avif", "walk.webp"])
  func lossyCellsAreNear(name: String) throws {
    try TemporaryFolder.with { folder in
      let report = try write(name, in: folder) {
        $0.frames.quality = 95
        $0.shaping.alpha = .matte
        $0.shaping.matte = .black
      }
      let cells = try cells(report, in: folder)
      var difference = 0
      for (cell, sprite) in zip(cells, DrawnSprites.pictures) {
        for (found, drawn) in zip(cell, sprite) {
          for shift in [0, 8, 16] as [UInt32] {
            // Flattened onto black.
            let expected = (drawn >> shift & 255) * (drawn >> 24) / 255
            difference += abs(Int(found >> shift & 255) - Int(expected))
          }
        }
      }
      let samples = cells.count * Self.size.area * 3
      #expect(difference < 12 * samples, "\(name): \(Double(difference) / Double(samples))")
      #expect(folder.names.contains("walk.vtt"))
    }
  }

  @Test func whatAJPEGLacksIsSaid() throws {
    try TemporaryFolder.with { folder in
      let report = try write("walk.jpg", in: folder)
      #expect(report.plan.kind == .sheet(.jpeg))
      #expect(report.plan.notes.contains { $0.description.contains("flattened onto") })
      let error = #expect(throws: ConversionError.self) {
        try write("other.jpg", in: folder) { $0.shaping.alpha = .keep }
      }
      #expect(error?.kind == .usage)
      #expect(!folder.names.contains("other.jpg"))
    }
  }

  @Test(arguments: [
    ("a.webp", AtlasDataFormat.libgdx), ("a.avif", .godot), ("a.webp", .starling),
    ("a.webp", .unity), ("a.avif", .cocos),
  ])
  func dataOfProgramsThatDoNotOpenThemIsRefused(name: String, format: AtlasDataFormat) throws {
    try TemporaryFolder.with { folder in
      let error = #expect(throws: ConversionError.self) {
        try write(name, in: folder) { $0.sheet.data = [format] }
      }
      #expect(error?.reason.description.contains("do not open") == true)
      #expect(folder.names.isEmpty)
      _ = try write("a.png", in: folder) { $0.sheet.data = [format] }
    }
  }

  @Test func settingsForPNGAndSidesBeyondWebPAreRefused() throws {
    try TemporaryFolder.with { folder in
      for change: (inout Conversion) -> Void in [
        { $0.sheet.png.isOptimized = true }, { $0.sheet.png.level = 9 },
        { $0.frames.quality = 101 },
        {
          $0.sheet.layout = .row
          $0.sheet.maxSize = 65_535
          $0.shaping.scale = .pixelFactor(16)
          $0.sheet.scales = [8]
        },
      ] {
        #expect(throws: ConversionError.self) { try write("a.webp", in: folder, change) }
      }
      #expect(folder.names.isEmpty)
    }
  }

  @Test func aPageTooWideForWebPIsNamed() {
    var pictures = SheetPictures()
    pictures.format = .webp
    let page = PixelSize(width: 16_384, height: 4)
    let error = #expect(throws: SheetError.self) { try pictures.check([page]) }
    #expect(
      error?.reason.description == "a page in WebP has at most 16383 pixels on a side, not 16384x4")
    pictures.format = .jpeg
    #expect(throws: Never.self) { try pictures.check([page]) }
  }

  @Test func withoutCellsTheNameMeansAnAnimation() throws {
    try TemporaryFolder.with { folder in
      let report = try ArraySource(DrawnSprites.pictures, size: Self.size)
        .convert(.file(folder.appending("walk.webp"))) { _ in }
      #expect(report.plan.kind == .webp)
    }
  }
}
