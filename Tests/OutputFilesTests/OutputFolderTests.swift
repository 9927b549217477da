import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import OutputFiles

@Suite struct OutputFolderTests {
  /// Writes a folder as a conversion does.
  private func publish(
    _ folder: TemporaryFolder, _ files: [String: String], replacing: Bool = false
  ) throws {
    let output = try OutputFolder(folder.appending("out"))
    defer { output.discard() }
    var entries: [FolderRecord.Entry] = []
    for (name, text) in files {
      try writeNewFile(Array(text.utf8), at: output.temporaryPath.appending(name))
      entries.append(.init(name: name, bytes: Array(text.utf8)))
    }
    try writeNewFile(
      Array(FolderRecord(entries).text.utf8),
      at: output.temporaryPath.appending(FolderRecord.fileName))
    try output.publish(replacing: replacing)
  }

  private func contents(_ folder: TemporaryFolder) -> [String: String] {
    let path = folder.appending("out").string
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0 != FolderRecord.fileName }.reduce(into: [:]) {
      $0[$1] = (try? String(contentsOfFile: "\(path)/\($1)", encoding: .utf8)) ?? "?"
    }
  }

  @Test func aFolderAppearsWhole() throws {
    try TemporaryFolder.with { folder in
      try publish(folder, ["a": "1", "b": "2"])
      #expect(folder.names == ["out"])
      #expect(contents(folder) == ["a": "1", "b": "2"])
    }
  }

  @Test func anEmptyFolderIsTakenOver() throws {
    try TemporaryFolder.with { folder in
      try FileManager.default.createDirectory(
        atPath: folder.appending("out").string, withIntermediateDirectories: false)
      try publish(folder, ["a": "1"])
      #expect(contents(folder) == ["a": "1"])
    }
  }

  @Test func ownFilesAreReplacedOnRequestOnly() throws {
    try TemporaryFolder.with { folder in
      try publish(folder, ["a": "1", "b": "2"])
      #expect(throws: OutputError.folderExists) { try publish(folder, ["c": "3"]) }
      #expect(contents(folder) == ["a": "1", "b": "2"])
      try publish(folder, ["c": "3"], replacing: true)
      #expect(contents(folder) == ["c": "3"])
      #expect(folder.names == ["out"])
    }
  }

  static let strangers: [@Sendable (String) throws -> Void] = [
    { try "mine".write(toFile: "\($0)/notes.txt", atomically: false, encoding: .utf8) },
    { try "9".write(toFile: "\($0)/a", atomically: false, encoding: .utf8) },
    { try "11".write(toFile: "\($0)/a", atomically: false, encoding: .utf8) },
    { try "mine".write(toFile: "\($0)/.hidden", atomically: false, encoding: .utf8) },
    {
      try FileManager.default.createDirectory(
        atPath: "\($0)/sub", withIntermediateDirectories: false)
    },
    {
      try FileManager.default.removeItem(atPath: "\($0)/a")
      try FileManager.default.createSymbolicLink(
        atPath: "\($0)/a", withDestinationPath: "b")
    },
    { try FileManager.default.removeItem(atPath: "\($0)/.animconv") },
    { try "?".write(toFile: "\($0)/.animconv", atomically: false, encoding: .utf8) },
  ]

  @Test(arguments: strangers.indices)
  func whatAUserPutThereOrChangedIsNeverLost(stranger: Int) throws {
    try TemporaryFolder.with { folder in
      try publish(folder, ["a": "1", "b": "2"])
      let path = folder.appending("out").string
      try Self.strangers[stranger](path)
      let before = contents(folder)
      let error = #expect(throws: OutputError.self) {
        try publish(folder, ["c": "3"], replacing: true)
      }
      if case .foreignFile = error {} else { Issue.record("\(String(describing: error))") }
      #expect(contents(folder) == before)
      #expect(folder.names == ["out"])
    }
  }

  @Test func refusesAFolderWithForeignFiles() throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("out").string
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      try "mine".write(toFile: "\(path)/frame0.png", atomically: false, encoding: .utf8)
      #expect(throws: OutputError.foreignFile("frame0.png")) {
        try publish(folder, ["c": "3"], replacing: true)
      }
      #expect(contents(folder) == ["frame0.png": "mine"])
    }
  }

  @Test func refusesWhatIsNotAFolder() throws {
    try TemporaryFolder.with { folder in
      try folder.write("mine", to: "out")
      #expect(throws: OutputError.notAFolder) { try publish(folder, ["a": "1"], replacing: true) }
      #expect(try folder.text(of: "out") == "mine")
      try FileManager.default.removeItem(atPath: folder.appending("out").string)
      try FileManager.default.createDirectory(
        atPath: folder.appending("real").string, withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending("out").string, withDestinationPath: "real")
      #expect(throws: OutputError.notAFolder) { try publish(folder, ["a": "1"], replacing: true) }
      #expect(folder.names == ["out", "real"])
    }
  }

  /// Every conversion removes leftovers in its output's folder.
  @Test func aSweepLeavesAloneWhatIsBeingReplaced() throws {
    try TemporaryFolder.with { folder in
      let files = Dictionary(
        uniqueKeysWithValues: (0..<200).map { ("\($0)", String(repeating: "x", count: 4096)) })
      let parent = folder.path
      try publish(folder, files)
      let sweeping = Task.detached {
        while !Task.isCancelled { OutputLeftovers.clear(in: parent) }
      }
      defer { sweeping.cancel() }
      for _ in 0..<30 {
        try publish(folder, files, replacing: true)
        #expect(contents(folder) == files)
      }
    }
  }

  @Test func leftoversOfDeadProcessesAreRemoved() throws {
    try TemporaryFolder.with { folder in
      let left = folder.appending(".animconv-1-1.tmp").string
      try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: false)
      try "x".write(toFile: "\(left)/frame0.png", atomically: false, encoding: .utf8)
      let other = try OutputFolder(folder.appending("other"))
      try publish(folder, ["a": "1"])
      // The folder in use stays.
      #expect(folder.names == [other.temporaryPath.lastComponent!.string, "out"].sorted())
      other.discard()
      #expect(folder.names == ["out"])
    }
  }

  @Test func recordsAreReadAsTheyAreWritten() {
    let record = FolderRecord([
      .init(name: "frame 0.png", bytes: [1, 2, 3]), .init(name: "é", bytes: []),
    ])
    #expect(FolderRecord(record.text) == record)
    #expect(FolderRecord("") == nil)
    #expect(FolderRecord("animconv-folder 1\nxyz\n") == nil)
    #expect(FolderRecord("animconv-folder 2\n") == nil)
    // The check value of CRC-32.
    #expect(
      FolderRecord.Entry(name: "", bytes: Array("123456789".utf8)).checksum == 0xCBF4_3926)
  }
}
