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
@testable import TextFormats
@testable import Writing

/// Several inputs on one sheet.
@Suite struct JoinedSheetTests {
  fileprivate struct Animation: Sendable {
    var name: String
    let size: PixelSize
    let pictures: [[UInt32]]
    let milliseconds: [Int64]
    let plays: LoopCount

    init(_ name: String, _ width: Int, _ height: Int, count: Int, plays: LoopCount) {
      self.name = name
      self.plays = plays
      size = PixelSize(width: width, height: height)
      pictures = (0..<count).map { frame in
        (0..<width * height).map { pixel in
          let (x, y) = (pixel % width, pixel / width)
          // A border that is transparent on one side, and pixels that differ from frame to frame.
          if x < frame % 3 + 1 || y == height - 1 { return 0 }
          let color = UInt32(truncatingIfNeeded: (x * 7 + y * 13 + frame * 29 + width * 5) & 0xFF)
          return 0xFF00_0000 | color << 16 | UInt32(x & 0xFF) << 8 | UInt32(y & 0xFF)
        }
      }
      milliseconds = (0..<count).map { 40 + 10 * Int64($0) }
    }

    var input: AnimationInput.Named {
      let (pictures, size, plays) = (pictures, size, plays)
      let delays = milliseconds.map { Delay.milliseconds($0) }
      return AnimationInput.Named(
        name: name,
        .custom(
          CustomInput(trusted: name) { _ in
            ArraySource(pictures, size: size, delays: delays, plays: plays)
          }))
    }

    /// The pictures in the middle of a canvas.
    func pictures(on canvas: PixelSize) -> [[UInt32]] {
      pictures.map { picture in
        var all = [UInt32](repeating: 0, count: canvas.area)
        let (left, top) = ((canvas.width - size.width) / 2, (canvas.height - size.height) / 2)
        for y in 0..<size.height {
          for x in 0..<size.width {
            all[(top + y) * canvas.width + left + x] = picture[y * size.width + x]
          }
        }
        return all
      }
    }
  }

  private static let idle = Animation("idle", 12, 17, count: 3, plays: .plays(2))
  private static let run = Animation("run", 25, 16, count: 5, plays: .forever)
  private static let jump = Animation("jump", 9, 9, count: 1, plays: .plays(1))
  private static let all = [idle, run, jump]

  private func convert(
    _ animations: [Animation] = Self.all, change: (inout Conversion) -> Void,
    _ body: (TemporaryFolder, Conversion.Report) throws -> Void
  ) throws {
    try TemporaryFolder.with { folder in
      var conversion = Conversion(
        input: .animations(animations.map(\.input)), output: .file(folder.appending("hero.png")))
      change(&conversion)
      try body(folder, try ConversionJob(conversion).run())
    }
  }

  private static let formats: [(AtlasDataFormat, String)] = [
    (.aseprite, "hero.json"), (.asepriteArray, "hero.json"), (.asepriteNumbers, "hero.json"),
    (.pixi, "hero.json"), (.phaser, "hero.json"), (.godot, "hero.tres"), (.cocos, "hero.plist"),
    (.libgdx, "hero.atlas"), (.starling, "hero.xml"), (.texturePacker, "hero.json"),
    (.texturePackerArray, "hero.json"),
  ]

