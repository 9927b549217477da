import AnimTiming
import Libav
import Messages
import Testing

@testable import Raster
@testable import Stages
@testable import Writing

@Suite struct VideoEncodingTests {
  static func timing(
    _ durations: [Int64] = [10, 10], _ timebase: Timebase = .milliseconds
  ) throws -> VideoTiming {
    VideoTiming(timeline: try AnimationTimeline(durations: durations, timebase: timebase))
  }

  static func resolve(
    _ container: VideoContainer, _ size: PixelSize = PixelSize(width: 600, height: 338),
    keepsAlpha: Bool = false, timing: VideoTiming? = nil,
    present: [String]? = nil, change: (inout VideoOptions) -> Void = { _ in }
  ) throws -> VideoEncoding {
    var options = VideoOptions()
    change(&options)
    return try VideoEncoding.resolve(
      container: container, options: options, size: size, keepsAlpha: keepsAlpha,
      timing: timing ?? Self.timing(), hasEncoder: { present?.contains($0) ?? true })
  }

  @Test func defaultsReadAsOneLine() throws {
    #expect(
      try Self.resolve(.mp4).description
        == "H.264 (libx264) yuv420p 600x338, crf 20, medium, 3 B-frames, 2 threads, bt709")
    #expect(
      try Self.resolve(.mp4, PixelSize(width: 401, height: 225)).description
        == "H.264 (libx264) yuv420p 402x226 (padded from 401x225), crf 20, medium, 3 B-frames, "
        + "2 threads, bt709")
    #expect(
      try Self.resolve(.webm, keepsAlpha: true).description
        == "VP9 (libvpx-vp9) yuva420p 600x338, alpha, crf 28, 1, 2 threads, bt601")
    #expect(
      try VideoEncoding.resolve(
        container: .webm, options: VideoOptions(), size: PixelSize(width: 600, height: 338),
        keepsAlpha: false, timing: Self.timing(Array(repeating: 10, count: 12)), canReadTwice: true,
        hasEncoder: { _ in true }
      ).description
        == "VP9 (libvpx-vp9) yuv420p 600x338, crf 28, 2, 2 passes, 2 threads, bt709")
    // The statistics of the first pass for this many frames would take more and more memory.
    #expect(
      try VideoEncoding.resolve(
        container: .webm, options: VideoOptions(), size: PixelSize(width: 600, height: 338),
        keepsAlpha: false, timing: Self.timing(Array(repeating: 10, count: 20_001)),
        canReadTwice: true, hasEncoder: { _ in true }
      ).passes == 1)
    #expect(
      try Self.resolve(.mov, keepsAlpha: true).description
        == "ProRes 4444 (prores_ks) yuva444p10le 600x338, alpha, 2 threads, bt601")
    #expect(
      try Self.resolve(.mp4) { $0.isLossless = true }.description
        == "H.264 (libx264rgb) bgr0 600x338, lossless, medium, 2 threads")
  }

  @Test func theMatrixIsWhatPlayersTakeItFor() throws {
    #expect(try Self.resolve(.webm) { $0.codec = .vp9 }.matrix == .bt709)
    #expect(try Self.resolve(.webm) { $0.codec = .vp8 }.matrix == .bt601)
    #expect(try Self.resolve(.webm, keepsAlpha: true) { $0.codec = .vp8 }.matrix == .bt601)
  }

  @Test func smallAV1PicturesGoToTheEncoderThatTakesThem() throws {
    #expect(try Self.resolve(.mp4) { $0.codec = .av1 }.encoder == "libsvtav1")
    let small = PixelSize(width: 600, height: 63)
    #expect(try Self.resolve(.mp4, small) { $0.codec = .av1 }.encoder == "libaom-av1")
    #expect(
      try Self.resolve(.mp4) {
        $0.codec = .av1
        $0.encoder = "libaom-av1"
      }.encoder == "libaom-av1")
  }

  /// Where its files are smaller, and no option is in the terms of the other encoder.
  @Test func libaomEncodesSmallPicturesAndPixelArt() throws {
    func encoder(
      _ width: Int, _ height: Int, isPixelArt: Bool = false, present: [String]? = nil,
      _ change: (inout VideoOptions) -> Void = { _ in }
    ) throws -> String {
      let encoding = try Self.resolve(
        .mp4, PixelSize(width: width, height: height), present: present
      ) {
        $0.codec = .av1
        $0.isPixelArt = isPixelArt
        change(&$0)
      }
      return "\(encoding.encoder) \(encoding.preset ?? "")"
    }
    #expect(try encoder(256, 256) == "libaom-av1 4")
    #expect(try encoder(256, 258) == "libsvtav1 6")
    #expect(try encoder(512, 512, isPixelArt: true) == "libaom-av1 6")
    #expect(try encoder(512, 514, isPixelArt: true) == "libsvtav1 6")
    #expect(try encoder(128, 128) { $0.crf = 40 } == "libaom-av1 4")
    if EncoderRecipe.svtAV1.quality?.tenths(1).contains(5) == true {
      #expect(try encoder(128, 128) { $0.crf = 40.5 } == "libsvtav1 6")
    }
    #expect(try encoder(128, 128) { $0.encoderPreset = "7" } == "libsvtav1 7")
    #expect(try encoder(128, 128) { $0.bitrate = 100_000 } == "libsvtav1 6")
    #expect(try encoder(128, 128) { $0.isLive = true } == "libsvtav1 9")
    #expect(try encoder(128, 128, present: ["libsvtav1"]) == "libsvtav1 6")
  }

  private static func x264Parameters(
    _ size: PixelSize, _ change: (inout VideoOptions) -> Void = { _ in }
  ) throws -> String {
    let encoding = try resolve(.mp4, size, change: change)
    return try #require(encoding.recipe.options(encoding).first { $0.name == "x264-params" }).value
  }

  /// ITU-T H.264, table A-1: level 4.0 has room for 32,768 macroblocks of references.
  @Test func x264PredictsFromMoreFramesWhereLevel40HasRoom() throws {
    let hd = PixelSize(width: 1280, height: 720)
    #expect(try Self.x264Parameters(hd).contains(":ref=6"))
    #expect(try Self.x264Parameters(hd) { $0.encoderPreset = "slow" }.contains(":ref=6"))
    #expect(try !Self.x264Parameters(hd) { $0.encoderPreset = "fast" }.contains("ref="))
    #expect(try !Self.x264Parameters(hd) { $0.encoderPreset = "slower" }.contains("ref="))
    #expect(try !Self.x264Parameters(PixelSize(width: 1920, height: 1080)).contains("ref="))
  }

  @Test func fullChromaOfPixelArtIsAsFineAsLuma() throws {
    let size = PixelSize(width: 64, height: 64)
    func parameters(isPixelArt: Bool, _ chroma: VideoOptions.Chroma) throws -> String {
      try Self.x264Parameters(size) {
        $0.isPixelArt = isPixelArt
        $0.chroma = chroma
      }
    }
    #expect(try parameters(isPixelArt: true, .yuv444).contains(":chroma-qp-offset=-6"))
    #expect(try !parameters(isPixelArt: true, .yuv420).contains("chroma-qp"))
    #expect(try !parameters(isPixelArt: false, .yuv444).contains("chroma-qp"))
  }

  @Test func smallAV1PicturesAreEncodedSlower() throws {
    func preset(_ width: Int, _ height: Int, _ change: (inout VideoOptions) -> Void = { _ in })
      throws -> String?
    {
      try Self.resolve(.mp4, PixelSize(width: width, height: height)) {
        $0.codec = .av1
        change(&$0)
      }.preset
    }
    #expect(try preset(960, 540) == "6")
    #expect(try preset(962, 540) == "7")
    #expect(try preset(64, 64) { $0.encoderPreset = "7" } == "7")
    #expect(try preset(64, 64) { $0.isLive = true } == "9")
  }

  @Test func threadsDependOnTheSizeAlone() throws {
    let counts = [(319, 240), (320, 240), (640, 480), (1920, 1080), (2560, 1440)].map {
      EncoderThreads.count(for: PixelSize(width: $0, height: $1))
    }
    #expect(counts == [1, 2, 4, 4, 6])
    #expect(try Self.resolve(.mp4) { $0.threads = 3 }.threads == 3)
  }

  @Test func theAverageRateIsExact() throws {
    let walk = try Self.timing([1, 1, 1, 1, 1, 1], Timebase(7, 50))
    let rate = try Self.resolve(.mp4, timing: walk).averageFramesPerSecond
    #expect(rate == (50, 7))
    let slow = try Self.timing([90_000, 90_000])
    #expect(try Self.resolve(.mp4, timing: slow).averageFramesPerSecond == (1, 60))
  }

  @Test func thereAreBFramesWhereTheyHelp() throws {
    func count(_ change: (inout VideoOptions) -> Void) throws -> Int {
      try Self.resolve(.mp4, change: change).bFrames
    }
    #expect(try count { _ in } == 3)
    #expect(try count { $0.codec = .hevc } == 3)
    #expect(try count { $0.codec = .av1 } == 0)
    #expect(try count { $0.encoderPreset = "ultrafast" } == 0)
    #expect(try count { $0.isLossless = true } == 0)
    #expect(try count { $0.bFrames = 0 } == 0)
    #expect(
      try count {
        $0.bFrames = 16
        $0.isLossless = true
      } == 16)
  }

  /// A player that ignores the edit list starts late by the decoding offset of the first frame.
  @Test func theFirstFrameIsDecodedAtMostASecondAhead() throws {
    func count(_ durations: [Int64], asked: Int? = nil) throws -> Int {
      try Self.resolve(.mp4, timing: Self.timing(durations, .centiseconds)) {
        $0.bFrames = asked
      }.bFrames
    }
    func lead(_ durations: [Int64]) throws -> Int64 {
      DecodingTimes(try Self.timing(durations, .centiseconds).timeline, bFrames: 3).lead
    }
    #expect(try count([900, 5, 50, 50, 5]) == 3)
    #expect(try lead([900, 5, 50, 50, 5]) == 100)
    // Frames that last longer than half a second are stored in display order, after any other
    // frames.
    #expect(try count([900, 5, 60, 41, 5]) == 3)
    #expect(try lead([900, 5, 60, 41, 5]) == 46)
    #expect(try lead([1, 1, 51, 700, 51, 1]) == 1)
    #expect(try count([60, 51, 700, 51]) == 0)
    #expect(try count([60, 51, 700, 51], asked: 3) == 3)
  }

  @Test func framesOfManyHoursAreStoredInTheirOrder() throws {
    // 2^31 ticks of 1/10000 s are 214,748 s, and up to five frames are between decoding and
    // display.
    func count(seconds: Int64) throws -> Int {
      try Self.resolve(.mp4, timing: Self.timing([1, seconds, 1], Timebase(1, 1))) {
        $0.bFrames = 3
      }.bFrames
    }
    #expect(try count(seconds: 42_949) == 3)
    #expect(try count(seconds: 42_950) == 0)
  }

  @Test func aMissingEncoderIsNamedWithThoseThatAreThere() throws {
    #expect(throws: WritingError.encoderMissing(name: "libx265", available: ["libx264"])) {
      _ = try Self.resolve(.mp4, present: ["libx264"]) { $0.codec = .hevc }
    }
    #expect(WritingError.encoderMissing(name: "libx265", available: []).kind.exitCode == 69)
  }

  struct Refusal: Sendable {
    var container: VideoContainer
    var keepsAlpha = false
    var size = PixelSize(width: 600, height: 338)
    var change: @Sendable (inout VideoOptions) -> Void
    var reason: String
    /// 65 if a picture without alpha is accepted.
    var exitCode: Int32 = 64
  }

  static let refusals = [
    Refusal(
      container: .mp4, change: { $0.codec = .vp8 }, reason: "animconv does not write VP8 to MP4"),
    Refusal(
      container: .mp4, keepsAlpha: true, change: { $0.codec = .hevc },
      reason: "HEVC has no alpha that players support"),
    Refusal(
      container: .mp4, change: { $0.crf = 52 },
      reason: "expected a crf of 0 to 51 for H.264, but got 52"),
    Refusal(
      container: .webm,
      change: {
        $0.codec = .vp8
        $0.crf = 3
      }, reason: "expected a crf of 4 to 63 for VP8, but got 3"),
    Refusal(
      container: .mp4,
      change: {
        $0.crf = 20
        $0.bitrate = 100_000
      }, reason: "a constant rate factor and a bitrate cannot be used together"),
    Refusal(
      container: .mp4, change: { $0.encoderPreset = "swift" },
      reason: "libx264 has no preset swift"),
    Refusal(
      container: .webm, keepsAlpha: true, change: { $0.isLossless = true },
      reason: "VP9 cannot keep alpha when it is lossless"),
    Refusal(
      container: .webm, keepsAlpha: true, change: { $0.chroma = .yuv444 },
      reason: "VP9 supports alpha with 4:2:0 only"),
    Refusal(
      container: .mov, change: { $0.isLossless = true },
      reason: "ProRes 4444 has no lossless mode"),
    Refusal(
      container: .mov, change: { $0.crf = 3 }, reason: "ProRes 4444 has no constant rate factor"),
    Refusal(
      container: .mp4, size: PixelSize(width: 63, height: 62), change: { $0.codec = .hevc },
      reason: "libx265 cannot encode a picture of 64x62: a side must have at least 64 "
        + "pixels", exitCode: 65),
    Refusal(
      container: .mp4, size: PixelSize(width: 16_385, height: 4), change: { _ in },
      reason: "libx264 cannot encode a picture of 16386x4: a side may have at most 16384 "
        + "pixels", exitCode: 65),
    Refusal(
      container: .mp4, change: { $0.threads = 0 }, reason: "expected 1 to 64 threads, but got 0"),
  ]

  @Test(arguments: refusals.indices)
  func contradictionsAreRefusedWithTheirReason(index: Int) {
    let refusal = Self.refusals[index]
    let error = #expect(throws: WritingError.self) {
      _ = try Self.resolve(
        refusal.container, refusal.size, keepsAlpha: refusal.keepsAlpha, change: refusal.change)
    }
    #expect(error?.reason.description == refusal.reason)
    #expect(error?.kind.exitCode == refusal.exitCode)
  }

  /// FFmpeg's chroma plane for alpha with one row of odd width is a byte shorter than libvpx reads.
  /// That of VP9 is made here.
  @Test func aSingleRowWithAlphaIsPaddedToTwoForVP8() throws {
    func coded(_ width: Int, _ height: Int, alpha: Bool, _ codec: VideoCodec) throws -> PixelSize {
      try Self.resolve(.webm, PixelSize(width: width, height: height), keepsAlpha: alpha) {
        $0.codec = codec
      }.codedSize
    }
    for codec in [VideoCodec.vp8, .vp9] {
      for width in [1, 3, 5, 23] {
        #expect(
          try coded(width, 1, alpha: true, codec)
            == PixelSize(width: width, height: codec == .vp8 ? 2 : 1))
        #expect(
          try coded(width, 1, alpha: false, codec) == PixelSize(width: width, height: 1))
        #expect(
          try coded(width, 3, alpha: true, codec) == PixelSize(width: width, height: 3))
      }
      #expect(try coded(24, 1, alpha: true, codec) == PixelSize(width: 24, height: 1))
    }
  }

  /// Such files exist among damaged ones: the error blames the input, not the request.
  @Test func aFrameLongerThanTheContainerCanStoreIsAFaultOfTheInput() throws {
    let long = try Self.timing([Int64(Int32.max), 1], .milliseconds)
    let error = #expect(throws: WritingError.self) { try Self.resolve(.mp4, timing: long) }
    #expect(error?.reason == "a frame lasts 2147483.647 s, longer than MP4 can store")
    #expect(error?.kind.exitCode == 65)
    let longest = try Self.timing([Int64(Int32.max) - 1, 1], .milliseconds)
    #expect(throws: Never.self) { try Self.resolve(.mov, timing: longest) }
  }

  @Test func webMStoresMillisecondsAndTheOthersEveryUnitThatFits() {
    #expect(VideoContainer.webm.storedTimebase(for: .centiseconds) == .milliseconds)
    #expect(VideoContainer.mp4.storedTimebase(for: Timebase(7, 50)) == Timebase(7, 50))
    let fine = Timebase(1, 1 << 40)
    #expect(VideoContainer.mov.storedTimebase(for: fine) == Timebase(1, 1_000_000_000))
  }
}
