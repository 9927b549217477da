package import AnimTiming
package import Messages
internal import Reading
package import Stages
package import Writing

/// Why a request cannot be planned.
package enum PlanningError: Error, Sendable, Hashable {
  /// Neither the output's extension nor the request names a kind of output.
  case containerUnknown(fileExtension: String?)
  /// An output with several files was requested for a single stream.
  case needsFiles(OutputKind)
  /// An optional library is not installed.
  case libraryMissing(String, setting: SettingName)
  /// The kind of output depends on the player.
  case needsPlayer(OutputKind)
  /// The player needs another kind of output.
  case kindOfPlayer(OutputKind, PlayerAsset)
  /// A pair of files was requested for a single stream.
  case pairNeedsFiles
  /// The output holds one frame; with the name that would write all of them.
  case severalFrames(OutputKind, count: Int, numbered: String)
  /// The poster's frame is not shown.
  case posterNotShown(Conversion.Poster)
  /// Key frames were requested from an input without key frames.
  case noKeyFrames(InputKind)
  /// Frames were selected by content, but there is only one.
  case nothingToSelect(InputKind, AnimationTimeline.FrameChoice)
  /// The sharpest frames were requested without a grouping.
  case sharpestOfWhat
  /// High dynamic range can be kept only in videos.
  case keepsNoLight(OutputKind)
  /// High dynamic range cannot be kept for a video with transparency.
  case lightHasAlpha
  /// High dynamic range cannot be kept together with separate alpha.
  case lightBesideAlpha
  /// High dynamic range cannot be kept if frames are changed.
  case shapesLight
  /// Several inputs were given for an output with one animation.
  case joinsNothing(OutputKind)
  /// Several inputs were given for a player with one animation.
  case playsOne(PlayerAsset)
  /// An edit of one animation was given for several.
  case editsSeveral
  /// A setting that was given by name has no effect.
  case idle(Conversion.IdleSetting)
}

extension PNGWritingOptions {
  /// - Throws: ``PlanningError/libraryMissing(_:setting:)``.
  func checkLibraries() throws {
    if isOptimized, Zopfli.shared == nil {
      throw PlanningError.libraryMissing("libzopfli", setting: .optimize)
    }
  }
}

extension PlanningError: StageFailure {
  package var stage: ConversionStage { .planning }
  package var kind: FailureKind { code.kind }

  package var code: FailureCode {
    switch self {
    case .libraryMissing(let name, _): .libraryMissing(name)
    case .needsFiles, .pairNeedsFiles, .severalFrames, .keepsNoLight, .lightHasAlpha,
      .lightBesideAlpha, .joinsNothing, .playsOne:
      .notExpressible
    default: .invalidRequest
    }
  }
  package var frame: Int? { nil }

  package var reason: ConversionMessage {
    switch self {
    case .containerUnknown(nil): "the output's name does not say what to write"
    case .containerUnknown(let fileExtension?):
      "'.\(fileExtension)' is not an output that animconv writes"
    case .needsFiles(let kind): "\(kind.title) cannot be written to a stream"
    case .libraryMissing(let name, let setting):
      "\(setting) needs the library \(name), which is not installed"
    case .needsPlayer: "an imageset can only be written for a player"
    case .kindOfPlayer(let kind, let player):
      "\(player.title) takes \(player.outputKind.title), not \(kind.title)"
    case .pairNeedsFiles: "a pair of files cannot be written to a stream"
    case .severalFrames(let kind, let count, _): "\(kind.title) holds one frame, not \(count)"
    case .posterNotShown(.time(let time)):
      "the animation ends before \(time.formatted()), the time of the poster"
    case .posterNotShown(let poster): "frame \(poster), the requested poster, is not shown"
    case .noKeyFrames(let kind): "only videos have key frames, and the input is \(kind.title)"
    case .nothingToSelect(let kind, let choice):
      "\(.select, choice.rawValue, swift: ".\(choice)") chooses among frames, and the input is \(kind.title) with "
        + "one frame"
    case .sharpestOfWhat:
      "\(.select, case: "sharp") takes the sharpest frame of every part, but no parts are given"
    case .keepsNoLight(let kind):
      "high dynamic range is kept in videos only, not in \(kind.title)"
    case .lightHasAlpha:
      "the video has transparency, and high dynamic range is kept only for opaque videos"
    case .lightBesideAlpha: "high dynamic range cannot be kept with separate alpha"
    case .shapesLight:
      "pictures of high dynamic range are kept as they are: they are not cropped, scaled or padded"
    case .joinsNothing(let kind): "several inputs become one sheet, not \(kind.title)"
    case .playsOne(let player): "\(player.title) plays one animation, and there are several inputs"
    case .editsSeveral:
      "frames can be chosen, reversed or repeated only with one input, but there are several"
    case .idle(let setting): setting.reason
    }
  }

  /// `.mp4, .webm, .gif` and so on.
  private static var endings: String {
    OutputKind.all.flatMap(\.definition.fileExtensions).map { "." + $0 }.joined(separator: ", ")
  }

  package var remedy: ConversionMessage? {
    switch self {
    case .containerUnknown:
      "end the output's name in \(Self.endings) or, for a folder of frames, /; or give "
        + "\(.container)"
    case .libraryMissing(let name, _): "install it (Debian: apt install \(name)1), or leave it out"
    case .needsPlayer: "add \(.for, "mdc-sprited", swift: ".spritedAnimationView")"
    case .kindOfPlayer(_, let player): "end the output's name in \(player.outputEnding)"
    case .needsFiles, .pairNeedsFiles: "give a file name"
    case .severalFrames(_, _, let name):
      "choose one with \(.poster, case: "first"), or name the output \(name) to write "
        + "all of them, or add \(.layout, case: "grid") to write them into one sheet"
    case .posterNotShown(.time): "\(.poster, case: "best") looks for a frame"
    case .posterNotShown:
      "frames count from 0; \(.poster, case: "best") looks for one"
    case .nothingToSelect: "leave out \(.select)"
    case .sharpestOfWhat:
      "add \(.every, "2s", swift: ".seconds(2)", at: "timing.edits.interval") for a frame of every "
        + "two seconds, or \(.pick, 20) for 20 parts"
    case .noKeyFrames: "leave out \(.select)"
    case .keepsNoLight, .lightHasAlpha: "choose \(.hdr, case: "tonemap")"
    case .lightBesideAlpha:
      "leave out \(.alpha), or choose \(.hdr, case: "tonemap")"
    case .shapesLight: "leave that out, or choose \(.hdr, case: "tonemap")"
    case .joinsNothing: "end the output's name in .png"
    case .playsOne: "leave out \(.for), or give one input"
    case .editsSeveral:
      "change the one input first, in a file of its own, as in \(value: "animconv in.gif in.apng", swift: "Conversion(input: \"in.gif\", output: \"in.apng\")")"
    case .idle(let setting): setting.remedy
    }
  }
}
