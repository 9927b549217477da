internal import Atlases
package import Messages
package import Stages
internal import TextFormats

/// Why frames cannot become the files that were asked for.
package enum FrameFilesError: Error, Sendable, Hashable {
  /// Names may not start so.
  case name(String, String)
  /// A file cannot be an Android resource.
  case resourceName(String)
  /// A number is out of range.
  case outOfRange(setting: String, value: Int, allowed: ClosedRange<Int>)
  /// A setting contradicts another or the output.
  case conflict(Message, Message)
  /// The same scale twice, a scale that is too large, or no 1.
  case scales([Int])
  /// A name without a number was given for numbered pictures.
  case noNumber(String)
  /// More than a zip archive can hold.
  case archiveTooLarge(String)
}

extension FrameFilesError: StageFailure {
  package var stage: ConversionStage { .planning }
  package var kind: FailureKind { .usage }
  package var frame: Int? { nil }

  package var reason: Message {
    switch self {
    case .name(let name, let problem): "the frame name \(quoted(name)) \(problem)"
    case .resourceName(let name):
      "Android does not accept the resource \(quoted(name)): \(AnimationDrawable.namingRule)"
    case .outOfRange(let name, let value, let allowed):
      "expected \(allowed.lowerBound) to \(allowed.upperBound) for \(setting: name), but got "
        + "\(value)"
    case .conflict(let setting, let other): "\(setting) and \(other) cannot be used together"
    case .scales(let scales):
      "expected 1, then other scales up to 8, but got "
        + "\(scales.isEmpty ? "none" : scales.map(String.init).joined(separator: ","))"
    case .noNumber(let name): "the name \(quoted(name)) has no place for a number"
    case .archiveTooLarge(let detail): "a zip archive cannot hold \(detail)"
    }
  }

  package var remedy: Message? {
    switch self {
    case .name, .resourceName: "give another \(setting: "name")"
    case .noNumber: "give a name such as frame_%04d.png"
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

  /// Refuses what a pattern decides, and what needs a list that names a file twice.
  ///
  /// - Throws: ``FrameFilesError``.
  package func check(_ pattern: NumberedName) throws {
    let refused: [(isAsked: Bool, setting: Message)] = [
      (name != nil, "\(setting: "name")"), (pad != nil, "\(setting: "pad")"),
      (format != nil && format != pattern.format, "\(setting: "frame-format")"),
      (repeats == .list, "\(setting: "duplicates")"), (usesImageSets, "\(setting: "imagesets")"),
      (mergesDuplicates, "\(setting: "merge-duplicates", at: "frames.mergesDuplicates")"),
      (lists?.isEmpty == false, "\(setting: "data", at: "frames.lists")"),
    ]
    for (isAsked, setting) in refused where isAsked {
      throw FrameFilesError.conflict(setting, "a name with a number")
    }
  }

  /// - Throws: ``FrameFilesError``.
  package func check(isArchive: Bool) throws {
    try checkNumbers()
    if isArchive, scales ?? [1] != [1] {
      throw FrameFilesError.conflict("\(setting: "scales", at: "frames.scales")", "an archive")
    }
    if isArchive, usesImageSets {
      throw FrameFilesError.conflict("\(setting: "imagesets")", "an archive")
    }
    if png.isOptimized, let format, format != .png {
      throw FrameFilesError.conflict(
        "\(setting: "optimize", at: "frames.png.isOptimized")", Message(format.title))
    }
    guard let quality else { return }
    guard 1...100 ~= quality else {
      throw FrameFilesError.outOfRange(setting: "quality", value: quality, allowed: 1...100)
    }
    if (format ?? .png) == .png {
      throw FrameFilesError.conflict("\(setting: "quality")", "PNG")
    }
  }
}
