internal import AnimConv
internal import SystemPackage
internal import Writing

/// The path of an output inside its folder: `{dir}/{stem}{suffix}.{ext}`.
///
/// | placeholder | stands for |
/// |---|---|
/// | `{dir}` | the folders between the pattern's fixed part and the input |
/// | `{stem}` | the input's name without its extension |
/// | `{name}` | the input's name |
/// | `{suffix}` | what tells the outputs of one preset apart |
/// | `{ext}` | the output's extension |
///
/// Placeholders of frame names, such as `{time}` and `{frame:06}`, are left unchanged.
///
/// Names need not be UTF-8, because placeholders insert bytes.
public struct NameTemplate: Sendable, Hashable {
  private enum Piece: Hashable {
    case text([UInt8])
    case dir, stem, name, suffix, ext
  }

  /// The template as the user wrote it.
  let text: String
  private let pieces: [Piece]
  /// Whether the result is itself a pattern for frame names.
  private let isOfFrames: Bool
  private static let placeholders: [(name: String, piece: Piece)] = [
    ("dir", .dir), ("stem", .stem), ("name", .name), ("suffix", .suffix), ("ext", .ext),
  ]

  /// `{dir}/{stem}{suffix}.{ext}`: repeats the tree of the inputs.
  public static let standard = try! NameTemplate("{dir}/{stem}{suffix}.{ext}")

  /// - Parameter isForOne: whether it names one output, so that it may be the same for all inputs.
  /// - Throws: ``BatchError/nameTemplate(_:reason:nearest:)``.
  public init(_ text: String, isForOne: Bool = false) throws(BatchError) {
    var pieces: [Piece] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      if open > rest.startIndex { pieces.append(.text(Array(rest[..<open].utf8))) }
      guard let close = rest[open...].firstIndex(of: "}") else {
        throw .nameTemplate(text, reason: "a brace is not closed", nearest: nil)
      }
      let word = String(rest[rest.index(after: open)..<close])
      if PicturePattern.isPlaceholder(word), !Self.placeholders.contains(where: { $0.name == word })
      {
        pieces.append(.text(Array("{\(word)}".utf8)))
        rest = rest[rest.index(after: close)...]
        continue
      }
      guard let found = Self.placeholders.first(where: { $0.name == word }) else {
        throw .nameTemplate(
          text, reason: "there is no placeholder {\(word)}",
          nearest: NearestName.nearest(to: word, among: Self.placeholders.map(\.name)))
      }
      pieces.append(found.piece)
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { pieces.append(.text(Array(rest.utf8))) }
    self.pieces = pieces
    self.text = text
    isOfFrames = Self.isOfFrames(text)
    guard isForOne || pieces.contains(.stem) || pieces.contains(.name) else {
      throw .nameTemplate(text, reason: "every input needs a different name", nearest: "stem")
    }
    let fixed = text.split(separator: "/")
    if text.hasPrefix("/") || fixed.contains("..") || text.utf8.contains(0) {
      throw .nameTemplate(text, reason: "it must stay inside the folder", nearest: nil)
    }
  }

  private static func isOfFrames(_ text: String) -> Bool {
    text.split(separator: "/").last.map { PicturePattern.isMeant(by: String($0)) } == true
      && (text.contains(/%[0-9]{0,3}d/) || PicturePattern.hasPlaceholder(text, besides: [.stem]))
  }

  /// The name with this placeholder escaped for such a pattern.
  private static func escaped(_ name: [UInt8]) -> [UInt8] {
    name.flatMap { "%{}".utf8.contains($0) ? [$0, $0] : [$0] }
  }

  /// Fills the template in.
  ///
  /// - Parameters:
  ///   - input: only its last component is used.
  ///   - subfolder: the value of `{dir}`.
  ///   - fileExtension: empty for a folder of frames; the dot before `{ext}` is then omitted.
  /// - Returns: a relative path whose components are neither empty nor `.` or `..`.
  /// - Throws: ``BatchError/nameTemplate(_:reason:nearest:)`` if the input's path and the
  ///   placeholders give another path.
  func path(
    input: FilePath, subfolder: FilePath, suffix: String, fileExtension: String
  ) throws(BatchError) -> FilePath {
    let name = input.lastComponent.map { PathText.bytes(of: FilePath($0)) } ?? []
    let stem: [UInt8] =
      if let point = name.lastIndex(of: UInt8(ascii: ".")), point > 0 {
        Array(name[..<point])
      } else {
        name
      }
    var bytes: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .text(let text): bytes += text
      case .dir: bytes += PathText.bytes(of: subfolder)
      case .stem: bytes += isOfFrames ? Self.escaped(stem) : stem
      case .name: bytes += isOfFrames ? Self.escaped(name) : name
      case .suffix: bytes += Array(suffix.utf8)
      case .ext:
        bytes += Array(fileExtension.utf8)
        if fileExtension.isEmpty, bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
      }
    }
    // Empty components, such as before the slash of an empty {dir}, are removed.
    let path = PathText.path(Array(bytes.drop { $0 == UInt8(ascii: "/") })).lexicallyNormalized()
    guard !path.isEmpty, path.isRelative, path.components.allSatisfy({ $0.kind == .regular }) else {
      throw .nameTemplate(
        text,
        reason: "for \(input) it makes '\(path)', which is not inside the output folder",
        nearest: nil)
    }
    return path
  }
}
