import Foundation
import Testing

/// Folders as outputs: files in them are named after the input.
@Suite struct FolderTargetTests {
  @Test(arguments: ["sprites", "sprites/", "a/b/sprites"])
  func aSheetIsNamedAfterTheInput(name: String) throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run([Package.orbit, "--sheet", name], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let sprites = folder.appendingPathComponent(name)
      #expect(sprites.names == ["orbit.json", "orbit.png"])
      #expect(
        outcome.errorLines.first?.hasPrefix(
          "animconv: \(name.hasSuffix("/") ? String(name.dropLast()) : name)/orbit.png: 24 frames")
          == true, "\(outcome.errors)")
      // The result is the same as with the file's name.
      let named = try Animconv.run([Package.orbit, "orbit.png"], in: folder)
      #expect(named.status == 0)
      for file in sprites.names {
        let one = try Data(contentsOf: sprites.appendingPathComponent(file))
        #expect(one == (try Data(contentsOf: folder.appendingPathComponent(file))), "\(file)")
      }
      let refused = try Animconv.run([Package.orbit, "--sheet", name], in: folder)
      #expect(refused.status == 73)
      #expect(try Animconv.run([Package.orbit, "--sheet", name, "-y"], in: folder).status == 0)
    }
  }

  @Test func presetsAndPlayersTakeTheFolder() throws {
    try withTemporaryFolder { folder in
      for options in [["--preset", "pixi"], ["--for", "flip-book"]] {
        let outcome = try Animconv.run(
          [Package.orbit, "--sheet", "sprites", "-y"] + options, in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let sprites = folder.appendingPathComponent("sprites")
        #expect(sprites.names.contains("orbit.png") && sprites.names.contains("orbit.json"))
      }
      let hero = try Animconv.run(
        [Package.orbit, "--sheet", "still", "--preset", "web-hero"], in: folder)
      #expect(hero.status == 0, "\(hero.errors)")
      #expect(folder.appendingPathComponent("still").names == ["orbit-poster.png"])
    }
  }

  @Test(arguments: [("webm", "orbit.webm"), ("mp4", "orbit.mp4"), ("zip", "orbit.zip")])
  func aFolderWithAContainerTakesAFile(container: String, file: String) throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run(
        [Package.orbit, "new/dist/", "--container", container, "-q"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(folder.appendingPathComponent("new/dist").names == [file])
    }
  }

  @Test func refusesAFolderForInputsWithoutAName() throws {
    try withTemporaryFolder { folder in
      for arguments in [
        ["-", "--sheet", "x"], ["*.gif", "--sheet", "x"], ["f%03d.png", "--sheet", "x"],
        [".", "--sheet", "x"], ["-", "x/", "--container", "webm"],
      ] {
        let outcome = try Animconv.run(arguments, in: folder)
        #expect(outcome.status == 64)
        #expect(
          outcome.errors == "animconv: usage: the input has no name to give to files in a "
            + "folder; give a file name; see animconv --help\n")
      }
      for (arguments, line) in [
        (["o.gif", "o.png", "--sheet", "x"], "OUT and --sheet cannot be used together"),
        (["o.gif", "--sheet", "-"], "--sheet takes a folder, not '-'"),
        (
          ["o.gif", "--sheet", "x", "--container", "mp4"],
          "--sheet and --container mp4 cannot be used together"
        ),
        (["o.gif"], "Missing expected argument '<out>'"),
      ] {
        let outcome = try Animconv.run(arguments, in: folder)
        #expect(outcome.status == 64)
        #expect(outcome.errors == "animconv: usage: \(line); see animconv --help\n")
      }
      #expect(folder.names.isEmpty)
    }
  }

  /// A folder created for an output is removed if the conversion fails; an existing folder stays.
  @Test func nothingIsLeftWhenTheConversionFails() throws {
    try withTemporaryFolder { folder in
      try Data("GIF89a".utf8).write(to: folder.appendingPathComponent("cut.gif"))
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("old"), withIntermediateDirectories: false)
      for target in ["a/b/sprites", "old/sprites"] {
        let damaged = try Animconv.run(["cut.gif", "--sheet", target], in: folder)
        #expect(damaged.status == 65, "\(damaged.errors)")
        let late = try Animconv.run(
          [Package.orbit, "--sheet", target, "--timeout", "0"], in: folder)
        #expect(late.status != 0)
        let wide = try Animconv.run(
          [Package.orbit, "--sheet", target, "--max-bytes", "9"], in: folder)
        #expect(wide.status == 3, "\(wide.errors)")
        #expect(folder.names == ["cut.gif", "old"])
        #expect(folder.appendingPathComponent("old").names.isEmpty)
      }
      try Data().write(to: folder.appendingPathComponent("file"))
      let blocked = try Animconv.run([Package.orbit, "--sheet", "file/x"], in: folder)
      #expect(blocked.status == 73, "\(blocked.errors)")
    }
  }
}
