import Foundation
import Testing

@Suite struct BatchCommandTests {
  /// Copies the fixture under these names.
  private func inFolder(of names: [String], _ body: (URL) throws -> Void) throws {
    try withTemporaryFolder { folder in
      for name in names {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: Package.orbit, toPath: file.path)
      }
      try body(folder)
    }
  }

  /// Parts of the animation that an MP4 cannot keep.
  private static let notes = [
    "transparency is flattened onto #ffffff; --matte chooses the colour, WebM keeps transparency",
    "padded from 99x67 to 100x68 by repeating the edge, because H.264 needs even sides",
    "pixel art of 99x67 blurs where players enlarge it; --scale 4x keeps it sharp for 14 to 62 percent "
      + "more bytes",
  ]

  @Test func reportsWhatAnOutputCannotKeep() throws {
    try inFolder(of: ["in/a.gif", "in/b.gif"]) { folder in
      let batch = ["batch", "in/*.gif", "--out", "dist", "--container", "mp4", "--force"]
      let brief = try Animconv.run(batch, in: folder)
      #expect(
        brief.errorLines == [
          "animconv: 2 outputs have notes; --verbose prints them",
          "animconv: 2 written, 0 unchanged, 0 failed",
        ])
      let long = try Animconv.run(batch + ["--verbose"], in: folder)
      for note in Self.notes {
        #expect(
          Set(long.errorLines).isSuperset(
            of: ["a", "b"].map { "animconv: dist/\($0).mp4: \(note)" }), "\(long.errors)")
      }
      #expect(!long.errors.contains("have notes"))
      // A single output is reported like a single conversion.
      let single = try Animconv.run(["in/a.gif", "x.mp4"], in: folder)
      let alone = try Animconv.run(
        ["batch", "in/a.gif", "--out", "dist", "--container", "mp4", "--force"], in: folder)
      for note in Self.notes {
        #expect(single.errors.contains("animconv: x.mp4: \(note)\n"))
        #expect(alone.errors.contains("animconv: dist/a.mp4: \(note)\n"))
      }
    }
  }

  @Test func aPatternKeepsTheTreeAndARepetitionDoesNothing() throws {
    try inFolder(of: ["in/a.gif", "in/deep/b.gif"]) { folder in
      let arguments = ["batch", "in/**/*.gif", "--out", "dist", "--container", "mp4"]
      let first = try Animconv.run(arguments + ["--json"], in: folder)
      #expect(first.status == 0)
      #expect(first.errors == "animconv: 2 written, 0 unchanged, 0 failed\n")
      let records = try first.text.split(separator: "\n").map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
      #expect(
        Set(records.compactMap { $0["output"] as? String }) == ["dist/a.mp4", "dist/deep/b.mp4"])
      #expect(
        records.allSatisfy { $0["status"] as? String == "written" && $0["frames"] as? Int == 24 })
      #expect(records.allSatisfy { $0["notes"] as? [String] == Self.notes })
      let second = try Animconv.run(arguments, in: folder)
      #expect(second.errors == "animconv: 0 written, 2 unchanged, 0 failed\n")
      let rehearsal = try Animconv.run(arguments + ["--dry-run", "--crf", "30"], in: folder)
      #expect(
        rehearsal.text == """
          in/a.gif -> dist/a.mp4 (settings changed)
          in/deep/b.gif -> dist/deep/b.mp4 (settings changed)

          """)
    }
  }

  @Test func refusesReportsAndStampsOverFilesOfTheBatch() throws {
    try inFolder(of: ["s.gif", "a.gif"]) { folder in
      let orbit = try Data(contentsOf: URL(fileURLWithPath: Package.orbit))
      try FileManager.default.createSymbolicLink(
        atPath: folder.appendingPathComponent("link").path, withDestinationPath: "a.gif")
      let arguments = ["batch", "*.gif", "--out", "dist", "--container", "mp4"]
      for files in [
        ["--stamp", "s.gif"], ["--report", "a.gif"], ["--depfile", "./s.gif"],
        ["--report", "link"],
        ["--report", "dist/s.mp4"], ["--stamp", "dist/.animconv-batch.jsonl"],
        ["--report", "x", "--stamp", "dist/../x"],
      ] {
        let outcome = try Animconv.run(arguments + files, in: folder)
        #expect(outcome.status == 64, "\(files): \(outcome.errors)")
        #expect(!folder.names.contains("dist"))
      }
      for name in ["s.gif", "a.gif"] {
        #expect(try Data(contentsOf: folder.appendingPathComponent(name)) == orbit)
      }
      try Data(
        #"{"out":"d2","jobs":[{"inputs":"*.gif","settings":{"container":"mp4"}}]}"#.utf8
      ).write(to: folder.appendingPathComponent("b.json"))
      #expect(try Animconv.run(["batch", "b.json", "--report", "b.json"], in: folder).status == 64)
      let fine = arguments + ["--report", "/dev/null", "--depfile", "d", "--stamp", "dist/stamp"]
      #expect(try Animconv.run(fine, in: folder).status == 0)
    }
  }

  @Test func aBatchFileWithPresets() throws {
    try inFolder(of: ["assets/a.gif"]) { folder in
      try Data(
        """
        { "out": "dist", "jobs": [
          { "inputs": "assets/*.gif", "preset": "web-hero" },
          { "inputs": "assets/*.gif", "settings": { "container": "frames" }, "out": "frames" } ] }
        """.utf8
      ).write(to: folder.appendingPathComponent("build.json"))
      let outcome = try Animconv.run(["batch", "build.json"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let dist = folder.appendingPathComponent("dist").names
      #expect(Set(dist).isSuperset(of: ["a.mp4", "a.webm", "a-poster.png"]))
      #expect(folder.appendingPathComponent("dist/frames/a").names.contains("frame00.png"))
      let again = try Animconv.run(["batch", "build.json"], in: folder)
      #expect(again.errors == "animconv: 0 written, 5 unchanged, 0 failed\n")
      let list = try Animconv.run(["batch", "build.json", "--list-units", "--json"], in: folder)
      let units = try list.text.split(separator: "\n").map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
      #expect(units.count == 5)
      #expect(units.allSatisfy { ($0["peakBytes"] as? Int ?? 0) > 0 })
      #expect(units.allSatisfy { ($0["seconds"] as? Double ?? 0) > 0 })
      let id = try #require(units[0]["unit"] as? String)
      let one = try Animconv.run(["batch", "build.json", "--unit", id, "--force"], in: folder)
      #expect(
        one.errorLines
          == Self.notes.map { "animconv: dist/a.mp4: \($0)" } + [
            "animconv: 1 written, 0 unchanged, 0 failed"
          ])
    }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let status: Int32
    let line: String
    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let cases = [
    Case(
      arguments: ["a.gif", "a.png", "--out", "d", "--container", "mp4"], status: 64,
      line: "animconv: d/a.mp4: planning: both a.gif and a.png would be written to this file; "
        + "choose another name, such as '{dir}/{name}.{ext}'"),
    Case(
      arguments: ["*.mov", "--out", "d", "--container", "mp4"], status: 66,
      line: "animconv: *.mov: planning: no file matches"),
    Case(
      arguments: ["a.gif", "--out", "d"], status: 64,
      line: "animconv: planning: no preset and no container is given; choose a preset, or a "
        + "container such as mp4"),
    Case(
      arguments: ["a.gif", "--container", "mp4"], status: 64,
      line: "animconv: usage: expected --out FOLDER, or a single batch file ending in .json; see "
        + "animconv batch --help"),
    Case(
      arguments: ["a.gif", "--out", "d", "--preset", "web-herp"], status: 78,
      line: "animconv: planning: there is no preset 'web-herp'; did you mean 'web-hero'?"),
    Case(
      arguments: ["a.gif", "--out", "d", "--container", "mp4", "--set", "crff=3"], status: 64,
      line: "animconv: usage: there is no setting 'crff'; did you mean 'crf'?; see animconv batch "
        + "--help"),
    Case(
      arguments: ["wrong.json"], status: 78,
      line: "animconv: wrong.json: planning: there is no key 'job'; did you mean 'jobs'?"),
    Case(
      arguments: ["none.json"], status: 66,
      line: "animconv: none.json: planning: there is no such file"),
    Case(
      arguments: ["a.gif", "--out", "d", "--container", "mp4", "--shard", "4/3"], status: 64,
      line: "animconv: usage: expected a share such as 2/3, auto or auto/3, but got '4/3'; see "
        + "animconv batch --help"),
    Case(
      arguments: ["a.gif", "--out", ".", "--name", "{stem}.gif", "--container", "mp4"], status: 64,
      line: "animconv: ./a.gif: planning: it is the input itself; choose another folder or name"),
  ]

  @Test(arguments: cases)
  func aBatchThatCannotBeIsRefusedAtTheStart(test: Case) throws {
    try inFolder(of: ["a.gif", "a.png"]) { folder in
      try Data("{ \"job\": [] }".utf8).write(to: folder.appendingPathComponent("wrong.json"))
      let before = folder.names
      let outcome = try Animconv.run(["batch"] + test.arguments, in: folder)
      #expect(outcome.status == test.status)
      #expect(outcome.errors == test.line + "\n")
      #expect(outcome.text == "")
      #expect(folder.names == before)
    }
  }

  @Test func failuresAreNamedAndTheRestIsDone() throws {
    try inFolder(of: ["a.gif", "c.gif"]) { folder in
      try Data("no picture".utf8).write(to: folder.appendingPathComponent("b.gif"))
      let outcome = try Animconv.run(
        ["batch", "*.gif", "--out", "d", "--container", "mp4"], in: folder)
      #expect(outcome.status == 1)
      #expect(
        outcome.errorLines == [
          "animconv: b.gif: reading: not a format that animconv reads; animconv reads gif, png, "
            + "apng, jpeg, tiff, bmp, tga, qoi, netpbm, pcx, sgi, jpeg2000, dds, psd, exr, dpx, heif, webp, avif, jxl, "
            + "aseprite, pixelorama, lottie, video, folder, ugoira, sheet, atlas, edit",
          "animconv: 2 outputs have notes; --verbose prints them",
          "animconv: 2 written, 0 unchanged, 1 failed",
        ])
      #expect(
        folder.appendingPathComponent("d").names == [".animconv-batch.jsonl", "a.mp4", "c.mp4"])
    }
  }

  @Test func aShareComesFromTheScheduler() throws {
    try inFolder(of: (0..<5).map { "\($0).gif" }) { folder in
      var all: [String] = []
      for task in ["4", "6", "8"] {
        let outcome = try Animconv.run(
          ["batch", "*.gif", "--out", "d", "--container", "mp4", "--shard", "auto", "--list"],
          in: folder,
          environment: [
            "SLURM_ARRAY_TASK_ID": task, "SLURM_ARRAY_TASK_MIN": "4", "SLURM_ARRAY_TASK_STEP": "2",
            "SLURM_ARRAY_TASK_COUNT": "3",
          ])
        #expect(outcome.status == 0)
        all += outcome.text.split(separator: "\n").map(String.init)
      }
      #expect(all.sorted() == (0..<5).map { "\($0).gif -> d/\($0).mp4" })
    }
  }

  /// A client that writes to the cache can give any bytes their own digest. They are ignored, and
  /// the conversion that replaces them equals that of a batch without a cache.
  @Test func aCacheCannotChooseTheOutput() throws {
    try inFolder(of: ["a.gif"]) { folder in
      let batch = ["batch", "a.gif", "--out", "d", "--container", "webp", "--cache", "c", "-q"]
      #expect(try Animconv.run(batch, in: folder).status == 0)
      let output = folder.appendingPathComponent("d/a.webp")
      let right = try Data(contentsOf: output)
      func wipe() throws {
        try FileManager.default.removeItem(at: folder.appendingPathComponent("d"))
      }
      try wipe()
      let again = try Animconv.run(batch + ["--json"], in: folder)
      #expect(again.text.contains("\"cached\": true"))
      #expect(try Data(contentsOf: output) == right)
      // Other contents of the same length; another animation; one of another size.
      let evil = Data("<script>".utf8) + Data(repeating: 0x20, count: right.count - 8)
      let other = folder.appendingPathComponent("other.webp")
      let small = ["a.gif", "other.webp", "--scale", "50%"]
      #expect(try Animconv.run(small, in: folder).status == 0)
      for content in [evil, try Data(contentsOf: other)] {
        try wipe()
        try poison(folder.appendingPathComponent("c"), with: content)
        let outcome = try Animconv.run(batch + ["--json"], in: folder)
        #expect(outcome.status == 0 && !outcome.text.contains("\"cached\": true"))
        #expect(try Data(contentsOf: output) == right)
      }
    }
  }

  /// Writes descriptions and contents in the protocol's own form: members 2, 1, 2, 1 and 5.
  private func poison(_ cache: URL, with content: Data) throws {
    func varint(_ value: Int) -> Data {
      value < 0x80
        ? Data([UInt8(value)]) : Data([UInt8(value & 0x7F | 0x80)]) + varint(value >> 7)
    }
    func member(_ number: UInt8, _ bytes: Data) -> Data {
      Data([number << 3 | 2]) + varint(bytes.count) + bytes
    }
    let file = cache.appendingPathComponent("content")
    try content.write(to: file)
    let digest = try String(Shell.run(["sha256sum", file.path], in: cache).text.prefix(64))
    let place = cache.appendingPathComponent("cas/\(digest.prefix(2))")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try content.write(to: place.appendingPathComponent(digest))
    let size = Data([2 << 3]) + varint(content.count)
    let named = member(1, Data("a.webp".utf8)) + member(2, member(1, Data(digest.utf8)) + size)
    let note = Data(#"{"frames":24,"inputs":[],"missing":[]}"#.utf8)
    let descriptions = try FileManager.default.subpathsOfDirectory(
      atPath: cache.appendingPathComponent("ac").path
    ).filter { $0.count > 64 }
    #expect(descriptions.count == 1)
    for name in descriptions {
      try (member(2, named) + member(5, note)).write(
        to: cache.appendingPathComponent("ac/\(name)"))
    }
  }
}
