internal import AnimConv
internal import ArgumentParser
internal import Synchronization
internal import SystemPackage
internal import TextFormats

/// A file with a time or a frame in each line, and comments after `#`.
struct MomentsFile {
  /// The moments with commas between them.
  let text: String

  private static let mostBytes = 16 << 20
  private static let read = Mutex(Set<FilePath>())

  /// The files that were read while the arguments were parsed, for rules of dependencies.
  static var allRead: Set<FilePath> { read.withLock { $0 } }

  /// - Parameter checking: throws for an invalid time.
  init(_ argument: String, checking check: (String) throws -> String) throws {
    guard let file = PathArgument(argument: argument) else {
      throw ValidationError("expected the name of a file after @")
    }
    let name = file.path.string
    var moments: [String] = []
    for (index, line) in try Self.lines(of: file.path).enumerated() {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
      if words.isEmpty { continue }
      do { moments.append(try check(words.joined(separator: " "))) } catch {
        throw ValidationError("line \(index + 1) of \(name): \(error)")
      }
    }
    if moments.isEmpty { throw ValidationError("\(name) has no time in it") }
    text = moments.joined(separator: ",")
    if RegularFile.isThere(at: file.path) { Self.read.withLock { _ = $0.insert(file.path) } }
  }

  private static func lines(of path: FilePath) throws -> [Substring] {
    var bytes: [UInt8] = []
    do {
      let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
      try file.closeAfter {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= mostBytes {
          let count = try piece.withUnsafeMutableBytes { try file.read(into: $0) }
          if count == 0 { break }
          bytes += piece[..<count]
        }
      }
    } catch let errno as Errno {
      throw ValidationError("cannot read \(path.string): \(errno)")
    }
    guard bytes.count <= mostBytes else {
      throw ValidationError("\(path.string) is longer than 16 MiB, too long for a list of times")
    }
    do { return try TextLines(bytes, language: "list of times").lines } catch {
      throw ValidationError("cannot read \(path.string) as text")
    }
  }
}
