import AnimTiming
import FrameTestSupport
import GIFCoding
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages

@Suite struct GIFOutputTests {
  private func convert(
    _ input: AnimationInput, in folder: TemporaryFolder, open source: (any FrameSource)? = nil,
    _ change: (inout Conversion) throws -> Void = { _ in }
  ) throws -> (report: Conversion.Report, bytes: [UInt8]) {
    var conversion = Conversion(input: input, output: .file(folder.appending("out.gif")))
    conversion.overwriting = .replace
    try change(&conversion)
    let open = source.map { source in
      { (_: AnimationInput, _: ReadingOptions) -> any FrameSource in source }
    }
    let report = try ConversionJob(conversion, open: open).run()
    return (report, try folder.bytes(of: "out.gif"))
  }

  private func made(
    _ pictures: [[UInt32]], _ size: PixelSize, delays: [Delay]? = nil, plays: LoopCount = .forever,
    _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> (report: Conversion.Report, bytes: [UInt8]) {
    try TemporaryFolder.with { folder in
      try convert(
        .path("made"), in: folder,
        open: ArraySource(pictures, size: size, delays: delays, plays: plays, kind: .webp), change)
    }
  }

  /// Frames that all differ, of three colours.
  private static func pictures(_ count: Int, _ size: PixelSize) -> [[UInt32]] {
    (0..<count).map { frame in
      (0..<size.area).map { place in
        [0xFF00_00FF, 0xFF00_FF00, 0xFFFF_0000][(place * place + frame * (place + 1)) % 3]
      }
    }
  }

  /// Red squares with the given alpha on transparency.
  private static func squares(alpha: UInt32) -> [[UInt32]] {
    (0..<3).map { frame in
      (0..<64).map { $0 % 8 >= frame + 2 && $0 / 8 > 2 ? alpha << 24 | 0xFF : 0 }
    }
  }

  @Test(arguments: [
    (160, "partly transparent pixels of 3 frames become opaque or transparent"),
    (100, "3 frames are invisible"),
  ])
  func reportsHowPartlyTransparentPixelsChange(alpha: UInt32, start: String) throws {
    let size = PixelSize(width: 8, height: 8)
    let pictures = Self.squares(alpha: alpha)
    let notes = try made(pictures, size).report.plan.notes.map(\.description)
    #expect(notes.contains { $0.hasPrefix(start) && $0.contains("matte") }, "\(notes)")
    // The suggested setting leads to a plan without notes.
    for change: (inout Conversion) -> Void in [
      { $0.image.alphaEdge = .matte },
      { $0.shaping.alpha = .matte },
    ] {
      let (report, bytes) = try made(pictures, size, change)
      #expect(!report.plan.notes.contains { $0.description.contains("--alpha-edge") })
      let frame = try #require(try openGIF(bytes).next())
      #expect(pixels(frame)[63 * 4 + 3] == 255)
    }
  }

  @Test func opaqueAndTransparentPixelsAreNotTalkedAbout() throws {
    let size = PixelSize(width: 8, height: 8)
    let notes = try made(Self.squares(alpha: 255), size).report.plan.notes
    #expect(!notes.contains { $0.description.contains("--alpha-edge") })
  }

  /// Decoded by a slow and simple decoder.
  @Test(
    .enabled(if: Corpus.isAvailable, Corpus.hint),
    arguments: [
      "avanimator/superwalk.gif", "pixijs/gif/example.gif", "pillow/dispose_prev.gif",
      "pillow/dispose_bgnd_transparency.gif", "pillow/chi.gif",
    ])
  func fewColoursStayAsTheyAre(name: String) throws {
    try TemporaryFolder.with { folder in
      let (report, bytes) = try convert(.path(Corpus.path(name)), in: folder) {
        $0.image.keepsFrames = true
      }
      let source = try openSource(.path(Corpus.path(name)))
      let written = SlowGIF(bytes)
      #expect(written.width == source.info.size.width && written.height == source.info.size.height)
      #expect(written.pictures.count == source.info.frames.count)
      var index = 0
      while let frame = try source.next() {
        let equal = frame.pixels.withBytes { $0.elementsEqual(written.pictures[index]) }
        #expect(equal, "frame \(index)")
        index += 1
      }
      let times = try DelayPolicy.browser.resolve(source.info.frames.map(\.delay)).timeline
      let total = times.totalTime
      #expect(report.total == total)
      #expect(GIFTimes(bytes).plays == source.info.plays.totalPlays)
    }
  }

  /// A thousand durations of thirds of a hundredth: starts never drift.
  @Test func boundariesAreRoundedToHundredths() throws {
    let size = PixelSize(width: 3, height: 2)
    let delays = (0..<1000).map { _ in Delay.declared(ticks: 1, timebase: Timebase(1, 30)) }
    let (report, bytes) = try made(Self.pictures(1000, size), size, delays: delays) {
      $0.timing.delays = .verbatim(zeroDelay: nil)
    }
    let times = GIFTimes(bytes).delays
    #expect(times.count == 1000)
    var start = 0
    for (index, time) in times.enumerated() {
      #expect(abs(Double(start) - Double(index) * 100 / 30) <= 0.5)
      start += time
    }
    #expect(start == 3333 && report.total == RationalTime(3333, 100))
  }

  @Test func framesThatBrowsersWouldLengthenAreNotWritten() throws {
    let size = PixelSize(width: 3, height: 2)
    let delays = Array(repeating: Delay.milliseconds(10), count: 50)
    let (report, bytes) = try made(Self.pictures(50, size), size, delays: delays) {
      $0.timing.delays = .verbatim(zeroDelay: nil)
    }
    #expect(GIFTimes(bytes).delays == Array(repeating: 2, count: 25))
    #expect(report.plan.notes.contains { $0.description.hasPrefix("frames that are never shown") })
  }

  @Test func aFrameOfElevenMinutesIsWrittenInParts() throws {
    let size = PixelSize(width: 3, height: 2)
    let delays: [Delay] = [.milliseconds(700_010), .milliseconds(40)]
    let (_, bytes) = try made(Self.pictures(2, size), size, delays: delays)
    #expect(GIFTimes(bytes).delays == [65_535, 4466, 4])
  }

  @Test func playsAreCountedAsBrowsersCountThem() throws {
    let size = PixelSize(width: 3, height: 2)
    for (plays, asked, written) in [
      (LoopCount.plays(1), nil, nil), (.plays(3), nil, 2), (.forever, nil, 0),
      (.forever, .plays(1), nil), (.plays(1), .forever, 0), (.plays(70_000), nil, 0),
    ] as [(LoopCount, LoopCount?, Int?)] {
      let (_, bytes) = try made(Self.pictures(2, size), size, plays: plays) {
        $0.image.plays = asked
      }
      #expect(GIFTimes(bytes).repetitions == written)
    }
  }

  @Test func loopsAreAPropertyOfAGIFAndNotPictures() throws {
    let size = PixelSize(width: 3, height: 2)
    var settings = ConversionSettings()
    try settings.set("loops", to: "5")
    let (report, bytes) = try made(Self.pictures(4, size), size) { try? settings.apply(to: &$0) }
    #expect(report.frameCount == 4 && GIFTimes(bytes).repetitions == 4)
  }

  @Test func halfTransparentPixelsFollowTheRuleForEdges() throws {
    let size = PixelSize(width: 4, height: 4)
    let picture = (0..<16).map { UInt32($0 * 17) << 24 | 0x0000_00FF }
    func alpha(_ edge: Conversion.Image.AlphaEdge) throws -> [UInt8] {
      let (_, bytes) = try made([picture, picture.reversed()], size) { $0.image.alphaEdge = edge }
      let shown = SlowGIF(bytes).pictures[0]
      return (0..<16).map { shown[$0 * 4 + 3] }
    }
    #expect(try alpha(.threshold) == (0..<16).map { $0 * 17 >= 128 ? 255 : 0 })
    let dithered = try alpha(.dither)
    #expect((5...11).contains(dithered.count { $0 == 255 }))
    #expect(try alpha(.matte) == (0..<16).map { $0 == 0 ? 0 : 255 })
  }

  @Test func everyFrameIsWholeWhereWeakDecodersAreToReadIt() throws {
    let size = PixelSize(width: 16, height: 16)
    let (_, bytes) = try made(Self.pictures(3, size), size) { $0.image.isPlain = true }
    let written = SlowGIF(bytes)
    #expect(written.rects.allSatisfy { $0.x == 0..<16 && $0.y == 0..<16 })
    #expect(written.disposals.allSatisfy { $0 <= 1 })
  }

  private static let photographSize = PixelSize(width: 48, height: 40)

  /// Gradients that move, with noise: thousands of colours.
  private static let photograph: [[UInt32]] = {
    var random = SeededGenerator(seed: 9)
    var pictures: [[UInt32]] = []
    for frame in 0..<4 {
      pictures.append(
        (0..<photographSize.area).map { place in
          let (x, y) = (place % 48, place / 48)
          let noise = Int.random(in: 0...12, using: &random)
          let red = UInt32((x * 5 + frame * 3 + noise) & 0xFF)
          let green = UInt32((y * 6 + noise) & 0xFF)
          return 0xFF00_0000 | UInt32((x + y + noise) & 0xFF) << 16 | green << 8 | red
        })
    }
    return pictures
  }()

  /// 256 colours limit photographs in any case; flat pictures stay exact.
  @Test func theDefaultQualityDependsOnTheContent() throws {
    let size = Self.photographSize
    func quality(_ pictures: [[UInt32]]) throws -> Int? {
      let (report, _) = try made(pictures, size)
      return (report.plan.content as? GIFPlan)?.settings.quality
    }
    #expect(try quality(Self.photograph) == 75)
    #expect(try quality(Self.pictures(4, size)) == 85)
  }

  /// Each lower quality gives a smaller file, and a limit on bytes is met.
  @Test func fewerBytesAreReachedByQuality() throws {
    let (pictures, size) = (Self.photograph, Self.photographSize)
    let counts = try [95, 75, 40].map { quality in
      try made(pictures, size) { $0.image.quality = quality }.bytes.count
    }
    #expect(counts[0] > counts[1] && counts[1] > counts[2], "\(counts)")
    let (report, bytes) = try made(pictures, size) {
      $0.sizeTarget.maxBytes = Int64(counts[1])
      $0.sizeTarget.steps = [.quality]
    }
    #expect(bytes.count <= counts[1] && !report.tries.isEmpty)
  }

  @Test(arguments: [
    ("quality", "40"), ("effort", "0"), ("colors", "16"), ("dither", "0"),
    ("motion-threshold", "3"), ("global-palette", "true"), ("plain", "true"),
  ])
  func everySettingOfItsOwnChangesWhatIsWritten(name: String, value: String) throws {
    var settings = ConversionSettings()
    try settings.set(name, to: value)
    let plain = try made(Self.photograph, Self.photographSize).bytes
    let changed = try made(Self.photograph, Self.photographSize) { try? settings.apply(to: &$0) }
    #expect(changed.bytes != plain)
  }

  /// A frame has more colours than one table holds, and each frame changes a few of them.
  @Test func wholeFramesOfManyColoursAreWrittenAsWellAsTheyCan() throws {
    let size = PixelSize(width: 24, height: 24)
    var picture = (0..<size.area).map { 0xFF00_0000 | UInt32($0 % 200) * 0x01_0305 }
    var pictures = [picture]
    for frame in 1..<4 {
      for place in 0..<100 {
        picture[frame * 100 + place] = 0xFF40_0000 | UInt32(frame * 120 + place)
      }
      pictures.append(picture)
    }
    #expect(Set(picture).count > 256)
    let (_, exact) = try made(pictures, size)
    let shown = SlowGIF(exact).pictures.map { $0.count }
    #expect(shown == Array(repeating: size.area * 4, count: 4))
    let (_, whole) = try made(pictures, size) { $0.image.isPlain = true }
    #expect(SlowGIF(whole).rects.allSatisfy { $0.x == 0..<24 && $0.y == 0..<24 })
  }

  @Test(arguments: Conversion.Image.AlphaEdge.allCases)
  func edgesFollowTheRuleAlsoWhereEveryPixelStays(edge: Conversion.Image.AlphaEdge) throws {
    let size = PixelSize(width: 4, height: 4)
    let picture = (0..<16).map { UInt32(truncatingIfNeeded: $0 * 17 << 24 | ($0 == 0 ? 0 : 0xFF)) }
    func shown(_ isLossless: Bool) throws -> [[UInt8]] {
      let (_, bytes) = try made([picture, picture.reversed()], size) {
        $0.image.alphaEdge = edge
        $0.image.isLossless = isLossless
      }
      return SlowGIF(bytes).pictures
    }
    #expect(try shown(true) == shown(false))
  }

  @Test func theSameFramesGiveTheSameBytes() throws {
    let size = PixelSize(width: 20, height: 20)
    let pictures = Self.pictures(6, size)
    #expect(try made(pictures, size).bytes == made(pictures, size).bytes)
  }

  @Test func aStillIsAGIFOfOneFrame() throws {
    let size = PixelSize(width: 5, height: 4)
    let (report, bytes) = try made(Self.pictures(1, size), size)
    #expect(report.frameCount == 1 && SlowGIF(bytes).pictures.count == 1)
  }

  /// Every frame is first examined and then encoded, and progress counts both.
  @Test func progressCountsTheFramesOfBothPasses() throws {
    try TemporaryFolder.with { folder in
      let seen = Mutex<[Conversion.Progress]>([])
      let source = ArraySource(
        Self.pictures(9, PixelSize(width: 8, height: 8)), size: PixelSize(width: 8, height: 8))
      _ = try ConversionJob(
        Conversion(input: .path("made"), output: .file(folder.appending("out.gif"))),
        observer: { progress in seen.withLock { $0.append(progress) } }, open: { _, _ in source }
      ).run()
      let told = seen.withLock { $0 }
      let phases = told.map(\.phase).reduce(into: [Conversion.Progress.Phase]()) {
        if $0.last != $1 { $0.append($1) }
      }
      #expect(phases == [.surveying, .analyzing, .converting, .finishing])
      #expect(told.filter { $0.phase == .analyzing }.map(\.framesDone) == Array(0..<9))
      #expect(told.filter { $0.phase == .converting }.map(\.framesDone) == Array(1...9))
      #expect(told.dropFirst().allSatisfy { $0.framesTotal == 9 })
    }
  }

  /// It has the same duration and eight bytes less.
  @Test func aStillOfATenthOfASecondHasNoDelay() throws {
    let size = PixelSize(width: 8, height: 6)
    let picture = [Array(repeating: UInt32(0xFF00_00FF), count: size.area)]
    func delays(_ milliseconds: Int64) throws -> [RationalTime?] {
      let (_, bytes) = try made(picture, size, delays: [.milliseconds(milliseconds)])
      return try openBytes(bytes, name: "a.gif").info.frames.map(\.delay.time)
    }
    #expect(try delays(100) == [nil])
    #expect(try delays(500) == [RationalTime(1, 2)])
  }

  /// Browsers show the same as before.
  @Test func delaysThatBrowsersLengthenStayAsTheyAre() throws {
    try TemporaryFolder.with { folder in
      var gif = GIFBuilder(2, 1)
      gif.frame(.init(w: 2, h: 1, indices: [0, 1], delay: nil))
      gif.frame(.init(w: 2, h: 1, indices: [1, 0], delay: 1))
      gif.frame(.init(w: 2, h: 1, indices: [0, 1], delay: 7))
      gif.end()
      try folder.write(gif.bytes, to: "in.gif")
      let (report, bytes) = try convert(.path(folder.appending("in.gif")), in: folder)
      #expect(report.total == RationalTime(27, 100))
      #expect(bytes.count <= gif.bytes.count)
      let source = try openBytes(bytes, name: "a.gif")
      let shown = try DelayPolicy.browser.resolve(source.info.frames.map(\.delay)).timeline
      #expect(shown.totalTime == RationalTime(27, 100) && shown.count == 3)
    }
  }

  /// The delays of a GIF made from another GIF with the given delays.
  private func delays(
    of given: [Int], _ change: (inout Conversion) throws -> Void = { _ in }
  ) throws -> [Int] {
    try TemporaryFolder.with { folder in
      var gif = GIFBuilder(24, 16)
      for (index, delay) in given.enumerated() {
        let pixels = (0..<24 * 16).map { UInt8(($0 / 5 + index) % 2) }
        gif.frame(.init(w: 24, h: 16, indices: pixels, delay: delay))
      }
      gif.end()
      try folder.write(gif.bytes, to: "in.gif")
      let (_, bytes) = try convert(.path(folder.appending("in.gif")), in: folder, change)
      #expect(bytes.count < gif.bytes.count)
      return GIFTimes(bytes).delays
    }
  }

  /// Some players do not lengthen it, so a hundredth stays a hundredth even in re-encoded frames.
  @Test func aDelayOfAHundredthIsKept() throws {
    #expect(try delays(of: [1, 6, 1]) == [1, 6, 1])
  }

  /// If a user sets durations, players should show exactly these.
  @Test func aDelayOfAHundredthIsNotKeptAgainstTheUser() throws {
    for policy in ["20:100", "gifu", "flanimatedimage", "browser"] {
      let asked = try #require(DelayPolicy(policy))
      #expect(try delays(of: [1, 5, 1]) { $0.timing.delays = asked } == [10, 5, 10], "\(policy)")
    }
    let slow = try delays(of: [1, 5, 1]) {
      $0.timing.delays = .verbatim(zeroDelay: nil)
      $0.timing.edits.speed = try #require(TimingEdits.Speed("1/10"))
    }
    #expect(slow == [10, 50, 10])
    let held = try delays(of: [4, 5, 1]) {
      $0.timing.delays = .verbatim(zeroDelay: nil)
      $0.timing.edits.holdLast = RationalTime(9, 100)
    }
    #expect(held == [4, 5, 10])
  }

  /// A small object moves over the background next to a still picture. An additional frame clears
  /// the vanishing pixels, unless frames are limited.
  @Test func aFrameIsAddedWhereThatTakesLess() throws {
    let size = PixelSize(width: 40, height: 30)
    let pictures = (0..<6).map { step in
      (0..<size.area).map { at -> UInt32 in
        let (x, y) = (at % 40, at / 40)
        let noise = 0xFF00_0000 | UInt32(at * at % 97)
        if x < 24 { return (x + y + step) % 30 == 0 ? 0xFF00_00FF : noise }
        return x == 30 && abs(y - step * 4) < 2 ? 0xFFFF_FFFF : 0
      }
    }
    let delays = [Delay](repeating: .milliseconds(50), count: 6)
    func delaysWritten(_ change: (inout Conversion) -> Void) throws -> (delays: [Int], bytes: Int) {
      let (report, bytes) = try made(pictures, size, delays: delays, change)
      #expect(report.frameCount == 6)
      return (GIFTimes(bytes).delays, bytes.count)
    }
    let free = try delaysWritten { _ in }
    #expect(free.delays.count > 6 && free.delays.reduce(0, +) == 30)
    #expect(free.delays.allSatisfy { [2, 3, 5].contains($0) })
    let counted = try delaysWritten {
      $0.constraints = [
        MediaConstraint(.frames, .range(min: nil, max: MediaConstraint.Quantity(50)))
      ]
    }
    #expect(counted.delays == [5, 5, 5, 5, 5, 5])
    #expect(try delaysWritten { $0.image.keepsFrames = true }.delays == counted.delays)
    #expect(free.bytes < counted.bytes)
    let tolerant = try delaysWritten { $0.image.quality = 50 }
    #expect(tolerant.delays.count > 6 && tolerant.delays.reduce(0, +) == 30)
  }

  /// A GIF converted to a folder of images and back has the same pixels, times and plays.
  @Test(
    .enabled(if: Corpus.isAvailable, Corpus.hint),
    arguments: [
      "image-gif/tests/samples/moon_impact.gif", "pillow/iss634.gif", "avanimator/superwalk.gif",
      "pillow/dispose_bgnd_transparency.gif", "pillow/hopper.gif",
    ])
  func anArchivedGIFComesBack(name: String) throws {
    try TemporaryFolder.with { folder in
      let path = Corpus.path(name)
      var archive = Conversion(
        input: .path(path), output: .file(folder.appending("archive")))
      try Preset.Library().preset(named: "archive-lossless").outputs[0].settings.apply(to: &archive)
      _ = try ConversionJob(archive).run()
      let (report, _) = try convert(.path(folder.appending("archive")), in: folder)
      let original = try openSource(.path(path))
      let back = try openSource(.path(folder.appending("out.gif")))
      #expect(try back.allPixels() == original.allPixels())
      #expect(back.info.plays == original.info.plays)
      let delays = [original, back].map { $0.info.frames.map(\.delay) }
      let times = try delays.map { try DelayPolicy.browser.resolve($0).timeline }
      let durations = times.map { timeline in
        (0..<timeline.boundaries.count - 1).map { timeline.durationTime(of: $0) }
      }
      #expect(durations[0] == durations[1])
      #expect(report.frameCount == durations[0].count)
    }
  }
}

/// The times and plays of a GIF, from its blocks alone.
private struct GIFTimes {
  private(set) var delays: [Int] = []
  /// The value of the NETSCAPE2.0 extension; nil without it.
  private(set) var repetitions: Int?

  /// Total plays, 0 for ever.
  var plays: Int { repetitions.map { $0 == 0 ? 0 : $0 + 1 } ?? 1 }

  init(_ file: [UInt8]) {
    var at = 13 + (file[10] & 0x80 == 0 ? 0 : 6 << Int(file[10] & 7))
    func skipSubBlocks() {
      while file[at] != 0 { at += Int(file[at]) + 1 }
      at += 1
    }
    while file[at] != 0x3B {
      if file[at] == 0x21 {
        if file[at + 1] == 0xF9 { delays.append(Int(file[at + 4]) | Int(file[at + 5]) << 8) }
        if file[at + 1] == 0xFF, file[(at + 3)..<(at + 14)].elementsEqual("NETSCAPE2.0".utf8) {
          repetitions = Int(file[at + 16]) | Int(file[at + 17]) << 8
        }
        at += 2
        skipSubBlocks()
      } else {
        let packed = file[at + 9]
        at += 11 + (packed & 0x80 == 0 ? 0 : 6 << Int(packed & 7))
        skipSubBlocks()
      }
    }
  }
}
