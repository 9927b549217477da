import AnimTiming
import Atlases
import FrameTestSupport
import Messages
import SystemPackage
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages
@testable import TextFormats

enum RLottie {
  static let isAvailable = OptionalLibrary.ofReading.contains {
    $0.name == "rlottie" && $0.failure == nil
  }
  static let hint: Comment = "needs rlottie (Debian: apt install librlottie0-1)"
}

/// Frames with squares on whole pixels are known exactly; others are compared with frames that
/// Python gets from rlottie.
@Suite(.enabled(if: RLottie.isAvailable, RLottie.hint))
struct LottieTests {
  private static func open(
    _ lottie: LottieBuilder, _ options: ReadingOptions = .init()
  ) throws -> any FrameSource {
    try openSource(.bytes(lottie.bytes, name: "x.json"), options: options)
  }

  /// A square of one colour, red in the lowest byte, on a transparent background.
  private static func square(
    _ color: UInt32, x: Int, y: Int, side: Int = 8, in size: PixelSize
  ) -> [UInt32] {
    (0..<size.area).map { index in
      let (column, row) = (index % size.width, index / size.width)
      return (x..<x + side).contains(column) && (y..<y + side).contains(row) ? color : 0
    }
  }

  @Test func squaresAreExact() throws {
    var lottie = LottieBuilder()
    lottie.position = LottieBuilder.moving("4,8,0", "24,8,0", frames: 10)
    let source = try Self.open(lottie)
    #expect(source.info.kind == .lottie && source.info.size == PixelSize(width: 32, height: 24))
    #expect(source.info.plays == .forever && !source.info.declaresPlays)
    let frames = try source.allPixels()
    #expect(frames.count == 10)
    for (index, frame) in frames.enumerated() {
      #expect(
        frame == Self.square(0xFF00_00FF, x: 2 * index, y: 4, in: source.info.size), "\(index)")
    }
    #expect(try source.detectAlpha())
  }

  /// Any frame can be drawn without the previous ones.
  @Test func framesAreDrawnInAnyOrder() throws {
    var lottie = LottieBuilder()
    lottie.position = LottieBuilder.moving("4,8,0", "24,8,0", frames: 10)
    lottie.rotation = LottieBuilder.moving("0", "90", frames: 10)
    let source = try Self.open(lottie)
    let frames = try source.allPixels()
    for index in [7, 2, 9, 9, 0] {
      #expect(source.restartPoint(for: index) == index)
      try source.seek(to: index)
      #expect(try source.next()?.pixels.rgbaWords == frames[index])
    }
    try source.seek(to: 10)
    #expect(try source.next() == nil)
  }

  /// Alpha is straight, as in every source.
  @Test func alphaIsStraight() throws {
    var lottie = LottieBuilder()
    lottie.opacity = #"{"a":0,"k":50}"#
    let source = try Self.open(lottie)
    #expect(
      try source.next()?.pixels.rgbaWords
        == Self.square(0x7F00_00FF, x: 4, y: 4, in: source.info.size))
  }

  /// A rate, and the duration of a frame in seconds.
  static let rates: [(String, RationalTime)] = [
    ("10", RationalTime(1, 10)), ("60", RationalTime(1, 60)), ("30.0", RationalTime(1, 30)),
    ("12.5", RationalTime(2, 25)), ("29.97", RationalTime(100, 2997)),
    ("29.9700012207031", RationalTime(100, 2997)),
    ("23.9759998321533", RationalTime(125, 2997)), ("6e1", RationalTime(1, 60)),
    ("0.5", RationalTime(2, 1)),
  ]

  @Test(arguments: rates) func timesAreExact(rate: String, expected: RationalTime) throws {
    var lottie = LottieBuilder()
    lottie.rate = rate
    let source = try Self.open(lottie)
    #expect(source.info.frames.map(\.delay.time) == Array(repeating: expected, count: 10))
  }

  /// The first frame, the end, and the number of frames; start and end are rounded to the nearest
  /// frame.
  @Test(
    arguments: [
      ("0", "90.0000036657751", 90), ("0.4", "9.6", 10), ("2", "10", 8), ("0.6", "10.4", 9),
      ("5.0", "6.49", 1),
    ])
  func rangesAreWhole(first: String, end: String, count: Int) throws {
    var lottie = LottieBuilder()
    (lottie.first, lottie.end) = (first, end)
    #expect(try Self.open(lottie).info.frames.count == count)
  }

  /// The range selects frames of the layers' own time.
  @Test func theFirstFrameIsThatOfTheRange() throws {
    var lottie = LottieBuilder()
    lottie.position = LottieBuilder.moving("4,8,0", "24,8,0", frames: 10)
    lottie.first = "3"
    let source = try Self.open(lottie)
    #expect(
      try source.next()?.pixels.rgbaWords
        == Self.square(0xFF00_00FF, x: 6, y: 4, in: source.info.size))
  }

  /// Some programs write numbers with a decimal point.
  @Test func sizesMayHaveFractions() throws {
    var lottie = LottieBuilder()
    (lottie.width, lottie.height) = ("32.0", "24.4")
    let source = try Self.open(lottie)
    #expect(source.info.size == PixelSize(width: 32, height: 24))
    #expect(
      try source.next()?.pixels.rgbaWords
        == Self.square(0xFF00_00FF, x: 4, y: 4, in: source.info.size))
  }

  @Test(.enabled(if: Python.hasRLottie, "needs Python and librlottie"))
  func otherShapesAreThoseOfRLottie() throws {
    var lottie = LottieBuilder()
    (lottie.width, lottie.height, lottie.side) = ("96", "64", 30)
    lottie.color = "0.9,0.45,0.2"
    lottie.position = LottieBuilder.moving("10.3,8.7,0", "80,50,0", frames: 10)
    lottie.rotation = LottieBuilder.moving("0", "77", frames: 10)
    lottie.opacity = LottieBuilder.moving("100", "7", frames: 10)
    try TemporaryFolder.with { folder in
      try folder.write(lottie.bytes, to: "a.json")
      try folder.write(Python.drawing, to: "draw.py")
      _ = try Command.run(
        "python3", folder.appending("draw.py").string, folder.appending("a.json").string, "96",
        "64", "10", folder.appending("out").string)
      let drawn = try folder.bytes(of: "out")
      let source = try openSource(.path(folder.appending("a.json")))
      let frames = try source.allPixels()
      #expect(drawn.count == frames.count * 96 * 64 * 4)
      for (index, pixel) in frames.joined().enumerated() {
        let bytes = drawn[index * 4..<index * 4 + 4].map { Int($0) }
        guard pixel != Python.straight(bytes) else { continue }
        Issue.record("pixel \(index) is \(String(pixel, radix: 16)), rlottie's is \(bytes)")
        break
      }
    }
  }

  // MARK: Files

  @Test func stickersOfTelegramAreUnpacked() throws {
    let lottie = LottieBuilder()
    let source = try openSource(.bytes(LottieBuilder.gzip(lottie.bytes), name: "x.tgs"))
    #expect(source.info.kind == .lottie)
    #expect(try source.allPixels() == Self.open(lottie).allPixels())
  }

  /// Only the content decides, not the order of members.
  @Test func theRateMayComeLast() throws {
    let lottie = LottieBuilder()
    let filler = String(repeating: " ", count: 5000)
    let text =
      "\u{FEFF}\n{\(filler)\"layers\":[\(lottie.layer)],\"w\":32,\"h\":24,\"op\":10,\"ip\":0,"
      + "\"fr\":10,\"v\":\"5\"}"
    let source = try openSource(.bytes(Array(text.utf8), name: "x"))
    #expect(source.info.kind == .lottie)
    #expect(try source.allPixels() == Self.open(lottie).allPixels())
  }

  private static func dotLottie(_ version: Int) -> [UInt8] {
    var second = LottieBuilder()
    second.color = "0,0,1"
    second.end = "4"
    let (folder, active) =
      version == 1
      ? ("animations", #""activeAnimationId":"b c""#) : ("a", #""initial":{"animation":"b c"}"#)
    return LottieBuilder.archive([
      (
        "manifest.json",
        Array(#"{"version":"\#(version)",\#(active),"animations":[{"id":"a"},{"id":"b c"}]}"#.utf8)
      ), ("\(folder)/a.json", LottieBuilder().bytes), ("\(folder)/b c.json", second.bytes),
    ])
  }

  @Test(arguments: [1, 2]) func animationsOfAnArchiveAreChosen(version: Int) throws {
    let bytes = Self.dotLottie(version)
    let active = try openSource(.bytes(bytes, name: "x.lottie"))
    #expect(active.info.kind == .lottie && active.info.frames.count == 4)
    #expect(active.info.animations.map(\.name) == ["a", "b c"])
    #expect(active.info.animations.map(\.frameCount) == [10, 4])
    #expect(active.info.notes.map(\.description).joined().contains("\"a\", \"b c\""))
    var options = ReadingOptions()
    options.sheet.tag = "a"
    let other = try openSource(.bytes(bytes, name: "x.lottie"), options: options)
    #expect(other.info.frames.count == 10 && other.info.notes.isEmpty)
    #expect(try other.next()?.pixels.rgbaWords.contains(0xFF00_00FF) == true)
    options.sheet.tag = "z"
    #expect(throws: ReadingError.noSuch("animation", "z", known: ["a", "b c"])) {
      try openSource(.bytes(bytes, name: "x.lottie"), options: options)
    }
  }

  /// An image of one colour fills its layer.
  private static func withPicture(_ asset: String) -> LottieBuilder {
    var lottie = LottieBuilder()
    lottie.assets = asset
    lottie.layers =
      #",{"ddd":0,"ind":2,"ty":2,"nm":"picture","refId":"image","sr":1,"ks":{"o":{"a":0,"k":100},"#
      + #""r":{"a":0,"k":0},"p":{"a":0,"k":[0,0,0]},"a":{"a":0,"k":[0,0,0]},"#
      + #""s":{"a":0,"k":[100,100,100]}},"ao":0,"ip":0,"op":10,"st":0,"bm":0}"#
    return lottie
  }

  /// rlottie rounds the colours and the opacity of images by a few steps.
  private static func isNearly(_ drawn: UInt32, _ pixel: UInt32) -> Bool {
    stride(from: 0, to: 32, by: 8).allSatisfy {
      abs(Int(drawn >> $0 & 0xFF) - Int(pixel >> $0 & 0xFF)) <= 4
    }
  }

  @Test func imagesOfAnArchiveAreDrawn() throws {
    let png = PictureFiles.png(32, 24)
    let lottie = Self.withPicture(
      #"{"id":"image","w":32,"h":24,"u":"/images/","p":"img_0.png","e":0}"#)
    let archive = LottieBuilder.archive([
      ("manifest.json", Array(#"{"version":"1","animations":[{"id":"a"}]}"#.utf8)),
      ("animations/a.json", lottie.bytes), ("images/img_0.png", png),
    ])
    let picture = try openSource(.bytes(png, name: "x.png")).allPixels()[0]
    let frame = try openSource(.bytes(archive, name: "x.lottie")).allPixels()[0]
    // To the right of the square.
    #expect(Self.isNearly(frame[31], picture[31]))
    #expect(Self.isNearly(frame[12 * 32 + 20], picture[12 * 32 + 20]))
  }

  @Test func embeddedImagesAreDrawn() throws {
    let png = PictureFiles.png(32, 24)
    let text = String(decoding: Base64Text.text(of: png), as: UTF8.self)
    let lottie = Self.withPicture(
      #"{"id":"image","w":32,"h":24,"u":"","p":"data:image/png;base64,\#(text)"}"#)
    let picture = try openSource(.bytes(png, name: "x.png")).allPixels()[0]
    #expect(Self.isNearly(try Self.open(lottie).allPixels()[0][31], picture[31]))
  }

  // MARK: Refusals

  private static func changed(_ change: (inout LottieBuilder) -> Void) -> LottieBuilder {
    var lottie = LottieBuilder()
    change(&lottie)
    return lottie
  }

  static let refusals: [(LottieBuilder, String)] = [
    (changed { $0.end = "0" }, "no frames"), (changed { $0.first = "-5" }, "none before 0"),
    (changed { $0.rate = "0" }, "rate"), (changed { $0.rate = "-1" }, "rate"),
    (changed { $0.rate = "1e9" }, "rate"), (changed { $0.rate = "\"x\"" }, "rate"),
    (changed { $0.width = "0" }, "size"), (changed { $0.height = "null" }, "size"),
    (changed { $0.version = nil }, "\"v\""), (changed { $0.end = "1e6" }, "frames"),
    (changed { $0.width = "1e9" }, "side"),
    (changed { ($0.width, $0.height) = ("60000", "60000") }, "area"),
    (
      changed {
        $0.members =
          ",\"x\":" + String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
      },
      "depth"
    ),
    (
      changed { $0.shapes = #",{"ty":"rp","c":{"a":0,"k":1000000000}}"# }, "copies"
    ),
    (
      changed {
        $0.shapes = String(repeating: #",{"ty":"rp","c":{"a":0,"k":9000}}"#, count: 3)
      }, "more than"
    ),
    (
      changed {
        $0.assets = #"{"id":"a","layers":[{"ty":0,"refId":"a"}]}"#
        $0.layers = #",{"ty":0,"refId":"a"}"#
      }, "contains itself"
    ),
    (
      changed {
        $0.assets = (0..<30).map { number in
          #"{"id":"\#(number)","layers":[{"ty":0,"refId":"\#(number + 1)"},"#
            + #"{"ty":0,"refId":"\#(number + 1)"}]}"#
        }.joined(separator: ",")
        $0.layers = #",{"ty":0,"refId":"0"}"#
      }, "more than"
    ),
    (withPicture(#"{"id":"image","w":1,"h":1,"u":"/etc/","p":"passwd","e":0}"#), "\"passwd\""),
    (
      withPicture(#"{"id":"image","w":1,"h":1,"u":"","p":"data:image/png;base64,#","e":1}"#),
      "Base64"
    ),
    (withPicture(#"{"id":"image","w":1,"h":1,"p":"data:,","p":"/etc/passwd","e":0}"#), "several"),
  ]

  @Test(arguments: refusals) func refusalsSayWhy(_ lottie: LottieBuilder, _ words: String) throws {
    #expect {
      try Self.open(lottie)
    } throws: { error in
      (error as? ReadingError).map { $0.reason.description.contains(words) } ?? false
    }
  }

  @Test func otherGzipFilesAreNamed() throws {
    #expect {
      try openSource(.bytes(LottieBuilder.gzip(Array("hello".utf8)), name: "x.gz"))
    } throws: { error in
      guard case ReadingError.otherFormat(let title, _) = error else { return false }
      return title.contains("gzip")
    }
    let whole = LottieBuilder.gzip(LottieBuilder().bytes)
    #expect {
      try openSource(.bytes(Array(whole.dropLast(400)), name: "x.tgs"))
    } throws: { error in
      if case ReadingError.truncated = error { true } else { false }
    }
    var damaged = whole
    damaged[damaged.count - 7] ^= 1
    #expect {
      try openSource(.bytes(damaged, name: "x.tgs"))
    } throws: { error in
      if case ReadingError.malformed = error { true } else { false }
    }
  }

  /// A gibibyte of blanks.
  @Test func bombsAreRefusedByALimit() throws {
    try TemporaryFolder.with { folder in
      let bomb = folder.appending("a.tgs")
      _ = try Command.run(
        "/bin/sh", "-c",
        "(printf '{'; head -c 1073741824 /dev/zero | tr '\\0' ' ') | gzip -1 > \(bomb.string)")
      let start = ContinuousClock.now
      #expect {
        try openSource(.path(bomb))
      } throws: { error in
        guard case ReadingError.limitExceeded(.metadata, _, _) = error else { return false }
        return (error as? ReadingError)?.remedy?.text(.options).contains("--max-metadata") == true
      }
      // One second in an optimized build.
      #expect(ContinuousClock.now - start < .seconds(10))
    }
  }

  @Test func missingFeaturesAreNoted() throws {
    #expect(try Self.open(LottieBuilder()).info.notes.isEmpty)
    var lottie = LottieBuilder()
    lottie.rotation = #"{"a":0,"k":0,"x":"var $bm_rt = time * 9;"}"#
    lottie.layerMembers = #","ef":[{"ty":29,"en":1}]"#
    lottie.layers = #",{"ty":5,"ind":3,"ks":{},"ip":0,"op":10,"st":0,"t":{}}"#
    let notes = try Self.open(lottie).info.notes.map(\.description)
    #expect(notes.count == 1)
    for word in ["expressions", "text layers", "effects"] { #expect(notes[0].contains(word)) }
  }
}

/// Reads rlottie's frames independently of animconv.
extension Python {
  fileprivate static let hasRLottie =
    (try? Command.run(
      "python3", "-c",
      "import ctypes,sys\nfor n in ('0-1','0'):\n try: ctypes.CDLL('librlottie.so.'+n); sys.exit()\n"
        + " except OSError: pass\nsys.exit(1)")) != nil

  fileprivate static let drawing = """
    import ctypes, sys
    for name in ("0-1", "0"):
        try: lottie = ctypes.CDLL("librlottie.so." + name); break
        except OSError: pass
    lottie.lottie_animation_from_file.restype = ctypes.c_void_p
    lottie.lottie_animation_render.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p] \
    + [ctypes.c_size_t] * 3
    path, width, height, count = sys.argv[1], *map(int, sys.argv[2:5])
    animation = lottie.lottie_animation_from_file(path.encode())
    with open(sys.argv[5], "wb") as out:
        for frame in range(count):
            pixels = ctypes.create_string_buffer(width * height * 4)
            lottie.lottie_animation_render(animation, frame, pixels, width, height, width * 4)
            out.write(pixels.raw)
    """

  /// Straight RGBA of premultiplied blue, green, red and alpha, by definition.
  fileprivate static func straight(_ pixel: [Int]) -> UInt32 {
    let alpha = pixel[3]
    if alpha == 0 { return 0 }
    let colors = [pixel[2], pixel[1], pixel[0]].map {
      min(255, Int((Double($0) * 255 / Double(alpha)).rounded()))
    }
    return UInt32(colors[0] | colors[1] << 8 | colors[2] << 16 | alpha << 24)
  }
}
