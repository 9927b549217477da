internal import AnimConv
internal import CLibrary
internal import OutputFiles
internal import Stages
package import SystemPackage

/// Dependency rules for Make and Ninja: one for each target, with all its sources.
package struct Depfile: Sendable {
  private var rules: [(target: FilePath, files: [FilePath])] = []

  package init() {}

  /// Adds a rule. A target with a line break cannot be expressed and gets no rule.
  ///
  /// Make treats `%` in a target as a pattern, and no spelling means a literal `%` for both Make
  /// and Ninja: Ninja finds such a target's dependencies, Make does not.
  package mutating func add(_ target: FilePath, dependsOn files: [FilePath]) {
    guard Self.canBeNamed(target) else { return }
    rules.append((target, files))
  }

  /// The file's bytes. After the rules, each dependency gets a rule without a recipe, so that Make
  /// continues if one is missing, as with `-MP` of compilers.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var known: Set<FilePath> = []
    var all: [FilePath] = []
    for (target, files) in rules {
      bytes += Self.escaped(target) + Array(":".utf8)
      for file in files where Self.canBeNamed(file) {
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

  /// Neither Make nor Ninja can name a file with a line break.
  private static func canBeNamed(_ path: FilePath) -> Bool {
    !PathText.bytes(of: path).contains(UInt8(ascii: "\n"))
  }

  /// The escaping that both read: a backslash before spaces, number signs and colons, and a doubled
  /// dollar sign.
  private static func escaped(_ path: FilePath) -> [UInt8] {
    var result: [UInt8] = []
    for byte in PathText.bytes(of: path) {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "#"), UInt8(ascii: ":"):
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
