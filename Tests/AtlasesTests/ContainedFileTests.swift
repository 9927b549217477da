import CLibrary
import SystemPackage
import TestSupport
import Testing

@testable import Atlases
@testable import Stages

@Suite struct ContainedFileTests {
  private func inFolder(_ body: (FilePath) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      try folder.write("outside", to: "secret.txt")
      let inside = folder.appending("data")
      #expect(mkdir(inside.string, 0o755) == 0)
      #expect(mkdir(inside.appending("art").string, 0o755) == 0)
      let file = TemporaryFolder(path: inside)
      try file.write("sheet", to: "ok.png")
      try TemporaryFolder(path: inside.appending("art")).write("deep", to: "a b.png")
      #expect(symlink("../secret.txt", inside.appending("link.png").string) == 0)
      #expect(symlink("..", inside.appending("up").string) == 0)
      #expect(symlink("art", inside.appending("alias").string) == 0)
      #expect(mkfifo(inside.appending("pipe.png").string, 0o644) == 0)
      try body(inside)
    }
  }

  private func text(_ name: String, in folder: FilePath) throws -> String {
    let descriptor = try ContainedFile.open(name, in: folder)
    return try descriptor.closeAfter {
      var bytes = [UInt8](repeating: 0, count: 100)
      let count = try bytes.withUnsafeMutableBytes { try descriptor.read(into: $0) }
      return String(decoding: bytes[..<count], as: UTF8.self)
    }
  }

  @Test func filesInTheFolderAreOpened() throws {
    let expected = [
      "ok.png": "sheet", "./ok.png": "sheet", "art/a b.png": "deep", "art\\a b.png": "deep",
    ]
    try inFolder { folder in
      for (name, contents) in expected {
        let found = try text(name, in: folder)
        #expect(found == contents)
      }
    }
  }

  @Test(arguments: [
    ("", AtlasError.ImageRefusal.empty), (".", .empty), ("../secret.txt", .outsideFolder),
    ("art/../ok.png", .outsideFolder), ("..\\secret.txt", .outsideFolder),
    ("/etc/passwd", .absolute),
    ("\\\\host\\x", .absolute), ("C:\\x.png", .absolute), ("file:///etc/passwd", .address),
    ("http://127.0.0.1:9/x.png", .address), ("ok.png\0.txt", .controlCharacter),
    ("a\nb.png", .controlCharacter), ("link.png", .symbolicLink), ("up/secret.txt", .symbolicLink),
    ("alias/a b.png", .symbolicLink), ("art", .notRegularFile), ("pipe.png", .notRegularFile),
  ])
  func namesThatCouldLeadElsewhereAreRefused(name: String, reason: AtlasError.ImageRefusal) throws {
    try inFolder { folder in
      #expect(throws: AtlasError.imageRefused(name: name, reason: reason)) {
        try ContainedFile.open(name, in: folder)
      }
    }
  }

  @Test(arguments: [
    "no.png", "ok.png/x", "concat:ok.png|/etc/passwd", "-i", "pipe:1",
    String(repeating: "x", count: 300),
  ])
  func filesThatAreNotThereAreMissing(name: String) throws {
    try inFolder { folder in
      #expect {
        _ = try ContainedFile.open(name, in: folder)
      } throws: { error in
        error as? AtlasError == .imageNotFound(name: name)
          && (error as? AtlasError)?.kind == .missingInput
      }
    }
  }

  @Test func noDescriptorStaysOpen() throws {
    try inFolder { folder in
      for name in ["art/a b.png", "ok.png", "up/x", "art/no", "no.png", "pipe.png", "link.png"] {
        if let opened = try? ContainedFile.open(name, in: folder) {
          #expect(descriptors(into: folder) == 1, "\(name)")
          try opened.close()
        }
        #expect(descriptors(into: folder) == 0, "\(name)")
      }
    }
  }

  /// The number of this process's descriptors that lead to a folder or into it; those of other
  /// tests do not count.
  private func descriptors(into folder: FilePath) -> Int {
    func identity(_ status: stat) -> [UInt64] {
      [UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino)]
    }
    var status = stat()
    let inside =
      [folder, folder.appending("art"), folder.appending("art").appending("a b.png")]
      + ["ok.png", "pipe.png"].map { folder.appending($0) }
    let known = inside.compactMap { lstat($0.string, &status) == 0 ? identity(status) : nil }
    return (0..<min(getdtablesize(), 1 << 16))
      .filter { fstat($0, &status) == 0 && known.contains(identity(status)) }.count
  }
}
