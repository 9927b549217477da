import CLibrary
import SystemPackage
import TestSupport
import Testing

@testable import OutputFiles

/// The several files of one output.
@Suite struct PublicationTests {
  private func outputs(_ folder: TemporaryFolder) throws -> [OutputFile] {
    try ["a.png", "a.json"].map { name in
      let file = try OutputFile(folder.appending(name))
      try file.append(Array("new \(name)".utf8))
      return file
    }
  }

  @Test func allFilesAreReplacedAndNothingElseIsLeft() throws {
    try TemporaryFolder.with { folder in
      try folder.write("old", to: "a.png")
      try OutputFile.publish(outputs(folder), replacing: true)
      #expect(folder.names.sorted() == ["a.json", "a.png"])
      #expect(try folder.text(of: "a.png") == "new a.png")
      #expect(try folder.text(of: "a.json") == "new a.json")
    }
  }

  /// A folder has the second name, so that renaming a file to it fails, even for root.
  @Test func aFileThatCannotGetItsNameIsNamedAndTheOthersAreAsTheyWere() throws {
    try TemporaryFolder.with { folder in
      try folder.write("old", to: "a.png")
      let files = try outputs(folder)
      #expect(mkdir(folder.appending("a.json").string, 0o777) == 0)
      try folder.write("in it", to: "a.json/file")
      let failure = #expect(throws: NamedFailure.self) {
        try OutputFile.publish(files, replacing: true)
      }
      #expect(failure?.file == folder.appending("a.json"))
      for file in files { file.discard() }
      #expect(try folder.text(of: "a.png") == "old")
      #expect(try folder.text(of: "a.json/file") == "in it")
      #expect(folder.names.sorted() == ["a.json", "a.png"])
    }
  }

  @Test func aNewFileGoesAgainWhenTheNextFails() throws {
    try TemporaryFolder.with { folder in
      let files = try outputs(folder)
      try folder.write("yours", to: "a.json")
      let failure = #expect(throws: NamedFailure.self) {
        try OutputFile.publish(files, replacing: false)
      }
      #expect(failure?.error == .exists)
      for file in files { file.discard() }
      #expect(folder.names == ["a.json"])
      #expect(try folder.text(of: "a.json") == "yours")
    }
  }

  /// The state after a killed process: the first file has its name, the second does not.
  private func interrupt(_ folder: TemporaryFolder, renamed: Int, keepsAsides: Bool = true) throws {
    var steps: [PublicationJournal.Step] = []
    for (index, name) in ["a.png", "a.json"].enumerated() {
      try folder.write("old \(name)", to: name)
      let temporary = ".animconv-4194303-\(index).tmp"
      let aside = ".animconv-4194303-\(index).old"
      try folder.write("new \(name)", to: temporary)
      let stamp = try #require(FileStamp(of: folder.appending(temporary)))
      steps.append(
        .init(
          temporary: FilePath(temporary), name: FilePath.Component(name)!,
          aside: FilePath.Component(aside), byteCount: stamp.byteCount, modified: stamp.modified))
      if keepsAsides {
        #expect(link(folder.appending(name).string, folder.appending(aside).string) == 0)
      }
      if index < renamed {
        #expect(rename(folder.appending(temporary).string, folder.appending(name).string) == 0)
      }
    }
    let journal = PublicationJournal(steps: steps).bytes
    try folder.write(journal, to: ".animconv-4194303-9.names")
  }

  @Test(arguments: [0, 1])
  func whatAKilledProcessNamedInPartIsUndone(renamed: Int) throws {
    try TemporaryFolder.with { folder in
      try interrupt(folder, renamed: renamed)
      OutputLeftovers.clear(in: folder.path)
      #expect(folder.names.sorted() == ["a.json", "a.png"])
      #expect(try folder.text(of: "a.png") == "old a.png")
      #expect(try folder.text(of: "a.json") == "old a.json")
    }
  }

  /// Files created in a hidden folder are renamed into its parent, and existing files stay.
  @Test func theFilesOfAFolderAppearBesideIt() throws {
    try TemporaryFolder.with { folder in
      try folder.write("yours", to: "mine.txt")
      try folder.write("old", to: "f_1.png")
      func made() throws -> OutputFolder {
        let made = try OutputFolder(folder.appending("f_%d.png"))
        for name in ["f_0.png", "f_1.png"] {
          try writeNewFile(Array("new".utf8), at: made.temporaryPath.appending(name))
        }
        return made
      }
      let refused = try made()
      let failure = #expect(throws: NamedFailure.self) {
        try refused.publishFiles(["f_0.png", "f_1.png"], replacing: false)
      }
      #expect(failure?.file == folder.appending("f_1.png") && failure?.error == .exists)
      refused.discard()
      #expect(folder.names.sorted() == ["f_1.png", "mine.txt"])
      #expect(try folder.text(of: "f_1.png") == "old")
      try made().publishFiles(["f_0.png", "f_1.png"], replacing: true)
      #expect(folder.names.sorted() == ["f_0.png", "f_1.png", "mine.txt"])
      #expect(try folder.text(of: "f_1.png") == "new")
    }
  }

  /// A process was killed after renaming one of two files of a hidden folder.
  @Test func undoesAPartlyRenamedFolder() throws {
    try TemporaryFolder.with { folder in
      let hidden = ".animconv-4194303-7.tmp"
      #expect(mkdir(folder.appending(hidden).string, 0o777) == 0)
      try folder.write("old", to: "b.png")
      try folder.write("new", to: "a.png")
      try folder.write("new b", to: "\(hidden)/b.png")
      let steps = try [("a.png", "a.png"), ("b.png", "\(hidden)/b.png")].map { name, found in
        let stamp = try #require(FileStamp(of: folder.path.pushing(FilePath(found))))
        return PublicationJournal.Step(
          temporary: FilePath("\(hidden)/\(name)"), name: FilePath.Component(name)!,
          aside: name == "b.png" ? FilePath.Component(".animconv-4194303-8.old") : nil,
          byteCount: stamp.byteCount, modified: stamp.modified)
      }
      try folder.write(PublicationJournal(steps: steps).bytes, to: ".animconv-4194303-9.names")
      OutputLeftovers.clear(in: folder.path)
      #expect(folder.names == ["b.png"])
      #expect(try folder.text(of: "b.png") == "old")
    }
  }

  @Test func whatAKilledProcessNamedInFullStays() throws {
    try TemporaryFolder.with { folder in
      try interrupt(folder, renamed: 2)
      OutputLeftovers.clear(in: folder.path)
      #expect(folder.names.sorted() == ["a.json", "a.png"])
      #expect(try folder.text(of: "a.png") == "new a.png")
      #expect(try folder.text(of: "a.json") == "new a.json")
    }
  }

  @Test func keepsAFileCreatedSince() throws {
    try TemporaryFolder.with { folder in
      try interrupt(folder, renamed: 1)
      try folder.write("yours, of another length", to: "a.png")
      OutputLeftovers.clear(in: folder.path)
      #expect(folder.names.sorted() == ["a.json", "a.png"])
      #expect(try folder.text(of: "a.png") == "yours, of another length")
    }
  }

  @Test func aJournalCanNameNothingOutsideItsFolder() {
    let step = PublicationJournal.Step(
      temporary: ".animconv-1-1.tmp", name: "a.png", aside: ".animconv-1-2.old", byteCount: 3,
      modified: 4)
    let journal = PublicationJournal(steps: [step])
    #expect(PublicationJournal(journal.bytes) == journal)
    for length in 0..<journal.bytes.count {
      #expect(PublicationJournal(Array(journal.bytes.prefix(length))) == nil)
    }
    for (good, bad) in [
      ("a.png", "../a"), ("a.png", "/a"), ("a.png", ".."), ("a.png", ""),
      (".animconv-1-1.tmp", "mine"), (".animconv-1-2.old", "mine"),
      (".animconv-1-2.old", ".animconv-/../x"),
    ] {
      let text = String(decoding: journal.bytes, as: UTF8.self)
      let changed = text.replacing(good, with: bad)
      #expect(PublicationJournal(Array(changed.utf8)) == nil, "\(bad)")
    }
  }
}
