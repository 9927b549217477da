import Foundation
package import SystemPackage
package import Testing

/// The collection of real, damaged and hostile files in `ANIMCONV_CORPUS`.
package enum Corpus {
  private static let root = ProcessInfo.processInfo.environment["ANIMCONV_CORPUS"]

  /// The message of a skipped test.
  package static let hint: Comment = "set ANIMCONV_CORPUS to the folder of the corpus"

  package static var isAvailable: Bool { root != nil }

  /// A file of the corpus by its path inside it.
  package static func path(_ name: String) -> FilePath {
    FilePath(root ?? "/nowhere").pushing(FilePath(name))
  }

  /// All files below a folder whose names have this ending, as sorted paths inside the corpus.
  package static func files(under folder: String = "", suffix: String) -> [String] {
    let start = path(folder).string
    let names = FileManager.default.enumerator(atPath: start)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(suffix) }.map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
      .sorted()
  }

  /// The content of a file of the corpus.
  package static func bytes(of name: String) throws -> [UInt8] {
    let file = try FileDescriptor.open(path(name), .readOnly)
    return try file.closeAfter {
      let size = Int(try file.seek(offset: 0, from: .end))
      return try [UInt8](unsafeUninitializedCapacity: size) { space, count in
        count = try file.read(
          fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(space))
      }
    }
  }
}
