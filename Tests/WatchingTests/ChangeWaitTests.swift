import Foundation
import Reading
import SystemPackage
import TestSupport
import Testing

@testable import Watching

@Suite(.timeLimit(.minutes(2)), .serialized) struct ChangeWaitTests {
  /// Waits in a folder while a closure changes it.
  private static func changes(
    in folder: TemporaryFolder, _ watched: WatchedFiles, usesNotices: Bool = true,
    _ body: @Sendable @escaping () -> Void
  ) -> [String] {
    let wait = ChangeWait(before: watched, usesNotices: usesNotices)
    let thread = Thread {
      usleep(50_000)
      body()
    }
    thread.start()
    return wait.changes(of: watched).map { $0.lastComponent?.string ?? "" }
  }

  private static func watched(_ paths: FilePath...) -> WatchedFiles {
    var watched = WatchedFiles()
    watched.files = Set(paths)
    watched.inputs = Set(paths)
    return watched
  }

  @Test(arguments: [true, false])
  func aFileThatIsWrittenIsSeen(usesNotices: Bool) throws {
    try TemporaryFolder.with { folder in
      let file = folder.appending("a")
      try folder.write("one", to: "a")
      try folder.write("other", to: "b")
      let seen = Self.changes(in: folder, Self.watched(file), usesNotices: usesNotices) {
        // The second file is not watched.
        try? Data("x".utf8).write(to: URL(fileURLWithPath: folder.appending("b").string))
        try? Data("two!".utf8).write(to: URL(fileURLWithPath: file.string))
      }
      #expect(seen == ["a"])
    }
  }

  @Test func aFileThatTakesTheNameIsSeen() throws {
    try TemporaryFolder.with { folder in
      let file = folder.appending("a")
      try folder.write("one", to: "a")
      let seen = Self.changes(in: folder, Self.watched(file)) {
        try? Data("two".utf8).write(to: URL(fileURLWithPath: folder.appending("t").string))
        rename(folder.appending("t").string, file.string)
      }
      #expect(seen == ["a"])
    }
  }

  @Test func aFileThatAppearsInAFolderThatAppearsIsSeen() throws {
    try TemporaryFolder.with { folder in
      let place = folder.appending("new")
      let seen = Self.changes(in: folder, Self.watched(place.appending("a"))) {
        mkdir(place.string, 0o700)
        try? Data("one".utf8).write(to: URL(fileURLWithPath: place.appending("a").string))
      }
      #expect(seen == ["a"])
    }
  }

  @Test func whatChangedDuringTheJobIsSeenAfterIt() throws {
    try TemporaryFolder.with { folder in
      try folder.write("one", to: "a")
      try folder.write("one", to: "late")
      var watched = Self.watched(folder.appending("a"))
      let wait = ChangeWait(before: watched)
      try folder.write("two", to: "late")
      // Only the job discovered that it also reads this file.
      watched.files.insert(folder.appending("late"))
      #expect(wait.changes(of: watched).map(\.lastComponent?.string) == ["late"])
    }
  }

  @Test func outputsDoNotCountWhereverTheyLie() throws {
    try TemporaryFolder.with { folder in
      try folder.write("one", to: "f1.png")
      var watched = Self.watched(folder.path)
      let wait = ChangeWait(before: watched)
      try folder.write("made", to: "out.json")
      try folder.write("being made", to: ".out.gif.tmp")
      watched.outputs = [folder.appending("out.json")]
      try folder.write("two", to: "f2.png")
      let states = FileStates(watched)
      #expect(wait.changes(of: watched) == [folder.appending("f2.png")])
      try folder.write("made again", to: "out.json")
      try folder.write("being made", to: ".out.gif2.tmp")
      #expect(FileStates(watched) == states)
      try folder.write("list", to: "timing.json")
      #expect(FileStates(watched).changes(to: states) == [folder.appending("timing.json")])
      // Under any of its names.
      #expect(
        symlink(folder.path.string, folder.appending(".link").string) == 0)
      watched.outputs = [folder.appending(".link").appending("out.json")]
      let linked = FileStates(watched)
      try folder.write("made once more", to: "out.json")
      #expect(FileStates(watched) == linked)
      // A redrawn frame keeps its name.
      try folder.write("redrawn", to: "f1.png")
      #expect(FileStates(watched).changes(to: linked) == [folder.appending("f1.png")])
    }
  }

  @Test func patternsSeeTheirOwnPictures() throws {
    try TemporaryFolder.with { folder in
      try folder.write("one", to: "f1.png")
      let watched = Self.watched(folder.appending("f*.png"))
      let states = FileStates(watched)
      try folder.write("other", to: "g1.png")
      #expect(FileStates(watched) == states)
      try folder.write("two", to: "f2.png")
      #expect(FileStates(watched) != states)
    }
  }

  @Test func whatIsFoundCounts() throws {
    try TemporaryFolder.with { folder in
      var watched = WatchedFiles()
      watched.folders = [folder.path]
      watched.find = {
        Set(
          ["a", "b"].map(folder.appending).filter { access($0.string, F_OK) == 0 })
      }
      try folder.write("one", to: "a")
      #expect(watched.count == 1)
      let seen = Self.changes(in: folder, watched) {
        try? Data("one".utf8).write(to: URL(fileURLWithPath: folder.appending("b").string))
      }
      #expect(seen == ["b"])
    }
  }

  @Test func anInputsOtherFilesAreKnown() throws {
    try TemporaryFolder.with { folder in
      try folder.write(
        #"{"frames":{"a":{"frame":{"x":0,"y":0,"w":1,"h":1}}},"meta":{"image":"sheet.png"}}"#,
        to: "sheet.json")
      var watched = WatchedFiles()
      watched.add(folder.appending("sheet.json"), options: ReadingOptions())
      #expect(watched.files.contains(folder.appending("sheet.png")))
    }
  }
}
