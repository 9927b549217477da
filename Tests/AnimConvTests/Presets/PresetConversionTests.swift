import AnimPlay
import AnimTiming
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Reading
@testable import Stages

/// Every preset keeps its promise: its files meet its platform's requirements, and files that break
/// one are detected.
@Suite struct PresetConversionTests {
  /// Six frames in 0.84 s at 86x114, with transparency; for players that need a whole frame rate,
  /// ten frames at 25 per second.
  private static func input(_ preset: String) -> FilePath {
    let needsWholeRate = ["mdc-sprited", "mbanimationview"].contains(preset)
    return Corpus.path(needsWholeRate ? "avanimator/Beaker.gif" : "avanimator/superwalk.gif")
  }

  @Test(.enabled(if: Corpus.isAvailable, Corpus.hint), arguments: BuiltinPresetTests.names)
  func whatAPresetWritesPassesItsCheck(name: String) async throws {
    let preset = try Preset.Library().preset(named: name)
    try await TemporaryFolder.with { folder in
      for output in preset.outputs {
        let path = output.path(for: folder.appending("walk"))
        let conversion = try output.conversion(from: .path(Self.input(name)), to: .file(path))
        let report = try await Converter(conversion).run()
        #expect(!report.outputs.isEmpty)
        // Files that animconv writes and does not read.
        if ["bif", "trickplay-jellyfin"].contains(name) { continue }
        let result = try Preset.Check(path, against: preset)
        #expect(result.output.name == output.name)
        #expect(result.check.isMet, "\(result.check.error?.reason ?? "")")
        #expect(result.check.lines.count == output.allConstraints.count)
      }
    }
  }

