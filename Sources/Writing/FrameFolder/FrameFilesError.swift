internal import Atlases
package import Messages
package import Stages
internal import TextFormats

/// Why frames cannot be written as the requested files.
package enum FrameFilesError: Error, Sendable, Hashable {
  /// Names must not start with this text.
  case name(String, String)
  /// A file cannot be an Android resource.
  case resourceName(String)
  /// A number is out of range.
  case outOfRange(setting: SettingName, value: Int, allowed: ClosedRange<Int>)
  /// A setting contradicts another or the output.
  case conflict(ConversionMessage, ConversionMessage)
  /// A repeated scale, a scale that is too large, or no scale of 1.
  case scales([Int])
  /// A name without a number or placeholder was given for numbered pictures.
  case noNumber(String)
  /// A name with placeholders is wrong.
  case pattern(String, String)
  /// The input does not provide the value of a placeholder.
  case noValue(PicturePattern.Value)
  /// Two output frames would have files with the same name.
  case sameName(String, Int, Int)
  /// The name of a folder contains placeholders.
  case patternInFolder(String)
  /// Pictures are turned off, but the output needs them.
  case noPictures
  /// More than a zip archive can hold.
  case archiveTooLarge(String)
}

extension FrameFilesError: StageFailure {
  package var stage: ConversionStage { .planning }
  package var kind: FailureKind { .usage }
  package var frame: Int? { nil }

  package var reason: ConversionMessage {
    switch self {
    case .name(let name, let problem): "the frame name \(quoted(name)) \(problem)"
    case .resourceName(let name):
      "Android does not accept the resource \(quoted(name)): \(AnimationDrawable.namingRule)"
    case .outOfRange(let name, let value, let allowed):
      "expected \(allowed.lowerBound) to \(allowed.upperBound) for \(name), but got "
        + "\(value)"
    case .conflict(let setting, let other): "\(setting) and \(other) cannot be used together"
    case .scales(let scales):
      "expected 1, then other scales up to 8, but got "
        + "\(scales.isEmpty ? "none" : scales.map(String.init).joined(separator: ","))"
    case .noNumber(let name): "the name \(quoted(name)) has no place for a number"
    case .pattern(let name, let problem): "the name \(quoted(name)) \(problem)"
    case .noValue(.pts): "{pts} stands for the time stamps of videos, and the input has none"
    case .noValue(.shot):
      "{shot} stands for the shots by which frames are chosen, and they are chosen in another way"
    case .noValue(let value):
      "{\(value.rawValue)} stands for the input's tags and animations, and it has none"
    case .sameName(let name, let one, let other):
      "frames \(one) and \(other) of the output would both be called \(quoted(name))"
    case .patternInFolder(let folder):
      "placeholders are for the names of files, and not for the folder \(quoted(folder))"
    case .noPictures:
      "\(.frameFormat, "none", swift: ".none", at: "frames.format") leaves nothing but a "
        + "record, which is one file"
    case .archiveTooLarge(let detail): "a zip archive cannot hold \(detail)"
    }
  }

  package var remedy: ConversionMessage? {
    switch self {
    case .name, .resourceName: "give another \(.name)"
    case .noNumber: "give a name such as frame_%04d.png or {stem}-{time}.png"
    case .noValue(.shot): "choose \(.select, case: "scene"), or leave it out"
    case .noValue: "leave it out, or use {frame} for the number of the frame"
    case .sameName: "add {index} to the name"
    case .patternInFolder: "move them into the name of the file"
    case .noPictures:
      "name the output -, and choose one of csv, json and jsonl with \(.data, at: "frames.lists")"
    case .archiveTooLarge: "write a folder"
    default: nil
    }
  }
}

extension FrameFilesOptions {
  /// - Throws: ``FrameFilesError/scales(_:)``.
  package func checkNumbers() throws {
    let scales = scales ?? [1]
    guard scales.first == 1, Set(scales).count == scales.count,
      scales.allSatisfy({ 1...8 ~= $0 })
    else { throw FrameFilesError.scales(scales) }
  }

  /// Refuses settings that a pattern decides, and lists that cannot name a file twice.
  ///
  /// - Throws: ``FrameFilesError``.
  package func check(_ pattern: PicturePattern) throws {
    let refused: [(isAsked: Bool, setting: ConversionMessage)] = [
      (name != nil, "\(.name)"), (pad != nil, "\(.pad)"),
      (format != nil && format != pattern.format, "\(.frameFormat)"),
      (repeats == .list, "\(.duplicates)"), (usesImageSets, "\(.imagesets)"),
      (mergesDuplicates, "\(.mergeDuplicates, at: "frames.mergesDuplicates")"),
    ]
    for (isAsked, setting) in refused where isAsked {
      throw FrameFilesError.conflict(
        setting, pattern.values == [.number] ? "a name with a number" : "a name with placeholders")
    }
  }

  /// - Throws: ``FrameFilesError``.
  package func check(isArchive: Bool) throws {
    try checkNumbers()
    if isArchive, scales ?? [1] != [1] {
      throw FrameFilesError.conflict("\(.scales, at: "frames.scales")", "an archive")
    }
    if isArchive, usesImageSets {
      throw FrameFilesError.conflict("\(.imagesets)", "an archive")
    }
    if png.isOptimized, let format, format != .png {
      throw FrameFilesError.conflict(
        "\(.optimize, at: "frames.png.isOptimized")", ConversionMessage(format.title))
    }
    if depth == .sixteen {
      let refused: [(isAsked: Bool, other: ConversionMessage)] = [
        (!(format ?? .png).isWide, ConversionMessage((format ?? .png).title)),
        (
          mergesDuplicates,
          "\(.mergeDuplicates, at: "frames.mergesDuplicates")"
        ),
      ]
      for (isAsked, other) in refused where isAsked {
        throw FrameFilesError.conflict(
          "\(.depth, "16", swift: ".sixteen")", other)
      }
    }
    guard let quality else { return }
    guard 1...100 ~= quality else {
      throw FrameFilesError.outOfRange(setting: .quality, value: quality, allowed: 1...100)
    }
    if !(format ?? .png).hasQuality {
      throw FrameFilesError.conflict("\(.quality)", ConversionMessage((format ?? .png).title))
    }
  }
}
