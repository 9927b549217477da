package import Stages
internal import TextFormats

/// The files of a zip archive, one in memory at a time; names are only compared.
package final class ArchivedFiles: FrameFiles {
  package let names: [String]
  package let imageSets: [String] = []
  private let archive: ZipArchive
  private let entries: [ZipEntry]

  package init(_ source: ByteSource, limits: ReadingLimits) throws {
    archive = try ZipArchive(source, limits: ZipLimits(limits))
    entries = archive.entries.filter {
      !$0.title.hasPrefix("__MACOSX/") && !lastPart($0.title).hasPrefix(".")
    }
    names = entries.map(\.title)
  }

  package func open(_ index: Int) throws -> ByteSource {
    ByteSource(bytes: try archive.contents(of: entries[index]))
  }

  /// A name without folders also matches a file in the archive's only folder.
  package func open(named name: String) throws -> ByteSource {
    if let index = names.firstIndex(of: name) { return try open(index) }
    let matches = names.indices.filter { lastPart(names[$0]) == name }
    guard matches.count == 1 else {
      throw ReadingError.malformed(
        detail:
          "the archive has \(matches.isEmpty ? "no" : "more than one") \(quoted(name)), which its "
          + "list names", frame: nil, byteOffset: nil)
    }
    return try open(matches[0])
  }
}
