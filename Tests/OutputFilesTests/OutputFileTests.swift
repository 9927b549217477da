import CLibrary
import Messages
import SystemPackage
import TestSupport
import Testing

@testable import OutputFiles
@testable import Stages

@Suite struct OutputFileTests {
  private func write(_ text: String, to file: OutputFile) throws {
    let descriptor = try FileDescriptor.open(file.temporaryPath, .writeOnly)
    try descriptor.closeAfter { _ = try descriptor.writeAll(text.utf8) }
  }

  @Test func theFileAppearsOnlyWhenPublished() throws {
    try TemporaryFolder.with { folder in
      let output = try OutputFile(folder.appending("a.mp4"))
      try write("new", to: output)
      #expect(folder.names == [output.temporaryPath.lastComponent!.string])
      try OutputFile.publish([output], replacing: false)
      #expect(folder.names == ["a.mp4"])
      #expect(try folder.text(of: "a.mp4") == "new")
    }
  }

  @Test func aDiscardedFileLeavesNothing() throws {
    try TemporaryFolder.with { folder in
      let output = try OutputFile(folder.appending("a.mp4"))
      try write("new", to: output)
      output.discard()
      #expect(folder.names == [])
    }
  }

  @Test func anExistingFileStaysUnlessItMayBeReplaced() throws {
    try TemporaryFolder.with { folder in
      try folder.write("old", to: "a.mp4")
      let output = try OutputFile(folder.appending("a.mp4"))
      try write("new", to: output)
      #expect(throws: OutputError.exists) {
        try OutputFile.publish([output], replacing: false)
      }
      #expect(try folder.text(of: "a.mp4") == "old")
      try OutputFile.publish([output], replacing: true)
      #expect(try folder.text(of: "a.mp4") == "new")
      #expect(folder.names == ["a.mp4"])
    }
  }

  @Test func severalFilesAppearTogetherOrNotAtAll() throws {
    try TemporaryFolder.with { folder in
      try folder.write("old", to: "b")
      let first = try OutputFile(folder.appending("a"))
      let second = try OutputFile(folder.appending("b"))
      let failure = #expect(throws: NamedFailure.self) {
        try OutputFile.publish([first, second], replacing: false)
      }
      #expect(failure?.error == .exists)
      #expect(failure?.file == folder.appending("b"))
      first.discard()
      second.discard()
      #expect(folder.names == ["b"])
      #expect(try folder.text(of: "b") == "old")
    }
  }

  @Test func aSymbolicLinkIsReplacedAndNotFollowed() throws {
    try TemporaryFolder.with { folder in
      try folder.write("precious", to: "target")
      symlink("target", folder.appending("a.mp4").string)
      let output = try OutputFile(folder.appending("a.mp4"))
      try write("new", to: output)
      try OutputFile.publish([output], replacing: true)
      #expect(try folder.text(of: "target") == "precious")
      #expect(try folder.text(of: "a.mp4") == "new")
    }
  }

  @Test func theModeOfAReplacedFileIsKept() throws {
    try TemporaryFolder.with { folder in
      try folder.write("old", to: "a.mp4")
      chmod(folder.appending("a.mp4").string, 0o640)
      let output = try OutputFile(folder.appending("a.mp4"))
      try OutputFile.publish([output], replacing: true)
      let status = FileStatus(of: folder.appending("a.mp4"), followingLinks: false)
      #expect(status?.permissions == 0o640)
    }
  }

  @Test func whatADeadProcessLeftIsRemovedAndWhatALivingOneWritesIsNot() throws {
    try TemporaryFolder.with { folder in
      let leftover = ".animconv-4194303-1.tmp"
      try folder.write("half", to: leftover)
      let living = try OutputFile(folder.appending("a"))
      #expect(folder.names == [living.temporaryPath.lastComponent!.string])
      let another = try OutputFile(folder.appending("b"))
      #expect(folder.names.count == 2)
      another.discard()
      living.discard()
    }
  }

  @Test func aNameOf255BytesIsPossible() throws {
    try TemporaryFolder.with { folder in
      let name = String(repeating: "n", count: 251) + ".mp4"
      let output = try OutputFile(folder.appending(name))
      try OutputFile.publish([output], replacing: false)
      #expect(folder.names == [name])
    }
  }

  @Test func aMissingFolderIsNamed() throws {
    let error = #expect(throws: OutputError.self) {
      try OutputFile("/nonexistent-folder/a.mp4")
    }
    #expect(error?.kind == .cannotCreate)
    #expect(
      error?.reason == "no file can be created in /nonexistent-folder: No such file or directory")
    #expect(error?.remedy == "create the folder first")
  }

  /// A library that opens a file by its name creates it again if it was just removed.
  @Test func removesAFileRecreatedAfterItsOwnerClosed() throws {
    try TemporaryFolder.with { folder in
      let owner = TemporaryFiles.Owner()
      let file = try TemporaryFiles.Owner.$current.withValue(owner) {
        try OutputFile(folder.appending("out.mp4"))
      }
      try file.confirm()
      #expect(folder.names.count == 1)
      owner.close()
      let name = try #require(file.temporaryPath.lastComponent).string
      try folder.write("again", to: name)
      #expect(throws: CancellationError.self) { try file.confirm() }
      #expect(folder.names.isEmpty)
    }
  }

  /// A link under the temporary name never receives the bytes, and its target is not overwritten.
  @Test(arguments: ["symbolic link", "hard link", "other file", "nothing"])
  func leavesAFileThatReplacedTheTemporaryAlone(_ other: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write("precious", to: "victim")
      let victim = folder.appending("victim").string
      let output = try OutputFile(folder.appending("a.mp4"))
      let name = output.temporaryPath.string
      unlink(name)
      switch other {
      case "symbolic link": symlink(victim, name)
      case "hard link": link(victim, name)
      case "other file": try folder.write("other", to: output.temporaryPath.lastComponent!.string)
      default: break
      }
      let file = try openTemporary(output.temporaryPath)
      try file.closeAfter { _ = try file.writeAll("new".utf8) }
      #expect(try folder.text(of: "victim") == "precious")
      #expect(throws: OutputError.exchanged) {
        try OutputFile.publish([output], replacing: true)
      }
      #expect(try folder.text(of: "victim") == "precious")
      #expect(!folder.names.contains("a.mp4"))
    }
  }

  @Test func aFileThatWasMadeOtherwiseIsOpenedWithoutItsLinks() throws {
    try TemporaryFolder.with { folder in
      try folder.write("precious", to: "victim")
      let victim = folder.appending("victim").string
      symlink(victim, folder.appending("soft").string)
      link(victim, folder.appending("hard").string)
      for name in ["soft", "hard"] {
        #expect(throws: Errno.self) { try openTemporary(folder.appending(name)) }
      }
      #expect(try folder.text(of: "victim") == "precious")
    }
  }

  @Test func aFileThatIsOpenedAgainIsEmptyAndTheSame() throws {
    try TemporaryFolder.with { folder in
      let output = try OutputFile(folder.appending("a.mp4"))
      try output.append(Array("much more".utf8))
      let file = try openTemporary(output.temporaryPath)
      try file.closeAfter { _ = try file.writeAll("new".utf8) }
      #expect(try output.byteCount == 3)
      try OutputFile.publish([output], replacing: false)
      #expect(try folder.text(of: "a.mp4") == "new")
    }
  }
}
