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
@testable import Stages
@testable import Writing

/// Whole sheets: ffmpeg's decoder compares pixels with frames drawn by the tests, and so do our own
/// readers.
@Suite struct SheetOutputTests {
  static let sprites = DrawnSprites.pictures
  static let size = DrawnSprites.size

  private func write(
    _ folder: TemporaryFolder, _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> Conversion.Report {
    try ArraySource(Self.sprites, size: Self.size, plays: .plays(3))
      .convert(.file(folder.appending("walk.png")), change)
  }

  static let variants: [@Sendable (inout SheetWritingOptions) -> Void] = [
    { _ in },
    {
      $0.padding = 2; $0.border = 3; $0.extrude = 1
    },
    { $0.maxSize = 64 },
    {
      $0.powerOfTwo = true; $0.padding = 1
    },
    { $0.mergesDuplicates = true },
    {
      $0.trims = true; $0.extrude = 2
    },
  ]

  @Test(arguments: SheetWritingOptions.Layout.allCases, variants.indices)
  func everyFrameComesBackAtItsTime(layout: SheetWritingOptions.Layout, variant: Int) throws {
    try TemporaryFolder.with { folder in
      let report = try write(folder) {
        $0.sheet.layout = layout
        $0.sheet.allowsRotation = layout == .packed
        Self.variants[variant](&$0.sheet)
      }
      let plan = try #require(report.plan.content as? SheetPlan)
      try checkPixels(plan, in: folder)
      if variant == 4 { #expect(plan.cells == Self.sprites.count - 1) }

      let data = folder.names.filter { $0.hasSuffix(".json") }
      #expect(data.count == plan.sheets[0].atlas.pages.count)
      let source = try openSource(.path(folder.appending(data[0])))
      #expect(source.info.size == Self.size)
      #expect(
        source.info.frames.map(\.delay)
          == Self.sprites.indices.map { .milliseconds(40 + 10 * Int64($0)) })
      #expect(try source.allPixels() == Self.sprites)
      #expect(folder.names.count == 2 * plan.sheets[0].atlas.pages.count)
    }
  }

  /// Every pixel of every page, as ffmpeg reads it: the cells' pixels and their repeated edges, and
  /// nothing elsewhere.
  private func checkPixels(_ plan: SheetPlan, in folder: TemporaryFolder) throws {
    let atlas = plan.sheets[0].atlas
    let extrude = plan.options.extrude
    var pages = try atlas.pages.map { page in
      try DrawnSheet(decoding: folder.appending(page.image!).string, page.size!).pixels
    }
    var visited = pages.map { [Bool](repeating: false, count: $0.count) }
    for (index, frame) in atlas.frames.enumerated() {
      let width = atlas.pages[frame.page].size!.width
      for y in -extrude..<frame.rect.height + extrude {
        for x in -extrude..<frame.rect.width + extrude {
          let (storedX, storedY) = (
            min(max(x, 0), frame.rect.width - 1), min(max(y, 0), frame.rect.height - 1)
          )
          // A quarter turn, undone.
          let (ownX, ownY) =
            switch frame.rotation {
            case .clockwise: (storedY, frame.rect.width - 1 - storedX)
            case .counterclockwise: (frame.rect.height - 1 - storedY, storedX)
            default: (storedX, storedY)
            }
          let expected = Self.sprites[index][
            (frame.offset.y + ownY) * Self.size.width + frame.offset.x + ownX]
          let place = (frame.rect.y + y) * width + frame.rect.x + x
          #expect(pages[frame.page][place] == expected)
          visited[frame.page][place] = true
        }
      }
    }
    for page in pages.indices {
      for place in pages[page].indices where visited[page][place] { pages[page][place] = 0 }
      #expect(pages[page].allSatisfy { $0 == 0 })
    }
  }

  /// Every data format that can describe a packed or plain sheet. The conversion reads the data
  /// back; ffmpeg checks the pixels here.
  @Test(arguments: AtlasDataFormat.allCases.filter { $0.capabilities.pages != .eachFrame })
  func everyFormatOfDataIsWrittenBesideItsSheet(format: AtlasDataFormat) throws {
    let can = format.capabilities
    for layout in SheetWritingOptions.Layout.allCases {
      if layout == .packed, !can.carriesTrimming { continue }
      try TemporaryFolder.with { folder in
        let report = try write(folder) {
          $0.sheet.layout = layout
          $0.sheet.data = [format]
          $0.sheet.allowsRotation = layout == .packed && can.rotation != .none
        }
        let plan = try #require(report.plan.content as? SheetPlan)
        try checkPixels(plan, in: folder)
        #expect(report.outputs.contains { $0.planned.content == .data })
        #expect(Set(folder.names).count == report.outputs.count)
      }
    }
  }

  @Test func scalesAreWholeSheetsWithoutBleeding() throws {
    // Opaque frames of one colour each: any bleeding would mix two.
    let size = PixelSize(width: 6, height: 4)
    let colors: [UInt32] = [0xFF00_00FF, 0xFF00_FF00, 0xFFFF_0000, 0xFFFF_FFFF, 0xFF12_3456]
    let source = ArraySource(
      colors.map { Array(repeating: $0, count: size.area) }, size: size)
    try TemporaryFolder.with { folder in
      _ = try source.convert(.file(folder.appending("c.png"))) {
        $0.sheet.scales = [1, 2, 3]
        $0.shaping.filter = .bicubic
        $0.sheet.padding = 1
      }
      #expect(
        folder.names == [
          "c.json", "c.png", "c@2x.json", "c@2x.png", "c@3x.json", "c@3x.png",
        ])
      for (scale, name) in [(1, "c.json"), (2, "c@2x.json"), (3, "c@3x.json")] {
        let found = try openSource(.path(folder.appending(name)))
        #expect(found.info.size == size.scaled(by: scale))
        let pictures = try found.allPixels()
        #expect(pictures.map { Set($0) } == colors.map { Set([$0]) })
      }
    }
  }

