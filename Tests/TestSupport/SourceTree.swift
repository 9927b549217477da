import CLibrary
package import SystemPackage

/// The package's own sources, read as text.
package enum SourceTree {
  package struct File {
    package let path: String
    package let lines: [Substring]

    package init(path: String, text: String) {
      self.path = path
      lines = text.split(whereSeparator: \.isNewline)
    }

    /// Modules that the file imports.
    package var imports: [String] {
      lines.compactMap { line in
        let words = line.split(separator: " ").filter { !$0.hasPrefix("@") }
        guard let position = words.firstIndex(of: "import"), position <= 1 else { return nil }
        guard position == 0 || ["public", "package", "internal", "private"].contains(words[0])
        else { return nil }
        let rest = words[(position + 1)...]
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var"]
        let module =
          rest.first.map { kinds.contains($0) } == true ? rest.dropFirst().first : rest.first
        return module.map { String($0.prefix { $0 != "." }) }
      }
    }

    /// Types that the file declares at its top level, and in extensions: `Outer.Inner`.
    package var declaredTypes: Set<String> { Set(declarations.flatMap(\.names)) }

    /// The lines of each declaration at the top level, with the names of the types that it declares.
    private var declarations: [(lines: ArraySlice<Substring>, names: [String])] {
      var found: [(lines: ArraySlice<Substring>, names: [String])] = []
      for (index, line) in lines.enumerated() where line.first != " " {
        let end = lines[(index + 1)...].firstIndex { $0.first != " " } ?? lines.endIndex
        let body = lines[index..<end]
        if line.hasPrefix("extension ") {
          let outer = line.dropFirst("extension ".count).prefix { !" :{".contains($0) }
          let inner = body.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
          found.append((body, inner.compactMap(Self.declaredType).map { "\(outer).\($0)" }))
        } else {
          found.append((body, Self.declaredType(line).map { [$0] } ?? []))
        }
      }
      return found
    }

    private static func declaredType(_ line: Substring) -> String? {
      let words = line.split { " :<({".contains($0) }
      let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
      guard let kind = words.firstIndex(where: { kinds.contains($0) }), kind <= 3,
        kind + 1 < words.count, !words[0].hasPrefix("//")
      else { return nil }
      return String(words[kind + 1])
    }

    /// The types among `declared` that are mentioned outside comments. `Outer.Inner` mentions only
    /// `Inner`, and an extension that declares types mentions what it extends only as their namespace.
    package func mentions(of declared: Set<String>) -> Set<String> {
      var found: Set<String> = []
      for (lines, names) in declarations {
        let isNamespace = lines.first?.hasPrefix("extension ") == true && !names.isEmpty
        for line in isNamespace ? lines.dropFirst() : lines
        where !line.drop(while: { $0 == " " }).hasPrefix("//") {
          for chain in line.split(whereSeparator: {
            !($0.isLetter || $0.isNumber || "_.".contains($0))
          }) {
            found.formUnion(Self.types(in: chain.split(separator: "."), of: declared))
          }
        }
      }
      return found
    }

    /// The types among `declared` in names that dots join, each with as many names as possible.
    private static func types(in chain: [Substring], of declared: Set<String>) -> [String] {
      var found: [String] = []
      var names = chain[...]
      while !names.isEmpty {
        let type = (1...names.count).reversed().lazy.map { names.prefix($0) }
          .first { declared.contains($0.joined(separator: ".")) }
        if let type { found.append(type.joined(separator: ".")) }
        names = names.dropFirst(type?.count ?? 1)
      }
      return found
    }

    /// Every identifier outside comments.
    package var words: Set<String> {
      var found: Set<String> = []
      for line in lines {
        let code = line.drop { $0 == " " }
        if code.hasPrefix("//") { continue }
        for word in line.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }) {
          found.insert(String(word))
        }
      }
      return found
    }

    /// The path of the folder within the target's folder; empty for files outside subfolders.
    package func folder(of target: String) -> String {
      let components = path.split(separator: "/")
      guard let sources = components.lastIndex(of: "Sources"),
        let position = components[sources...].firstIndex(of: Substring(target)),
        position + 2 < components.count
      else { return "" }
      return components[(position + 1)..<(components.count - 1)].joined(separator: "/")
    }
  }

  /// The root of the package.
  package static var root: FilePath {
    // Tests/TestSupport/SourceTree.swift
    var path = FilePath(#filePath)
    for _ in 0..<3 { path.removeLastComponent() }
    return path
  }

  /// Every Swift file of a target.
  package static func files(of target: String) throws -> [File] {
    try files(in: root.appending("Sources").appending(target))
  }

  private static func files(in folder: FilePath) throws -> [File] {
    guard let stream = opendir(folder.string) else { return [] }
    defer { closedir(stream) }
    var files: [File] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix(".") { continue }
      let path = folder.appending(name)
      if name.hasSuffix(".swift") {
        let bytes = try TemporaryFolder.bytes(of: path)
        files.append(File(path: path.string, text: String(decoding: bytes, as: UTF8.self)))
      } else {
        files += try self.files(in: path)
      }
    }
    return files
  }
}
