import Testing

@testable import Libav

@Suite struct ErrorTests {
  @Test func missingEncoderNamesItself() {
    let error = #expect(throws: LibavError.self) {
      _ = try Encoder(Settings.h264(name: "no_such_encoder"))
    }
    #expect(error?.operation == "find the encoder no_such_encoder")
    #expect(error?.systemErrno == nil)
  }

  @Test func unknownOptionIsAnErrorThatNamesTheOption() {
    var settings = Settings.h264()
    settings.options.append(Encoder.Option("speling", "1"))
    let error = #expect(throws: LibavError.self) { _ = try Encoder(settings) }
    #expect(error?.operation == "set the option speling of libx264")
  }

  @Test func failureCarriesTheLibrarysOwnLogLine() {
    var settings = Settings.h264()
    settings.options.append(Encoder.Option("preset", "swift"))
    let error = #expect(throws: LibavError.self) { _ = try Encoder(settings) }
    #expect(error?.operation == "open the encoder libx264")
    #expect(error?.logLine?.contains("swift") == true, "\(error?.logLine ?? "no line")")
  }

  @Test func messagesAreTheSameInEveryRun() {
    let error = #expect(throws: LibavError.self) {
      _ = try Demuxer(path: Array("/etc/hostname".utf8), format: "mov")
    }
    #expect(error?.message.contains("0x") == false, "\(error?.message ?? "no message")")
    #expect(
      LogTap.withoutAddresses("[mov,mp4 @ 0x55d0c8b1a2c0] moov atom not found")
        == "[mov,mp4] moov atom not found")
    #expect(LogTap.withoutAddresses("at 0x10 of 7 @ 0x20") == "at 0x10 of 7 @ 0x20")
  }

  @Test func aSystemErrorKeepsItsNumber() throws {
    let encoder = try Encoder(Settings.h264())
    let error = #expect(throws: LibavError.self) {
      _ = try Muxer(
        path: Array("/no such folder/out.mp4".utf8), format: "mp4", encoder: encoder,
        timebase: Rational(1, 100), options: [])
    }
    #expect(error?.systemErrno == 2)
    #expect(error?.message.contains("No such file or directory") == true)
  }

  @Test func aFullDeviceIsSeen() throws {
    let encoder = try Encoder(Settings.h264())
    let error = #expect(throws: LibavError.self) {
      let muxer = try Muxer(
        path: Array("/dev/full".utf8), format: "mp4", encoder: encoder,
        timebase: Rational(1, 100), options: [])
      try muxer.finish()
    }
    #expect(error?.systemErrno == 28)
  }

  @Test func namesThatLookLikeProtocolsAreFiles() {
    let error = #expect(throws: LibavError.self) {
      _ = try Demuxer(path: Array("concat:/dev/null|/dev/zero".utf8), format: "matroska")
    }
    #expect(error?.systemErrno == 2)
  }

  @Test func aPlaylistIsNotOpenedAsAMovie() throws {
    #expect(throws: LibavError.self) {
      _ = try Demuxer(path: Array("/etc/hostname".utf8), format: "mov")
    }
  }
}

/// Valid settings, for tests to invalidate.
enum Settings {
  static func h264(name: String = "libx264") -> Encoder.Settings {
    Encoder.Settings(
      name: name, width: 64, height: 48, pixelFormat: .yuv420p, timebase: Rational(1, 100),
      frameRate: Rational(10, 1),
      color: ColorTags(
        matrix: .bt709, transfer: .bt709, primaries: .bt709, isLimitedRange: true,
        chromaLocation: .center),
      bitRate: nil, maxKeyFrameDistance: 250, maxBFrames: 0, threads: 1, usesGlobalHeader: true,
      codecTag: "avc1", options: [])
  }
}
