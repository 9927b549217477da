internal import Atlases
internal import Messages
internal import Stages
internal import TextFormats

/// The content of a zip archive with images: frames, or a program's document.
///
/// Many programs store documents as zip archives with thumbnails, layers and costumes, which are
/// not frames of an animation.
struct ArchiveContents {
  let files: ArchivedFiles
  /// The list of the frames, inside the archive or next to it.
  let list: FolderLists.Found?

  /// Ensures that the archive is an ugoira: numbered images of one format in one folder, optionally
  /// with a list of durations. A list that names the images replaces their numbers.
  ///
  /// - Throws: ``ReadingError/unsupported(detail:remedy:)`` with the archive's actual type.
  func requireFrames() throws {
    if let document = try document { throw refusal("\(document) is not an animation") }
    let pictures = files.names.filter(FrameFinder.hasPictureExtension)
    if let other = files.names.first(where: isForeign) {
      throw refusal("a ZIP archive with \(quoted(other)) is not an ugoira")
    }
    guard let first = pictures.first else { return }
    if let other = pictures.first(where: { folder(of: $0) != folder(of: first) }) {
      throw refusal(
        "a ZIP archive with pictures in several folders, such as \(quoted(first)) and "
          + "\(quoted(other)), is not an ugoira")
    }
    if list?.list.entries.contains(where: { $0.file != nil }) == true { return }
    if let other = pictures.first(where: { FrameName(lastPart($0)).number == nil }) {
      throw refusal(
        "a ZIP archive whose pictures are not numbered, such as \(quoted(other)), is not an ugoira")
    }
    if let other = pictures.first(where: { format(of: $0) != format(of: first) }) {
      throw refusal(
        "a ZIP archive with pictures of several formats, such as \(quoted(first)) and "
          + "\(quoted(other)), is not an ugoira")
    }
  }

  private func refusal(_ detail: String) -> ReadingError {
    .unsupported(detail: detail, remedy: "if it holds frames, unpack it and give their folder")
  }

  /// Whether a file is neither an image nor a list nor a common accompanying text.
  private func isForeign(_ name: String) -> Bool {
    let last = lastPart(name).lowercased()
    return !FrameFinder.hasPictureExtension(name) && name != list?.name
      && ![".txt", ".md", ".csv", ".ffconcat"].contains(where: last.hasSuffix)
      && !["thumbs.db", "desktop.ini", "durations.json", "animation.json", "timing.json"]
        .contains(last)
  }

  private func folder(of name: String) -> String { String(name.dropLast(lastPart(name).count)) }

  private func format(of name: String) -> String {
    let end = lastPart(name).split(separator: ".").last?.lowercased() ?? ""
    return InputKind.ofExtension[end]?.name ?? end
  }
}

extension ArchiveContents {
  /// Names that identify a document's program, the most specific first.
  private static let documents: [(name: String, title: String)] = [
    ("[Content_Types].xml", "an Office document"), ("maindoc.xml", "a Krita document"),
    ("stack.xml", "an OpenRaster document"), ("sprite.json", "a Scratch sprite"),
    ("project.json", "a Scratch project"), ("data.json", "a Pixelorama document"),
    ("document.json", "a Sketch document"), ("Document.archive", "a Procreate document"),
    ("AndroidManifest.xml", "an Android app"), ("META-INF/MANIFEST.MF", "a Java archive"),
    ("META-INF/container.xml", "an EPUB book"), ("manifest.json", "a package with a manifest"),
  ]

  private static let types: [(prefix: String, title: String)] = [
    ("application/x-krita", "a Krita document"), ("image/openraster", "an OpenRaster document"),
    ("application/epub", "an EPUB book"),
    ("application/vnd.oasis.opendocument", "an OpenDocument file"),
  ]

  /// The type of a document archive: `a Krita document`.
  private var document: String? {
    get throws {
      if let index = files.names.firstIndex(of: "mimetype") {
        let bytes = try files.open(index).prefix(256)
        let type = String(decoding: bytes, as: UTF8.self).trimmedBlanks
        return Self.types.first { type.hasPrefix($0.prefix) }?.title
          ?? "a document of the type \(quoted(type))"
      }
      let names = Set(files.names)
      guard let found = Self.documents.first(where: { names.contains($0.name) }) else { return nil }
      if found.name != "[Content_Types].xml" { return "\(found.title) (\(quoted(found.name)))" }
      let parts = [("word/", "Word"), ("xl/", "Excel"), ("ppt/", "PowerPoint")]
      let program = parts.first { part in names.contains { $0.hasPrefix(part.0) } }
      return program.map { "a document of \($0.1)" } ?? found.title
    }
  }
}

extension String {
  fileprivate var trimmedBlanks: String {
    var text = self[...].drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