  /// A landscape video is not a reel, even if all else fits.
  @Test(arguments: [("640x360", false), ("360x640", true), ("400x400", false)])
  func aReelIsUpright(size: String, isMet: Bool) throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("a.mp4")
      _ = try Command.run(
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=\(size):rate=30:duration=3",
        "-pix_fmt", "yuv420p", path.string)
      let preset = try Preset.Library().preset(named: "instagram-reel")
      let check = try Preset.Check(path, against: preset).check
      #expect(check.isMet == isMet)
      #expect(
        check.lines.filter { !$0.isMet }.map(\.constraint.property)
          == (isMet ? [] : [.orientation]))
    }
  }

  @Test(arguments: ["telegram-sticker", "telegram-emoji"], [true, false])
  func aStickerHasNoSound(name: String, hasSound: Bool) throws {
    let side = name == "telegram-sticker" ? 512 : 100
    try TemporaryFolder.with { folder in
      let path = folder.appending("a.webm")
      let sound = hasSound ? ["-f", "lavfi", "-i", "sine=duration=1", "-c:a", "libopus"] : []
      let arguments =
        ["ffmpeg", "-v", "error", "-f", "lavfi"]
        + ["-i", "color=red:size=\(side)x\(side):rate=30:duration=1"] + sound
        + ["-c:v", "libvpx-vp9", "-deadline", "realtime", path.string]
      _ = try Command.run(arguments)
      let preset = try Preset.Library().preset(named: name)
      let check = try Preset.Check(path, against: preset).check
      #expect(
        check.lines.filter { !$0.isMet }.map(\.constraint.property) == (hasSound ? [.sound] : []))
      #expect(check.error?.remedy == (hasSound ? "convert it, which leaves out the sound" : nil))
    }
  }

  @Test(arguments: [(10_000, true), (10_001, false)])
  func aStickerForWhatsAppLastsAtMostTenSeconds(milliseconds: Int, isMet: Bool) throws {
    try TemporaryFolder.with { folder in
      var webp = WebPBuilder(512, 512)
      for delay in [5000, milliseconds - 5000] {
        webp.frame(.init(w: 9, h: 9, fill: WebPBuilder.red, delay: delay))
      }
      try folder.write(webp.bytes, to: "a.webp")
      let preset = try Preset.Library().preset(named: "whatsapp-sticker")
      let check = try Preset.Check(folder.appending("a.webp"), against: preset).check
      #expect(check.isMet == isMet)
    }
  }

  /// Files of other tools, for presets whose output animconv cannot write.
  static let suitable: [(preset: String, file: @Sendable () -> [UInt8])] = [
    ("x-gif", { gif(100, 80, frames: 3) }),
    ("discord-emoji", { gif(128, 128, frames: 3) }),
    ("discord-sticker", { gif(320, 320, frames: 3) }),
    ("slack-emoji", { gif(128, 128, frames: 3) }),
    ("twitch-emote", { gif(112, 112, frames: 3) }), ("bttv-emote", { gif(100, 112, frames: 3) }),
    ("7tv-emote", { gif(300, 100, frames: 3) }),
    ("apple-sticker", { gif(408, 408, frames: 3) }),
    (
      "whatsapp-sticker",
      {
        var webp = WebPBuilder(512, 512)
        webp.frame(.init(w: 9, h: 9, fill: WebPBuilder.red))
        webp.frame(.init(w: 9, h: 9, fill: WebPBuilder.blue))
        return webp.bytes
      }
    ),
  ]

  @Test(arguments: suitable)
  func aSuitableFileOfAnotherToolPasses(
    preset name: String, file: @Sendable () -> [UInt8]
  ) throws {
    try TemporaryFolder.with { folder in
      try folder.write(file(), to: "file")
      let preset = try Preset.Library().preset(named: name)
      let result = try Preset.Check(folder.appending("file"), against: preset)
      #expect(result.check.isMet, "\(result.check.error?.reason ?? "")")
    }
  }

  /// Small sides, few frames of 0.1 s.
  private static func gif(
    _ width: Int, _ height: Int, frames: Int, delay: Int = 10
  ) -> [UInt8] {
    var gif = GIFBuilder(width, height)
    for _ in 0..<frames { gif.frame(.init(w: 1, h: 1, fill: 1, delay: delay)) }
    gif.end()
    return gif.bytes
  }

  @Test func everyConstraintOfEveryPresetIsBrokenBySomeFile() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write(Self.gif(2, 2, frames: 1, delay: 2), to: "tiny.gif")
      // A tall picture, many frames, and a duration beyond every limit.
      try folder.write(Self.gif(1400, 2000, frames: 400, delay: 65_000), to: "huge.gif")
      try folder.write(Self.gif(4000, 8, frames: 2), to: "wide.gif")
      try folder.write(Self.gif(2200, 2300, frames: 2), to: "square.gif")
      try folder.write(Self.gif(2, 2, frames: 1001), to: "many.gif")
      try folder.write(Self.gif(90, 80, frames: 2), to: "large.gif")
      let large = try FileDescriptor.open(folder.appending("large.gif"), .writeOnly)
      try large.closeAfter { try large.resize(to: 17_000_000_000) }
      // 150 frames per second, with a codec and a pixel format that no platform accepts.
      var fast = Conversion(
        input: .bytes(Self.gif(64, 64, frames: 3), name: "a.gif"),
        output: .file(folder.appending("fast.mov")))
      fast.timing.schedule = .constant(FrameRate(150))
      try await Converter(fast).run()
      _ = try Command.run(
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=red:size=64x64:duration=1", "-f",
        "lavfi", "-i", "sine=duration=1", folder.appending("loud.webm").string)

      let files = try folder.names.map { try MediaConstraint.Facts(of: folder.appending($0)) }
      for name in BuiltinPresetTests.names {
        let preset = try Preset.Library().preset(named: name)
        for output in preset.outputs {
          for constraint in output.allConstraints {
            #expect(
              files.contains { !constraint.isMet(by: $0[constraint.property]) },
              "\(name): \(constraint.property.rawValue) \(constraint.expectation)")
          }
        }
      }
    }
  }

  /// A constraint on each property that narrowly misses the file's value.
  @Test func aFileFailsOnExactlyThePropertyThatIsWrong() async throws {
    try await TemporaryFolder.with { folder in
      let path = folder.appending("out.webm")
      try await Converter(
        Conversion(
          input: .bytes(ConverterTests.animation(), name: "a.gif"), output: .file(path))
      ).run()
      let facts = try MediaConstraint.Facts(of: path)
      #expect(facts.properties == MediaConstraint.Property.allCases)
      for property in MediaConstraint.Property.allCases {
        let right: MediaConstraint.Bound
        let wrong: MediaConstraint.Bound
        switch try #require(facts[property]) {
        case .number(let value):
          right = .exactly(value)
          wrong = .range(
            min: nil,
            max: MediaConstraint.Quantity(value.numerator * 1000 - 1, value.denominator * 1000))
        case .word(let word): (right, wrong) = (.oneOf([word, "x"]), .oneOf([word + "x"]))
        case .truth(let truth): (right, wrong) = (.equals(truth), .equals(!truth))
        }
        #expect(MediaConstraint.Check([MediaConstraint(property, right)], facts: facts).isMet)
        #expect(!MediaConstraint.Check([MediaConstraint(property, wrong)], facts: facts).isMet)
      }
      // The file's properties according to its writer and to ffprobe.
      #expect(facts[.width] == .count(37) && facts[.height] == .count(23))
      #expect(facts[.frames] == .count(4))
      #expect(facts[.seconds] == .number(MediaConstraint.Quantity(171, 100)))
      #expect(facts[.container] == .word("webm") && facts[.codec] == .word("vp9"))
      #expect(facts[.alpha] == .truth(true))
    }
  }

  /// The plan's predictions match the file.
  @Test(arguments: ["mp4", "webm", "mov", "png"])
  func aPlanForeseesTheFactsOfItsFile(fileExtension: String) async throws {
    try await TemporaryFolder.with { folder in
      let path = folder.appending("out.\(fileExtension)")
      let conversion = Conversion(
        input: .bytes(ConverterTests.animation(), name: "a.gif"), output: .file(path))
      let report = try await Converter(conversion).run()
      let planned = MediaConstraint.Facts(of: report.plan)
      let written = try MediaConstraint.Facts(of: path)
      // VP9's alpha is a separate stream, which the pixel format does not mention, and ProRes is
      // always decoded to 12 bits.
      for property in planned.properties
      where property != .pixelFormat || ["mp4", "png"].contains(fileExtension) {
        #expect(planned[property] == written[property], "\(property)")
      }
    }
  }

  @Test func whatThePlanBreaksIsRefusedBeforeAnythingIsWritten() async throws {
    try await TemporaryFolder.with { folder in
      let output = try Preset.Library().preset(named: "telegram-sticker").outputs[0]
      let conversion = try output.conversion(
        from: .bytes(Self.gif(64, 64, frames: 40), name: "a.gif"),
        to: .file(folder.appending("a.webm")))
      let error = await #expect(throws: ConversionError.self) {
        try await Converter(conversion).run()
      }
      #expect(error?.kind == .constraint)
      #expect(error?.reason == "seconds: 4, expected at most 3")
      #expect(error?.remedy?.text(.options) == "shorten it with --range or --speed")
      #expect(folder.names == [])
    }
  }
}
