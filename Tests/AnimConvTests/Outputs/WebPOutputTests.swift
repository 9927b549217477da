import AnimPlay
import AnimTiming
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages
@testable import Writing

@Suite struct WebPOutputTests {
  private func made(
    _ pictures: [[UInt32]], _ size: PixelSize, delays: [Delay]? = nil, plays: LoopCount = .forever,
    _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> [UInt8] {
    try ArraySource(pictures, size: size, delays: delays, plays: plays, kind: .apng)
      .written(as: "out.webp") {
        $0.image.keepsFrames = true
        change(&$0)
      }
  }

  /// A gradient with grain and a moving square of another colour; the lower part is still.
  private static func natural(_ count: Int, _ size: PixelSize) -> [[UInt32]] {
    var generator = SeededGenerator(seed: 3)
    let grain = (0..<size.area).map { _ in UInt32.random(in: 0..<24, using: &generator) }
    return (0..<count).map { frame in
      (0..<size.area).map { place in
        let (x, y) = (place % size.width, place / size.width)
        if x / 8 == frame + 1, y / 8 == 2 { return 0xFF20_80F0 - grain[place] }
        let (red, green) = (UInt32(x * 200 / size.width), UInt32(y * 200 / size.height))
        return 0xFF40_0000 | (green + grain[place]) << 8 | (red + grain[place])
      }
    }
  }

  private static let modes: [WebPMode] = [.auto, .lossy, .lossless, .mixed]

  @Test(arguments: FewColors.all, [0, 4, 9])
  func everyPixelStaysWithoutLoss(colors: [UInt32], effort: Int) throws {
    let size = PixelSize(width: 21, height: 13)
    let pictures = FewColors.pictures(5, size, colors: colors)
    let file = try made(pictures, size) {
      $0.image.effort = effort
      $0.image.webp = .lossless
    }
    #expect(try openWebP(file).allPixels() == pictures)
    let asked = try made(pictures, size) {
      $0.image.effort = effort
      $0.image.isLossless = true
    }
    #expect(asked == file)
  }

  /// Many colours, and sprites with many alphas, which decoders must not blend with the canvas
  /// below.
  @Test(.enabled(if: Pillow.isAvailable, Comment(rawValue: Pillow.hint)))
  func libwebpsOwnPlayerShowsWhatWasToBeShown() throws {
    let size = PixelSize(width: 21, height: 13)
    let films =
      FewColors.all.map { (FewColors.pictures(5, size, colors: $0), size) }
      + [(DrawnSprites.pictures, DrawnSprites.size)]
    for (pictures, size) in films {
      try TemporaryFolder.with { folder in
        for mode in Self.modes {
          let file = try made(pictures, size) { $0.image.webp = mode }
          try folder.write(file, to: "a.webp")
          let shown = try openWebP(file).allPixels()
          let bytes = shown.joined().flatMap { pixel in
            (0..<4).map { UInt8(truncatingIfNeeded: pixel >> ($0 * 8)) }
          }
          #expect(try Pillow.decode(folder.appending("a.webp").string) == bytes, "\(mode)")
          if mode == .lossless { #expect(shown == pictures) }
        }
      }
    }
  }

  @Test func alphaStays() throws {
    for mode in Self.modes {
      let file = try made(DrawnSprites.pictures, DrawnSprites.size) { $0.image.webp = mode }
      let alphas = try openWebP(file).allPixels().map { $0.map { $0 >> 24 } }
      #expect(alphas == DrawnSprites.pictures.map { $0.map { $0 >> 24 } }, "\(mode)")
    }
  }

  @Test(arguments: modes)
  func whatDoesNotChangeIsShownUnchanged(mode: WebPMode) throws {
    let size = PixelSize(width: 96, height: 64)
    let pictures = Self.natural(6, size)
    let file = try made(pictures, size) {
      $0.image.webp = mode
      $0.image.quality = 60
    }
    let shown = try openWebP(file).allPixels()
    for frame in 1..<pictures.count {
      var squares = 0.0
      for place in 0..<size.area {
        let isNear = place / size.width / 8 == 2
        if !isNear { #expect(shown[frame][place] == shown[0][place]) }
        for shift in [UInt32(0), 8, 16] {
          let one = Int(shown[frame][place] >> shift & 255)
          let error = Double(one - Int(pictures[frame][place] >> shift & 255))
          squares += error * error
        }
      }
      #expect(squares / Double(size.area * 3) < 100, "frame \(frame)")
    }
  }

  @Test func theSmallerWayIsTaken() throws {
    let size = PixelSize(width: 96, height: 64)
    func bytes(_ pictures: [[UInt32]], _ mode: WebPMode) throws -> Int {
      try made(pictures, size) { $0.image.webp = mode }.count
    }
    let flat = FewColors.pictures(4, size, colors: [0xFF00_00FF, 0xFF00_FF00, 0xFF12_3456])
    #expect(try bytes(flat, .auto) == bytes(flat, .lossless))
    #expect(try bytes(flat, .lossless) * 2 < bytes(flat, .lossy))
    let natural = Self.natural(4, size)
    #expect(try bytes(natural, .auto) == bytes(natural, .lossy))
    #expect(try bytes(natural, .lossy) * 2 < bytes(natural, .lossless))
  }

  /// Neighbouring pixels are equal, as in drawings, but every level has its own edge.
  @Test func aSlowGradientIsNoDrawing() throws {
    let size = PixelSize(width: 240, height: 160)
    let pictures = (0..<2).map { frame in
      (0..<size.area).map { place -> UInt32 in
        let (x, y) = (place % size.width - 90 + frame * 9, place / size.width - 70)
        let (red, green, blue) = (
          UInt32((x * x + y * y) / 600), UInt32((x * x + 2 * y * y) / 700), UInt32(y * y / 300)
        )
        return 0xFF00_0000 | blue << 16 | (60 + green) << 8 | (90 + red)
      }
    }
    let first = try ArraySource(pictures, size: size, kind: .apng).next()
    var content = FlatContent()
    content.count(try #require(first).pixels)
    #expect(content.isFlat)
    let byItself = try made(pictures, size).count
    let lossless = try made(pictures, size) { $0.image.webp = .lossless }.count
    #expect(byItself * 4 < lossless)
  }

  @Test func qualityAndEffortAreObeyed() throws {
    let size = PixelSize(width: 96, height: 64)
    let pictures = Self.natural(4, size)
    let sizes = try [20, 50, 75, 95].map { quality in
      try made(pictures, size) { $0.image.quality = quality }.count
    }
    #expect(sizes == sizes.sorted() && sizes[0] * 2 < sizes[3])
    let efforts = try [0, 9].map { effort in
      try made(pictures, size) { $0.image.effort = effort }.count
    }
    #expect(efforts[1] < efforts[0])
    let alphas = try [nil, 10].map { quality in
      try made(DrawnSprites.pictures, DrawnSprites.size) {
        $0.image.alphaQuality = quality
        $0.image.webp = .lossy
      }.count
    }
    #expect(alphas[1] < alphas[0])
  }

  @Test func boundariesAreRoundedAndTheTotalIsExact() throws {
    let size = PixelSize(width: 3, height: 2)
    let pictures = FewColors.pictures(4, size, colors: [0xFF00_00FF, 0xFFFF_0000])
    let odd = (1...4).map {
      Delay.declared(ticks: Int64($0) * 3_001, timebase: Timebase(1, 90_000))
    }
    #expect(WebPChunks(try made(pictures, size, delays: odd)).delays == [33, 67, 100, 133])
  }

  @Test func longFramesAndPlaysAreCounted() throws {
    let size = PixelSize(width: 3, height: 2)
    let pictures = FewColors.pictures(2, size, colors: [0xFF00_00FF, 0xFFFF_0000])
    let delays: [Delay] = [.milliseconds(16_777_216), .milliseconds(40)]
    let written = WebPChunks(try made(pictures, size, delays: delays, plays: .plays(3)))
    #expect(written.plays == 3)
    #expect(written.delays == [14_400_000, 2_377_216, 40])
    let longest = try made(pictures, size, delays: [.milliseconds(16_777_215), .milliseconds(40)])
    #expect(WebPChunks(longest).delays == [16_777_215, 40])
    let asked = try made(pictures, size, plays: .plays(2)) { $0.image.plays = .forever }
    #expect(WebPChunks(asked).plays == 0)
    #expect(
      WebPChunks(try made(pictures, size) { $0.image.plays = .plays(65_535) }).plays == 65_535)
    #expect(WebPChunks(try made(pictures, size) { $0.image.plays = .plays(65_536) }).plays == 0)
  }

  @Test(arguments: modes)
  func aStillIsAPlainWebP(mode: WebPMode) throws {
    let size = PixelSize(width: 24, height: 16)
    let opaque = WebPChunks(
      try made(Self.natural(1, size), size) { $0.image.webp = mode })
    #expect([["VP8 "], ["VP8L"]].contains(opaque.types))
    let pictures = FewColors.pictures(1, size, colors: [0x8000_00FF, 0xFFFF_0000])
    let transparent = try made(pictures, size) { $0.image.webp = mode }
    #expect([["VP8X", "ALPH", "VP8 "], ["VP8L"]].contains(WebPChunks(transparent).types))
  }

  /// Unchanged areas take almost no bytes, and every frame keeps its time.
  @Test func equalFramesAreKeptAndCheap() throws {
    let size = PixelSize(width: 96, height: 64)
    let picture = Self.natural(1, size)[0]
    let one = try made([picture], size)
    let file = try made(Array(repeating: picture, count: 10), size)
    #expect(WebPChunks(file).delays.count == 10)
    #expect(file.count < one.count + 700)
  }

  /// An opaque animation is marked as opaque; one with transparent parts is marked as having alpha.
  @Test func theHeaderSignalsAlpha() throws {
    let size = PixelSize(width: 96, height: 64)
    // Two opposite corners change, and the area between is not stored.
    var pictures = Array(repeating: Self.natural(1, size)[0], count: 2)
    for place in [0, size.area - 1] { pictures[1][place] = 0xFFFF_FFFF }
    let moving = try made(pictures, size)
    #expect(WebPChunks(moving).saysAlpha)
    #expect(try openWebP(moving).detectAlpha() == false)
    var generator = SeededGenerator(seed: 5)
    let noise = (0..<3).map { _ in
      (0..<size.area).map { _ in UInt32.random(in: 0..<1 << 24, using: &generator) | 0xFF00_0000 }
    }
    #expect(!WebPChunks(try made(noise, size)).saysAlpha)
  }

  /// No image has alpha, but the canvas is transparent where no image covers it.
  @Test func theHeaderSignalsAlphaOfUnpaintedAreas() throws {
    let size = PixelSize(width: 32, height: 16)
    let pictures = (0..<2).map { frame in
      (0..<size.area).map { $0 % 32 < 16 * (frame + 1) && $0 / 32 < 8 ? 0xFF00_00F0 : UInt32(0) }
    }
    let file = try made(pictures, size) { $0.image.webp = .lossless }
    #expect(WebPChunks(file).saysAlpha)
    #expect(try openWebP(file).allPixels() == pictures)
  }

  @Test func theSizeInTheHeaderIsThatOfTheFile() throws {
    let size = PixelSize(width: 21, height: 13)
    let file = try made(FewColors.pictures(5, size, colors: [0xFF00_00FF, 0xFF00_FF00]), size)
    let stated = (0..<4).reduce(0) { $0 | Int(file[4 + $1]) << (8 * $1) }
    #expect(stated + 8 == file.count)
  }

  @Test func aPictureThatIsTooLargeIsRefusedWithASizeThatFits() throws {
    let size = PixelSize(width: 16_384, height: 2)
    let picture = [UInt32](repeating: 0xFF00_00FF, count: size.area)
    let error = #expect(throws: ConversionError.self) { try made([picture], size) }
    #expect(error?.reason.description.contains("at most 16383 pixels") == true)
  }
}

/// The facts in the chunks of a WebP, without its images.
private struct WebPChunks {
  private(set) var types: [String] = []
  private(set) var delays: [Int] = []
  private(set) var plays: Int?
  private(set) var saysAlpha = false

  init(_ file: [UInt8]) {
    func number(_ at: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(file[at + $1]) << (8 * $1) }
    }
    var at = 12
    while at < file.count {
      let type = String(decoding: file[at..<(at + 4)], as: UTF8.self)
      types.append(type)
      if type == "VP8X" { saysAlpha = file[at + 8] & 16 != 0 }
      if type == "ANIM" { plays = number(at + 12, 2) }
      if type == "ANMF" { delays.append(number(at + 20, 3)) }
      at += 8 + (number(at + 4, 4) + 1) / 2 * 2
    }
  }
}
