internal import AnimConv
internal import CLibrary
internal import OutputFiles
internal import Stages
package import SystemPackage

/// Dependency rules for Make and Ninja: one for each target, with all its sources.
package struct Depfile: Sendable {
  private var rules: [(target: FilePath, files: [FilePath])] = []

  package init() {}

  /// The files that cannot be named, in the order in which they were added.
  package private(set) var leftOut: [FilePath] = []

  /// Adds a rule. A target that cannot be named gets no rule.
  ///
  /// Make treats `%` in a target as a pattern, and no spelling means a literal `%` for both Make
  /// and Ninja: Ninja finds such a target's dependencies, Make does not.
  package mutating func add(_ target: FilePath, dependsOn files: [FilePath]) {
    let isTargetNamed = take(target)
    let named = files.filter { take($0) }
    if isTargetNamed { rules.append((target, named)) }
  }

  /// The file's bytes. After the rules, each dependency gets a rule without a recipe, so that Make
  /// continues if one is missing, as with `-MP` of compilers.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var known: Set<FilePath> = []
    var all: [FilePath] = []
    for (target, files) in rules {
      bytes += Self.escaped(target) + Array(":".utf8)
      for file in files {
        bytes += Array(" \\\n  ".utf8) + Self.escaped(file)
        if known.insert(file).inserted { all.append(file) }
      }
      bytes.append(UInt8(ascii: "\n"))
    }
    let targets = Set(rules.map(\.target))
    for file in all where !targets.contains(file) {
      bytes += Self.escaped(file) + Array(":\n".utf8)
    }
    return bytes
  }

  /// Whether a file can be named; otherwise it is left out.
  private mutating func take(_ path: FilePath) -> Bool {
    if !PathText.bytes(of: path).contains(where: Self.unspeakable.contains) { return true }
    if !leftOut.contains(path) { leftOut.append(path) }
    return false
  }

  /// Characters for which Make and Ninja have no spelling in common: one of the two takes them for
  /// the end of a name, a pattern, a variable or a recipe.
  private static let unspeakable = Set("\n\r\t;|=*?&<>".utf8)

  /// Whether a file may be replaced: there is none, or it is empty or holds such rules.
  package static func mayReplace(_ path: FilePath) -> Bool {
    guard FileStatus(of: path, followingLinks: true) != nil else { return true }
    guard let file = try? FileDescriptor.open(path, .readOnly) else { return false }
    return
      (try? file.closeAfter {
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
        let line = bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }
        let ends = [":", ": \\"].map { Array($0.utf8) }
        return count == 0 || ends.contains { line.suffix($0.count).elementsEqual($0) }
      }) ?? false
  }

  /// - Throws: ``ConversionError`` if the file exists and holds no such rules, such as an input or
  ///   an output.
  package static func checkPlace(_ path: FilePath) throws {
    guard !mayReplace(path) else { return }
    throw ConversionError.wrapping(
      OutputError.notRules(path), file: path.string, stage: .writing)
  }

  /// The escaping that both read: a backslash before spaces, number signs and colons, and a doubled
  /// dollar sign.
  private static func escaped(_ path: FilePath) -> [UInt8] {
    var result: [UInt8] = []
    for byte in PathText.bytes(of: path) {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "#"), UInt8(ascii: ":"):
        // Backslashes before them also count as escapes.
        let slashes = result.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
        result += [UInt8](repeating: UInt8(ascii: "\\"), count: slashes + 1)
      case UInt8(ascii: "$"): result.append(UInt8(ascii: "$"))
      default: break
      }
      result.append(byte)
    }
    return result
  }

  /// Writes the rules to a file that holds such rules or does not exist.
  ///
  /// - Throws: ``ConversionError``, also if the file holds something else.
  package func write(to path: FilePath) throws {
    try Self.checkPlace(path)
    try Self.write(bytes, to: path)
  }

  /// Publishes bytes under a name, atomically, and creates the parent folder. The file is not older
  /// than the folder.
  ///
  /// - Throws: ``ConversionError``.
  package static func write(_ bytes: [UInt8], to path: FilePath) throws {
    try write(to: path) { append in try append(bytes) }
  }

  /// Writes a dependency file whose bytes arrive in pieces.
  package static func write(
    to path: FilePath, _ body: (_ append: ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    do {
      try makeFolders(OutputFile.folder(of: path))
      let file = try OutputFile(path)
      defer { file.discard() }
      var waiting: [UInt8] = []
      try body { bytes in
        waiting += bytes
        guard waiting.count > 1 << 20 else { return }
        try file.append(waiting)
        waiting.removeAll(keepingCapacity: true)
      }
      try file.append(waiting)
      try OutputFile.publish([file], replacing: true)
      // Renaming changed the folder, which a pattern may have searched. The file must be newer, or
      // Make would rebuild the target every time.
      _ = path.withPlatformString { utimensat(AT_FDCWD, $0, nil, 0) }
    } catch {
      throw ConversionError.wrapping(error, file: path.string, stage: .writing)
    }
  }
}