  @Test func thePNGIsAsSmallAsThePixelsAllow() throws {
    func colorType(_ pixel: @escaping (UInt32) -> UInt32) throws -> UInt8 {
      try TemporaryFolder.with { folder in
        let size = PixelSize(width: 20, height: 20)
        let source = ArraySource(
          (0..<4).map { _ in (0..<UInt32(size.area)).map(pixel) }, size: size)
        _ = try source.convert(.file(folder.appending("c.png"))) { _ in }
        return try folder.bytes(of: "c.png")[25]
      }
    }
    #expect(try colorType { 0xFF00_0000 | ($0 & 255) * 0x01_0101 } == 0)
    #expect(try colorType { 0xFF00_0000 | $0 * 77 } == 2)
    #expect(try colorType { 0xFF00_0000 | $0 % 9 } == 3)
    #expect(try colorType { ($0 % 250 + 1) << 24 | ($0 / 2) * 0x01_0101 } == 4)
    #expect(try colorType { ($0 % 250 + 1) << 24 | $0 } == 6)
  }

  /// The tests of the command measure all other memory from outside.
  @Test func framesAreLetGoOfAsSoonAsTheirCellsAreDrawn() throws {
    for count in [20, 200] {
      let source = SyntheticSource(
        size: PixelSize(width: 16, height: 12), centiseconds: Array(repeating: 5, count: count))
      try TemporaryFolder.with { folder in
        var conversion = Conversion(
          input: .path("synthetic"), output: .file(folder.appending("s.png")))
        conversion.sheet.layout = .column
        _ = try ConversionJob(conversion, open: { _, _ in source }).run()
        #expect(source.pool.peakLive <= 3)
        #expect(source.pool.live == 0)
        #expect(source.decodedFrames == count)
      }
    }
  }

  @Test func boundariesAreRoundedToMillisecondsWithoutDrift() throws {
    let size = PixelSize(width: 2, height: 2)
    let count = 30
    let delays = Array(
      repeating: Delay.declared(ticks: 1, timebase: Timebase(1001, 30000)), count: count)
    let source = ArraySource(
      (0..<count).map { Array(repeating: 0xFF00_0000 | UInt32($0), count: 4) }, size: size,
      delays: delays)
    try TemporaryFolder.with { folder in
      let report = try source.convert(.file(folder.appending("s.png"))) {
        $0.timing.delays = .verbatim(zeroDelay: nil)
      }
      #expect(report.total == .milliseconds(1001))
      let found = try openSource(.path(folder.appending("s.json"))).info.frames.map(\.delay)
      #expect(Set(found) == [.milliseconds(33), .milliseconds(34)])
    }
  }

  @Test func allFilesAppearOrNone() throws {
    try TemporaryFolder.with { folder in
      try folder.write("mine", to: "walk.json")
      let refused = #expect(throws: ConversionError.self) { try write(folder) }
      #expect(refused?.kind == .cannotCreate)
      #expect(folder.names == ["walk.json"])
      #expect(try folder.text(of: "walk.json") == "mine")
      _ = try write(folder) { $0.overwriting = .replace }
      #expect(folder.names == ["walk.json", "walk.png"])
      #expect(try folder.text(of: "walk.json") != "mine")
    }
  }

  @Test func contradictionsAreRefusedBeforeAnythingIsWritten() throws {
    let changes: [(inout Conversion) -> Void] = [
      {
        $0.sheet.columns = 2; $0.sheet.layout = .row
      }, { $0.sheet.scales = [] },
      { $0.sheet.scales = [2, 2] }, { $0.sheet.maxSize = 16 }, { $0.sheet.padding = -1 },
      { $0.sheet.allowsRotation = true }, { $0.shaping.alpha = .pair },
    ]
    for change in changes {
      try TemporaryFolder.with { folder in
        let error = #expect(throws: ConversionError.self) { try write(folder, change) }
        #expect(error?.kind == .usage)
        #expect(folder.names == [])
      }
    }
  }

  /// Thirtieths of a second are not whole milliseconds.
  @Test func dataThatHoldsFinerTimesKeepsThem() throws {
    let delays = [1, 2, 1].map { Delay.declared(ticks: $0, timebase: Timebase(1, 30)) }
    let source = { ArraySource(Array(Self.sprites.prefix(3)), size: Self.size, delays: delays) }
    try TemporaryFolder.with { folder in
      let report = try source().convert(.file(folder.appending("g.png"))) {
        $0.timing.delays = .verbatim(zeroDelay: nil)
        $0.sheet.data = [.godot, .css, .yysprite, .cocos]
      }
      #expect(report.total == RationalTime(4, 30))
      #expect(report.plan.timing.schedule.largestShift == .zero)
      let back = try openSource(.path(folder.appending("g.tres")))
      #expect(back.info.frames.map(\.delay.time) == delays.map(\.time))
      let css = try folder.text(of: "g.css")
      #expect(css.contains("animation-duration: 0.133333333s"))
      #expect(css.contains("  25% { background") && css.contains("  75%, 100% { background"))

      let rounded = try source().convert(.file(folder.appending("a.png"))) {
        $0.timing.delays = .verbatim(zeroDelay: nil)
        $0.sheet.data = [.godot, .aseprite]
      }
      #expect(rounded.total == .milliseconds(133))
    }
  }
}