  /// Every animation has its name, its images and, if the format stores them, its times and plays.
  @Test(arguments: formats, [SheetWritingOptions.Layout.grid, .packed])
  func everyAnimationComesBackByItsName(
    format: (AtlasDataFormat, String), layout: SheetWritingOptions.Layout
  ) throws {
    try convert(change: {
      $0.sheet.data = [format.0]
      $0.sheet.layout = layout
    }) { folder, report in
      let path = FilePath(folder.appending(format.1).string)
      let listed = try openSource(.path(path)).info.animations.map(\.name)
      if format.0.capabilities.animations != .byName { #expect(listed == ["idle", "run", "jump"]) }
      for animation in Self.all {
        var options = ReadingOptions()
        options.sheet.tag = animation.name
        // If only frame names indicate animations, a single frame is not an animation.
        if animation.pictures.count == 1, format.0.capabilities.animations == .byName { continue }
        let source = try openSource(.path(path), options: options)
        #expect(
          try source.allPixels() == animation.pictures(on: source.info.size), "\(animation.name)")
        guard format.0.capabilities.carriesTime else { continue }
        #expect(
          source.info.frames.map(\.delay.time)
            == animation.milliseconds.map { Delay.milliseconds($0).time })
        guard format.0.capabilities.plays == .any else { continue }
        #expect(source.info.plays == animation.plays)
      }
    }
  }

  /// Each animation has its own size in the data, even with equal cells.
  @Test(arguments: [SheetWritingOptions.Layout.grid, .packed, .row], [false, true])
  func sizesStayThoseOfTheInputs(layout: SheetWritingOptions.Layout, trims: Bool) throws {
    try convert(change: {
      $0.sheet.layout = layout
      $0.sheet.trims = trims
      $0.sheet.scales = [1, 2]
      $0.shaping.filter = .nearest
    }) { folder, _ in
      for (name, scale) in [("hero.json", 1), ("hero@2x.json", 2)] {
        let json = try JSONReader.read(folder.bytes(of: name))
        let frames = try #require(json["frames"]).members.map { $0 }
        #expect(frames.map(\.key) == (0..<9).map { "hero_000\($0)" })
        let sizes = frames.map { $0.value["sourceSize"] }.map {
          [$0?["w"]?.integer, $0?["h"]?.integer]
        }
        #expect(
          sizes
            == Self.all.flatMap { animation in
              Array(
                repeating: [
                  Int64(animation.size.width * scale), Int64(animation.size.height * scale),
                ], count: animation.pictures.count)
            })
      }
    }
  }

  /// A page has room for five cells, so run does not start on the first page.
  @Test(arguments: [SheetWritingOptions.Layout.grid, .packed])
  func pagesBreakBetweenAnimations(layout: SheetWritingOptions.Layout) throws {
    let walk = Animation("walk", 20, 20, count: 3, plays: .forever)
    let run = Animation("run", 20, 20, count: 4, plays: .forever)
    let fly = Animation("fly", 20, 20, count: 14, plays: .forever)
    try convert(
      [walk, run, fly],
      change: {
        $0.sheet.layout = layout
        $0.sheet.trims = false
        $0.sheet.maxSize = 60
        $0.sheet.data = [.aseprite]
      }
    ) { folder, report in
      let plan = try #require(report.plan.content as? SheetPlan)
      let pages = plan.sheets[0].atlas.frames.map(\.page)
      #expect(pages[..<7].allSatisfy { $0 == 0 } && pages[7...15].allSatisfy { $0 == 1 })
      #expect(pages[16...].allSatisfy { $0 == 2 })
    }
    try convert(
      [run, run.called("two"), fly.called("three")],
      change: {
        $0.sheet.layout = layout
        $0.sheet.trims = false
        $0.sheet.maxSize = 50
      }
    ) { _, report in
      let plan = try #require(report.plan.content as? SheetPlan)
      #expect(plan.sheets[0].atlas.frames.map(\.page)[..<8] == [0, 0, 0, 0, 1, 1, 1, 1])
    }
  }

  /// Equal images of two inputs are stored once, if all cells have the same size.
  @Test func equalPicturesShareACell() throws {
    let again = Self.run.called("again")
    try convert([Self.run, again], change: { $0.sheet.mergesDuplicates = true }) { folder, report in
      let plan = try #require(report.plan.content as? SheetPlan)
      #expect(plan.cells == Self.run.pictures.count)
      var options = ReadingOptions()
      options.sheet.tag = "again"
      let source = try openSource(.path(folder.appending("hero.json")), options: options)
      #expect(try source.allPixels() == again.pictures(on: source.info.size))
    }
  }

  /// CSS has one size for all, which a note reports; formats without animations refuse.
  @Test func reportsOrRefusesWhatAFormatCannotStore() throws {
    try convert(change: { $0.sheet.data = [.css] }) { folder, report in
      let notes = report.plan.notes.map { $0.text(.options) }
      #expect(notes.contains { $0.contains("25x17, the size of the largest: CSS has one size") })
      let css = try folder.text(of: "hero.css")
      for name in ["idle", "run", "jump"] { #expect(css.contains(".\(name) {")) }
    }
    for format in [AtlasDataFormat.webvtt, .yysprite] {
      let error = #expect(throws: ConversionError.self) {
        try convert(change: { $0.sheet.data = [format] }) { _, _ in }
      }
      #expect(error?.kind == .usage)
      #expect(error?.description.contains("cannot express several animations") == true)
    }
  }

  /// Short delays are lengthened by the rule of each input's format.
  @Test func delaysFollowTheRuleOfEachInput() throws {
    try TemporaryFolder.with { folder in
      var gif = GIFBuilder(4, 4)
      gif.frame(.init(w: 4, h: 4, fill: 1, delay: 1))
      gif.frame(.init(w: 4, h: 4, fill: 1, delay: 7))
      gif.end()
      try folder.write(gif.bytes, to: "a.gif")
      let kept = Animation("kept", 4, 4, count: 2, plays: .forever)
      let inputs = [AnimationInput.Named(.path(folder.appending("a.gif"))), kept.input]
      for (policy, first) in [(nil, 100), (DelayPolicy.verbatim(zeroDelay: nil), Int64(10))] {
        var conversion = Conversion(
          input: .animations(inputs), output: .file(folder.appending("h.png")))
        conversion.timing.delays = policy
        conversion.overwriting = .replace
        let report = try ConversionJob(conversion).run()
        let plan = try #require(report.plan.content as? SheetPlan)
        #expect(
          plan.sheets[0].atlas.frames.map(\.delay.time)
            == [first, 70, 40, 50].map { Delay.milliseconds($0).time })
      }
    }
  }

  private static let misuses: [(@Sendable (inout Conversion) -> Void, String)] = [
    ({ $0.output = .file("hero.gif") }, "several inputs become one sheet, not a GIF"),
    ({ $0.timing.edits.direction = .reverse }, "with one input, but there are several"),
    ({ $0.timing.poster = .first }, "with one input, but there are several"),
    ({ $0.reading.sheet.tag = "run" }, "one animation can be chosen only from one input"),
    (
      { $0.input = .animations([Self.run.input, Self.run.input]) },
      "run and run would both be the animation \"run\"; give one another name, as in"
    ),
    (
      { $0.input = .animations([Self.run.input, AnimationInput.Named("none.gif")]) },
      "none.gif: reading: no such file"
    ),
  ]

  @Test(arguments: misuses.indices)
  func refusesOptionsForASingleInput(index: Int) throws {
    let (change, text) = Self.misuses[index]
    let error = #expect(throws: ConversionError.self) { try convert(change: change) { _, _ in } }
    let remedy = error?.remedy?.text(.options) ?? ""
    let told = "\(error?.description ?? ""); \(remedy)"
    #expect(told.contains(text), "\(told)")
  }

  @Test func namesComeFromFiles() {
    #expect(AnimationInput.Named("a/idle.gif").name == "idle")
    #expect(AnimationInput.Named("a/walk_*.png").name == "walk")
    #expect(AnimationInput.Named("a/walk/").name == "walk")
    #expect(AnimationInput.Named("*.png").name == "frames")
    #expect(AnimationInput.Named(name: "x", "a.gif").name == "x")
  }
}

extension JoinedSheetTests.Animation {
  fileprivate func called(_ name: String) -> Self {
    var other = self
    other.name = name
    return other
  }
}
