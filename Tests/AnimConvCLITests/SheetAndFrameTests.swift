import Foundation
import Testing

/// Sheets, folders and archives from the command line.
@Suite struct SheetAndFrameTests {
  @Test func aSheetAndItsDataAppear() throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run([Package.orbit, "walk.png"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.isEmpty)
      #expect(folder.names == ["walk.json", "walk.png"])
      #expect(
        outcome.errorLines.first?.hasPrefix(
          "animconv: walk.png: 24 frames, 1.9 s, 396x402, PNG, ") == true)
      #expect(
        outcome.errorLines.last?.hasPrefix(
          "animconv: walk.json: 24 frames, 1.9 s, Aseprite JSON, ") == true)
      let inspected = try Animconv.run(["inspect", "walk.json"], in: folder)
      #expect(inspected.text.contains("99x67, 24 frames"))
      #expect(inspected.text.contains("total: 1.9 s"))
    }
  }

  /// Each remedy in the note keeps the times, because its plan has no such note.
  @Test(arguments: ["starling", "libgdx", "unity", "texturepacker", "texturepacker-array"])
  func reportsTimesThatADescriptionCannotExpress(data: String) throws {
    let start = [Package.orbit, "o.png", "--dry-run", "--data"]
    let told = "players will show all equally long"
    let outcome = try Animconv.run(start + [data, "--json"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text.contains(told), "\(outcome.text)")
    #expect(outcome.text.contains("--data \(data),aseprite"), "\(outcome.text)")
    for way in [["\(data),aseprite"], [data, "--schedule", "fps=24", "--merge-duplicates"]] {
      let outcome = try Animconv.run(start + way + ["--json"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(!outcome.text.contains(told), "\(outcome.text)")
    }
  }

  @Test func aFolderIsMadeRefusedReplacedAndKept() throws {
    try withTemporaryFolder { folder in
      let made = try Animconv.run([Package.orbit, "frames/"], in: folder)
      #expect(made.status == 0, "\(made.errors)")
      #expect(folder.names == ["frames"])

      let refused = try Animconv.run([Package.orbit, "frames"], in: folder)
      #expect(refused.status == 73)
      #expect(
        refused.errors
          == "animconv: \(Package.orbit) -> frames: writing: the folder exists and is not empty; "
          + "use -y to replace a folder that holds only what animconv wrote\n")

      let skipped = try Animconv.run([Package.orbit, "frames/", "-n"], in: folder)
      #expect(skipped.status == 0)
      #expect(skipped.errors == "animconv: frames/: exists, skipped\n")

      let replaced = try Animconv.run(
        [Package.orbit, "frames/", "-y", "--name", "f", "--pad", "3"], in: folder)
      #expect(replaced.status == 0, "\(replaced.errors)")
      let frames = folder.appendingPathComponent("frames")
      #expect(frames.names.contains("f000.png"))
      #expect(!frames.names.contains("frame00.png"))

      let mine = frames.appendingPathComponent("mine.txt")
      try Data("mine".utf8).write(to: mine)
      let kept = try Animconv.run([Package.orbit, "frames/", "-y"], in: folder)
      #expect(kept.status == 73)
      #expect(
        kept.errors
          == "animconv: \(Package.orbit) -> frames: writing: the folder holds \"mine.txt\", which "
          + "animconv did not write, or which has changed since; choose another folder, or move "
          + "what you want to keep out of it\n")
      #expect(try Data(contentsOf: mine) == Data("mine".utf8))
      #expect(frames.names.contains("f000.png"))
      #expect(folder.names == ["frames"])
    }
  }

  /// The folder that contains the input counts as the input.
  @Test func framesAreNeverWrittenOverTheirOwnSource() throws {
    try withTemporaryFolder { folder in
      let made = try Animconv.run([Package.orbit, "frames/", "-q"], in: folder)
      #expect(made.status == 0)
      let before = folder.contents
      for input in ["frames", "frames/timing.json", "frames/frame*.png", "./frames/"] {
        let outcome = try Animconv.run([input, "frames/", "-y"], in: folder)
        #expect(outcome.status == 73)
        #expect(outcome.errors.contains("the output is the input"), "\(outcome.errors)")
        #expect(folder.contents == before)
      }
    }
  }

  /// Images named by the input's data, and images in its folder, count as the input, too.
  @Test func noOutputReplacesAPartOfTheInput() throws {
    try withTemporaryFolder { folder in
      for arguments in [
        [Package.orbit, "walk.png"], [Package.orbit, "frames/"],
        [Package.orbit, "pages.png", "--max-size", "200"],
      ] {
        #expect(try Animconv.run(arguments + ["-q"], in: folder).status == 0)
      }
      try FileManager.default.createSymbolicLink(
        atPath: folder.appendingPathComponent("link.png").path, withDestinationPath: "walk.png")
      let before = folder.contents
      for (arguments, name) in [
        (["walk.json", "walk.png", "--data", "none"], "walk.png"),
        (["walk.json", "link.png", "--data", "none"], "link.png"),
        (["walk.json", "walk.png", "--container", "mp4"], "walk.png"),
        (["pages-0.json", "pages.png", "--max-size", "200", "--data", "none"], "pages-0.png"),
        (["pages-0.png", "pages-1.png", "--cell", "99x67", "--data", "none"], "pages-1.png"),
        (["frames", "frames/frame07.png", "--data", "none"], "frame07.png"),
      ] {
        let outcome = try Animconv.run(arguments + ["-y"], in: folder)
        #expect(outcome.status == 73, "\(arguments): \(outcome.errors)")
        #expect(outcome.errors.contains("\"\(name)\" is a part of the input"), "\(outcome.errors)")
        #expect(folder.contents == before)
      }
      // The folder around the input's folder.
      let frames = folder.appendingPathComponent("frames")
      let copy = folder.appendingPathComponent("copy")
      try FileManager.default.copyItem(at: frames, to: copy)
      try FileManager.default.moveItem(at: copy, to: frames.appendingPathComponent("inner"))
      let outcome = try Animconv.run(["frames/inner/timing.json", "frames/", "-y"], in: folder)
      #expect(outcome.status == 73 && outcome.errors.contains("the output is the input"))
    }
  }

  @Test func plansOfEveryKindArePrintedAndNothingIsWritten() throws {
    try withTemporaryFolder { folder in
      for (arguments, golden) in [
        (["walk.png", "--layout", "packed", "--scales", "1,2"], "plan-sheet.txt"),
        (["frames/", "--data", "timing,ffconcat"], "plan-frames.txt"),
        (["u.zip"], "plan-ugoira.txt"),
      ] {
        let outcome = try Animconv.run([Package.orbit] + arguments + ["--dry-run"], in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        try Golden.expect(
          outcome.text.replacingOccurrences(of: Package.orbit, with: "orbit.gif"),
          matches: golden)
        let json = try Animconv.run(
          [Package.orbit] + arguments + ["--dry-run", "--json"], in: folder)
        let plan = try #require(
          try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
        #expect(plan["frames"] as? Int == 24)
        #expect((plan["outputs"] as? [[String: Any]])?.isEmpty == false)
      }
      #expect(folder.names == [])
    }
  }

  @Test func aContactSheetTakesTheFramesShownAtMultiplesOfATime() throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run(
        [Package.orbit, "contact.png", "--every", "500ms", "--json"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let report = try #require(
        try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
      let plan = try #require(report["plan"] as? [String: Any])
      #expect(plan["frames"] as? Int == 4)
      #expect(plan["cells"] as? Int == 4)
      #expect(plan["outputKind"] as? String == "png")
    }
  }

  @Test(arguments: [
    (["s.png", "--data", "timing"], "for --data of a sheet, but got timing"),
    (["s.png", "--data", "android"], "for --data of a sheet, but got android"),
    (
      ["f/", "--data", "android", "--name", "Walk"],
      "Android does not accept the resource \"Walk00.png\""
    ),
    (["f/", "--data", "aseprite"], "for --data of a folder, but got aseprite"),
    (["o.mp4", "--data", "aseprite"], "--data is for sheets and folders of frames"),
    (["s.png", "--layout", "spiral"], "expected column, row, grid or packed, but got 'spiral'"),
    (["s.png", "--every", "0"], "expected a number such as 3 or a time such as 2s, but got '0'"),
    (["s.png", "--png-level", "10"], "expected a whole number from 0 to 9, but got"),
    (["f/", "--name", "a/x"], "contains a character that some systems do not allow in names"),
    (["-", "--container", "png"], "a sheet cannot be written to a stream"),
  ])
  func contradictionsAreUsageErrors(arguments: [String], part: String) throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run([Package.orbit] + arguments, in: folder)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains(part), "\(outcome.errors)")
      #expect(outcome.errorLines.count == 1)
      #expect(folder.names == [])
    }
  }

  private func start(_ arguments: [String], in folder: URL) throws -> Process {
    let process = try Animconv.make(arguments, in: folder)
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Kills the command at various times of a run: outputs are complete or missing, and the next run
  /// removes leftovers.
  @Test(arguments: ["out.png", "out/", "out.zip"])
  func whatIsKilledLeavesNothingUnderTheFinalName(output: String) throws {
    try withTemporaryFolder { folder in
      let arguments = [Package.orbit, output, "--scale", "8x", "-q"]
      let whole = try Animconv.run(arguments, in: folder)
      #expect(whole.status == 0, "\(whole.errors)")
      let expected = folder.contents
      #expect(!expected.isEmpty)
      for step in 0..<12 {
        for name in folder.names {
          try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
        let process = try start(arguments, in: folder)
        usleep(useconds_t(step * 60_000))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let found = folder.contents.filter { !$0.key.hasPrefix(".animconv-") }
        #expect(found.allSatisfy { expected[$0.key] == $0.value })
        if output == "out/" { #expect(found.isEmpty || found.count == expected.count) }
      }
      let last = try Animconv.run(arguments + ["-y"], in: folder)
      #expect(last.status == 0, "\(last.errors)")
      #expect(folder.contents == expected)
    }
  }

  @Test(arguments: ["out.png", "out/", "out.zip"])
  func anInterruptLeavesNothing(output: String) throws {
    try withTemporaryFolder { folder in
      for step in 0..<4 {
        let process = try start(
          [Package.orbit, output, "--scale", "12x", "-q", "--png-level", "9"], in: folder)
        usleep(useconds_t(100_000 + step * 80_000))
        kill(process.processIdentifier, SIGINT)
        process.waitUntilExit()
        if process.terminationStatus == 130 { #expect(folder.names == []) } else { break }
      }
    }
  }
}

extension URL {
  /// The bytes of every file below a folder, by relative path.
  fileprivate var contents: [String: Data] {
    var contents: [String: Data] = [:]
    for name in names {
      let inner = appendingPathComponent(name)
      if let data = try? Data(contentsOf: inner) {
        contents[name] = data
      } else {
        for (path, data) in inner.contents { contents["\(name)/\(path)"] = data }
      }
    }
    return contents
  }
}
