import ArgumentParser
import Confining
import Foundation
import SystemPackage
import Testing

@testable import AnimConvCLI

/// The files that a run may read and write, according to its arguments. The kernel is not queried.
@Suite struct ReachTests {
  /// `a.gif`, `data.json`, `b.png`, `b@2x.png`, `link.gif` to `far/c.gif`, `frames/`, and a project.
  private static func withFiles(_ body: (FilePath) throws -> Void) throws {
    try withTemporaryFolder { folder in
      for name in ["frames", "far", "game/art", "game/scenes"] {
        try FileManager.default.createDirectory(
          at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
      }
      let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
      for (name, bytes) in [
        ("a.gif", Array("GIF89a".utf8)), ("far/c.gif", Array("GIF89a".utf8)), ("b.png", png),
        ("b@2x.png", png), ("data.json", Array(#"{"frames": {}}"#.utf8)),
        ("game/project.godot", []), ("game/scenes/hero.tres", Array("[gd_resource]".utf8)),
        ("game/art/pose.txt", Array("art/hero.png".utf8)),
      ] {
        try Data(bytes).write(to: folder.appendingPathComponent(name))
      }
      try FileManager.default.createSymbolicLink(
        atPath: folder.appendingPathComponent("link.gif").path,
        withDestinationPath: folder.appendingPathComponent("far/c.gif").path)
      try body(FilePath(folder.path))
    }
  }

  @Test func aMediaFileIsReadAlone() throws {
    try Self.withFiles { folder in
      let reach = Reach.reading(folder.appending("a.gif"))
      #expect(reach.reading == [folder.appending("a.gif")])
      #expect(reach.listing == [folder])
      #expect(reach.writing.isEmpty)
    }
  }

  @Test func aPictureIsReadWithItsKin() throws {
    try Self.withFiles { folder in
      let both: Set = [folder.appending("b.png"), folder.appending("b@2x.png")]
      #expect(Reach.reading(folder.appending("b.png")).reading == both)
      #expect(Reach.reading(folder.appending("b@2x.png")).reading == both)
    }
  }

  @Test func aDescriptionIsReadWithItsFolder() throws {
    try Self.withFiles { folder in
      #expect(Reach.reading(folder.appending("data.json")).reading.contains(folder))
      let project = folder.appending("game")
      #expect(Reach.reading(project.pushing("scenes/hero.tres")).reading.contains(project))
      #expect(!Reach.reading(folder.appending("data.json")).reading.contains(project))
      // The text names its own folder.
      #expect(
        Reach.reading(project.pushing("art/pose.txt")).reading.contains(project.appending("art")))
    }
  }

  @Test func aWatchedFileIsReadWithItsFolders() throws {
    try Self.withFiles { folder in
      #expect(Reach.reading(folder.appending("a.gif"), isWatched: true).reading.contains(folder))
      let reach = Reach.reading(folder.appending("link.gif"), isWatched: true)
      let far = FilePath(try #require(realpath(folder.appending("far").string)))
      #expect(reach.reading.isSuperset(of: [folder, far]))
      let frames = Reach.reading(folder.appending("frames"), isWatched: true)
      #expect(frames.reading == [folder.appending("frames"), folder])
    }
  }

  private func realpath(_ path: String) -> String? {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  @Test func aPatternIsReadInTheFolderThatItSearches() throws {
    try Self.withFiles { folder in
      #expect(Reach.reading(folder.pushing("frames/*.png")).reading == [folder.appending("frames")])
      #expect(Reach.reading(folder.pushing("**/x/*.png")).reading == [folder])
      #expect(Reach.reading("*.png").reading == ["."])
      #expect(Reach.reading("/*.png").reading == ["/"])
    }
  }

  @Test func anOutputIsWrittenInTheNearestFolderThatExists() throws {
    try Self.withFiles { folder in
      #expect(Reach.writing(folder.appending("out.gif")).writing == [folder])
      #expect(Reach.writing(folder.pushing("frames/")).writing == [folder])
      #expect(Reach.writing(folder.pushing("new/deep/out.gif")).writing == [folder])
      #expect(Reach.writing(in: folder.appending("frames")).writing == [folder.appending("frames")])
      #expect(Reach.writing(folder.pushing("none/../out.gif")).writing == [folder])
      #expect(Reach.writing(folder.pushing("none/../../out.gif")).writing.count == 1)
      #expect(Reach.writing("out.gif").writing == ["."])
      #expect(Reach.writing("../out.gif").writing == [".."])
      #expect(Reach.writing(in: "..").writing == [".."])
    }
  }

  @Test func aConversionNamesItsFiles() throws {
    try Self.withFiles { folder in
      let command = try ConvertCommand.parse([
        folder.appending("a.gif").string, folder.appending("out.png").string, "--labels",
        "--label-font", "/fonts/a.ttf", "--image", folder.appending("b.png").string,
      ])
      let reach = try command.reach()
      #expect(
        reach.reading.isSuperset(of: [
          folder.appending("a.gif"), "/fonts/a.ttf", folder.appending("b.png"),
        ]))
      #expect(reach.writing == [folder])
      #expect(!reach.mayConnect)
      #expect(reach.limitsFiles)
    }
  }

  @Test(arguments: [("http://127.0.0.1/x", true), ("https://h/x", true), ("cache", false)])
  func onlyACacheWithAnAddressConnects(place: String, mayConnect: Bool) throws {
    try Self.withFiles { folder in
      let command = try BatchRunCommand.parse([
        folder.appending("a.gif").string, "--out", folder.appending("o").string, "--container",
        "gif",
        "--cache", place,
      ])
      #expect(try command.reach().mayConnect == mayConnect)
    }
  }

  @Test func aWorkerLimitsFilesWithARoot() throws {
    #expect(try !WorkerCommand.parse([]).reach().limitsFiles)
    let reach = try WorkerCommand.parse(["--root", "/srv"]).reach()
    #expect(reach.limitsFiles)
    #expect(reach.writing == ["/srv"])
  }
}
