internal import AnimTiming
internal import Atlases
internal import Raster
internal import Stages
public import SystemPackage
internal import TextFormats

extension AnimationEdit {
  /// Reads an edit as JSON, as the program reads it as an input.
  ///
  /// - Parameters:
  ///   - json: in UTF-8.
  ///   - folder: the folder of the inputs that it names; nothing outside is named.
  /// - Throws: a ``StageFailure`` that tells line and column.
  /// - Complexity: O(bytes). No input is opened.
  public init(json: some Sequence<UInt8>, in folder: FilePath) throws {
    let limits = ReadingLimits()
    let bytes = Array(json)
    try limits.check(.metadata, bytes.count, limits.maxMetadataBytes)
    self = try EditFile.read(bytes, in: folder, limits: limits)
  }

  /// The edit as JSON, which ``init(json:in:)`` reads.
  ///
  /// - Parameter folder: the folder in which it will be stored; every input must be inside it.
  /// - Throws: a ``StageFailure`` if the edit has a ``transform``, an input that has no name in the
  ///   folder, or a value that ``init(json:in:)`` refuses.
  public func json(in folder: FilePath) throws -> String {
    let folder = folder.withoutCurrentDirectories
    let bytes = try output(in: folder).bytes
    do { _ = try AnimationEdit(json: bytes, in: folder) } catch EditError.json(let detail, _) {
      throw EditError.notJSON(detail: detail, remedy: "change this value")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func output(in folder: FilePath) throws -> JSONOutput {
    if transform != nil {
      throw EditError.notJSON(
        detail: "it has a transform", remedy: "remove the transform, and set it after reading")
    }
    var members: [(key: String, value: JSONOutput)] = []
    if let sizes { members.append(("sizes", .text(sizes.rawValue))) }
    if let plays { members.append(("loops", .integer(plays.totalPlays))) }
    members.append(("clips", .list(try clips.map { try Self.output($0, in: folder) })))
    if let overlay {
      members.append(
        (
          "overlay",
          .object(
            [
              ("input", try Self.output(overlay.input, in: folder)), ("x", .integer(overlay.x)),
              ("y", .integer(overlay.y)),
            ], .inline)
        ))
    }
    return .object(members)
  }

  private static func output(_ clip: Clip, in folder: FilePath) throws -> JSONOutput {
    var members = [("input", try output(clip.input, in: folder))]
    func add(_ key: String, _ value: JSONOutput?) { if let value { members.append((key, value)) } }
    add("tag", clip.tag.map { .text($0) })
    add("range", list(clip.ranges.map(\.description)))
    let (reverse, bounce) =
      switch clip.direction {
      case .forward: (false, false)
      case .reverse: (true, false)
      case .bounce: (false, true)
      case .reverseBounce: (true, true)
      }
    add("reverse", reverse ? .truth(true) : nil)
    add("bounce", bounce ? .truth(true) : nil)
    add("speed", clip.speed == .normal ? nil : .text(clip.speed.description))
    add("delays", list(clip.delays.map { $0.description.filter { $0 != " " } }))
    add("crop", clip.crop.map { .text($0.description) })
    add("repeat", clip.repeats == 1 ? nil : .integer(clip.repeats))
    return members.count == 1 ? members[0].1 : .object(members, .inline)
  }

  private static func list(_ texts: [String]) -> JSONOutput? {
    switch texts.count {
    case 0: nil
    case 1: .text(texts[0])
    default: .list(texts.map { .text($0) }, .inline)
    }
  }

  private static func output(_ input: AnimationInput, in folder: FilePath) throws -> JSONOutput {
    switch input {
    // Fewer edits inside each other, because their number is limited.
    case .edit(let edit): return try edit.unwrapped.output(in: folder)
    case .path(let path):
      var name = path.withoutCurrentDirectories
      guard folder.isEmpty || name.removePrefix(folder), !name.isAbsolute,
        !name.components.contains(where: { $0.kind == .parentDirectory }), !name.isEmpty,
        let text = name.validString
      else {
        throw EditError.notJSON(
          detail: "\(quoted(input.name)) is not in the folder \(quoted(folder.string))",
          remedy: "move it there, or store the edit in another folder")
      }
      // A backslash separates folders when the name is read.
      guard let parts = try? ContainedFile.parts(of: text), parts == name.components.map(\.string)
      else {
        throw EditError.notJSON(
          detail: "\(quoted(text)) cannot be the name of an input", remedy: "rename it")
      }
      return .text(text)
    default:
      throw EditError.notJSON(
        detail: "\(quoted(input.name)) has no path", remedy: "write it to a file first")
    }
  }
}

extension FilePath {
  /// Its text; nil if it is not valid UTF-8.
  fileprivate var validString: String? { String(validating: self) }
}
