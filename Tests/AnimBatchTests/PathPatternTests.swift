import CLibrary
import SystemPackage
import TestSupport
import Testing

@testable import AnimBatch

@Suite struct PathPatternTests {
  /// Creates a tree of empty files and finds the matches of a pattern in it.
  private func found(
    _ pattern: String, in files: [String]
  ) throws -> [(path: String, subfolder: String)] {
    try TemporaryFolder.with { folder in
      for file in files {
        var place = folder.path
        for part in FilePath(file).removingLastComponent().components {
          place.append(part)
          mkdir(place.string, 0o777)
        }
        try folder.write([], to: file)
      }
      return try PathPattern(folder.path.appending(pattern)).matches().paths.map {
        ($0.path.relative(to: folder.path).string, $0.subfolder.string)
      }
    }
  }

  private let tree = [
    "a.gif", "b.png", "in/c.gif", "in/deep/er/d.gif", "in/deep/e.gif", ".hidden/f.gif",
    "in/.g.gif", "z/a.gif",
  ]

  static let cases: [(pattern: String, paths: [String])] = [
    ("*.gif", ["a.gif"]),
    ("**/*.gif", ["a.gif", "in/c.gif", "in/deep/e.gif", "in/deep/er/d.gif", "z/a.gif"]),
    ("in/**/*.gif", ["in/c.gif", "in/deep/e.gif", "in/deep/er/d.gif"]),
    ("**/deep/*.gif", ["in/deep/e.gif"]),
    ("*/a.gif", ["z/a.gif"]),
    ("[ab].*", ["a.gif", "b.png"]),
    ("in/**", ["in/c.gif", "in/deep", "in/deep/e.gif", "in/deep/er", "in/deep/er/d.gif"]),
    ("**/nothing", []),
    ("a.gif", ["a.gif"]),
    ("c.gif", []),
  ]

  @Test(arguments: cases)
  func aPatternMatchesWhatShellsMatch(pattern: String, paths: [String]) throws {
    #expect(try found(pattern, in: tree).map(\.path) == paths)
  }

  @Test func theFoldersBehindTheFixedPartAreToldApart() throws {
    let folders = try found("in/**/*.gif", in: tree).map(\.subfolder)
    #expect(folders == ["", "deep", "deep/er"])
  }

  @Test func aFileThatExistsIsNoPattern() throws {
    #expect(try found("*.gif", in: ["*.gif", "a.gif"]).map(\.path) == ["*.gif"])
  }

  @Test func linksToFoldersAreNotFollowedByDoubleStars() throws {
    try TemporaryFolder.with { folder in
      try folder.write([], to: "a.gif")
      #expect(symlink(".", folder.appending("round").string) == 0)
      let found = try PathPattern(folder.appending("**").appending("*.gif")).matches()
      #expect(found.paths.map(\.path) == [folder.appending("a.gif")])
    }
  }

  @Test(arguments: ["**/*", "**", "*", "deep/*"])
  func aLinkToAFolderIsNoMatch(pattern: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write([], to: "a.gif")
      for name in ["deep", "deeper"] {
        #expect(mkdir(folder.appending(name).string, 0o777) == 0)
      }
      #expect(symlink("../deeper", folder.appending("deep").appending("way").string) == 0)
      #expect(symlink("deeper", folder.appending("way").string) == 0)
      #expect(symlink("a.gif", folder.appending("b.gif").string) == 0)
      let found = try PathPattern(folder.path.pushing(FilePath(pattern))).matches()
      #expect(!found.paths.contains { $0.path.lastComponent == "way" })
      if pattern == "*" {
        let names = found.paths.map(\.path.lastComponent?.string)
        #expect(names == ["a.gif", "b.gif", "deep", "deeper"])
      }
      let named = try PathPattern(folder.appending("way")).matches()
      #expect(named.paths.map(\.path) == [folder.appending("way")])
    }
  }

  /// Without permission to list a folder, and with it but without permission to look inside.
  @Test(arguments: [mode_t(0o311), 0o644, 0o000], ["*.gif", "**/*.gif", "../in/**", "a.gif"])
  func aFolderThatCannotBeReadIsAnErrorAndNotEmpty(mode: mode_t, pattern: String) throws {
    // A file in a folder that cannot be listed can be opened by its name.
    if mode == 0o311, pattern == "a.gif" { return }
    try TemporaryFolder.with { folder in
      chmod(folder.path.string, 0o755)
      let inner = folder.appending("in")
      mkdir(inner.string, 0o777)
      try TemporaryFolder(path: inner).write([], to: "a.gif")
      chmod(inner.string, mode)
      defer { chmod(inner.string, 0o755) }
      let named = pattern.hasPrefix("..") ? inner.pushing("../in") : inner
      #expect(throws: BatchError.folderUnreadable(folder: named.string, errno: EACCES)) {
        try withoutPrivileges { try PathPattern(inner.pushing(FilePath(pattern))).matches() }
      }
    }
  }

  @Test func namesThatAreNotTextAreFoundAsTheyAre() throws {
    try TemporaryFolder.with { folder in
      let name = PathText.path(
        PathText.bytes(of: folder.path) + Array("/x".utf8) + [0xFF, 0x2E, 0x67])
      let file = try FileDescriptor.open(
        name, .writeOnly, options: .create, permissions: .ownerReadWrite)
      try file.close()
      let found = try PathPattern(folder.appending("*.g")).matches()
      #expect(found.paths.map(\.path) == [name])
      #expect(PathText.path(PathText.text(name)) == name)
      #expect(PathText.text(name).hasPrefix("hex:"))
    }
  }
}
