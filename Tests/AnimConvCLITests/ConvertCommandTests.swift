import Foundation
import Testing

@Suite struct ConvertCommandTests {
  @Test func aGIFBecomesAVideoAndNothingElseIsLeft() throws {
    try withTemporaryFolder { folder in
      for name in ["out.mp4", "out.webm", "out.mov"] {
        let outcome = try Animconv.run([Package.orbit, name], in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
        #expect(outcome.errorLines.last?.hasPrefix("animconv: \(name): 24 frames, 1.9 s, ") == true)
      }
      #expect(folder.names == ["out.mov", "out.mp4", "out.webm"])
    }
  }

  @Test func quietSaysNothing() throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run([Package.orbit, "out.mp4", "-q"], in: folder)
      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
      #expect(outcome.output.isEmpty)
    }
  }

  @Test func anOutputThatExistsIsRefusedReplacedOrSkipped() throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("out.mp4")
      try Data("old".utf8).write(to: file)

      let refused = try Animconv.run([Package.orbit, "out.mp4"], in: folder)
      #expect(refused.status == 73)
      #expect(
        refused.errors == "animconv: \(Package.orbit) -> out.mp4: writing: the file exists; "
          + "use -y to replace it, or -n to skip the conversion\n")
      #expect(try Data(contentsOf: file) == Data("old".utf8))

      let skipped = try Animconv.run([Package.orbit, "out.mp4", "-n"], in: folder)
      #expect(skipped.status == 0)
      #expect(skipped.errors == "animconv: out.mp4: exists, skipped\n")
      #expect(try Data(contentsOf: file) == Data("old".utf8))

      let replaced = try Animconv.run([Package.orbit, "out.mp4", "-y", "-q"], in: folder)
      #expect(replaced.status == 0)
      #expect(try Data(contentsOf: file).count > 1000)
      #expect(folder.names == ["out.mp4"])
    }
  }

  @Test func standardInputAndOutputGiveTheSameBytesAsFiles() throws {
    try withTemporaryFolder { folder in
      for container in ["mp4", "webm"] {
        let file = try Animconv.run([Package.orbit, "out.\(container)", "-q"], in: folder)
        #expect(file.status == 0)
        let stream = try Animconv.run(
          ["-", "-", "--container", container, "-q"], in: folder,
          input: try Data(contentsOf: URL(fileURLWithPath: Package.orbit)))
        #expect(stream.status == 0, "\(stream.errors)")
        #expect(
          stream.output
            == (try Data(contentsOf: folder.appendingPathComponent("out.\(container)"))))
      }
      #expect(folder.names == ["out.mp4", "out.webm"])
    }
  }

  @Test func aDryRunPrintsThePlanAndWritesNothing() throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run([Package.orbit, "out.mp4", "--dry-run"], in: folder)
      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
      #expect(folder.names == [])
      try Golden.expect(
        outcome.text.replacingOccurrences(of: Package.orbit, with: "orbit.gif"),
        matches: "plan-orbit.txt")
    }
  }

  @Test func jsonHoldsPlanAndReport() throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run([Package.orbit, "out.mp4", "--json", "-q"], in: folder)
      #expect(outcome.status == 0)
      let json = try #require(
        try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
      let plan = try #require(json["plan"] as? [String: Any])
      #expect(plan["frames"] as? Int == 24)
      #expect((plan["total"] as? [String: Any])?["exact"] as? String == "19/10")
      let written = try #require((json["outputs"] as? [[String: Any]])?.first)
      #expect(written["frames"] as? Int == 24)
      let size =
        try FileManager.default.attributesOfItem(
          atPath: folder.appendingPathComponent("out.mp4").path)[.size] as? Int
      #expect(written["bytes"] as? Int == size)
    }
  }

  @Test func progressForProgramsIsOneLineOfJSONAStep() throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run(
        [Package.orbit, "out.mp4", "-q", "--progress", "json"], in: folder)
      let lines = try outcome.errorLines.map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
      #expect(lines.first?["phase"] as? String == "surveying")
      #expect(lines.last?["phase"] as? String == "finishing")
      #expect(
        lines.contains { $0["frame"] as? Int == 24 && $0["phase"] as? String == "converting" })
    }
  }

  @Test func aPairIsTwoFilesThatAppearTogether() throws {
    try withTemporaryFolder { folder in
      let pair = [Package.orbit, "--alpha-pair", "--schedule", "fps=20"]
      let outcome = try Animconv.run(pair + ["out.mp4"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(folder.names == ["out_alpha.mp4", "out_rgb.mp4"])
      let again = try Animconv.run(pair + ["new.mp4"], in: folder)
      #expect(again.status == 0)
      try FileManager.default.removeItem(at: folder.appendingPathComponent("out_rgb.mp4"))
      let refused = try Animconv.run(pair + ["out.mp4"], in: folder)
      #expect(refused.status == 73)
      #expect(refused.errors.contains("out_alpha.mp4"))
      let skipped = try Animconv.run(pair + ["out.mp4", "-n"], in: folder)
      #expect(skipped.status == 0)
      #expect(skipped.errors == "animconv: out_alpha.mp4: exists, skipped\n")
      #expect(folder.names == ["new_alpha.mp4", "new_rgb.mp4", "out_alpha.mp4"])
      let replaced = try Animconv.run(pair + ["out.mp4", "-y"], in: folder)
      #expect(replaced.status == 0)
      #expect(folder.names.count == 4)
    }
  }

  /// Contradictory options for separate colour and alpha pictures are errors of the command line.
  @Test(arguments: [
    (
      ["out.webm", "--alpha-pair"],
      "--alpha-pair is for MP4, whose codecs have no alpha, and not for WebM; leave out "
        + "--alpha-pair: WebM keeps transparency in the one file, with VP9 and VP8"
    ),
    (
      ["out.mov", "--alpha-mix"],
      "--alpha-mix is for MP4, whose codecs have no alpha, and not for MOV; leave out "
        + "--alpha-mix: MOV keeps transparency in the one file, with ProRes"
    ),
    (["out.png", "--alpha-pair"], "--alpha-pair is for MP4"),
    (["out/", "--alpha", "mix"], "--alpha-mix is for MP4"),
    (
      ["out.mp4", "--alpha-pair", "--alpha-mix"],
      "--alpha-pair and --alpha-mix cannot be used together"
    ),
    (
      ["out.mp4", "--alpha-mix", "--alpha", "keep"],
      "--alpha-mix and --alpha cannot be used together"
    ),
    (
      ["out.mp4", "--alpha-pair", "--schedule", "variable"],
      "--alpha-pair and --schedule variable cannot be used together"
    ),
    (
      ["out.mp4", "--alpha-mix", "--schedule", "fps=50/7"],
      "players of --alpha-mix need a whole number of frames per second, not 50/7; use --schedule "
        + "fps=50, where every slot is shown 7 times, exactly, or fps=7"
    ),
    (
      ["-", "--container", "mp4", "--alpha-pair", "--schedule", "fps=20"],
      "a pair of files cannot be written to a stream"
    ),
  ])
  func splitAlphaThatCannotBeIsAUsageError(arguments: [String], part: String) throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run([Package.orbit] + arguments, in: folder)
      #expect(outcome.status == 64, "\(outcome.errors)")
      #expect(outcome.errors.contains(part), "\(outcome.errors)")
      #expect(outcome.errorLines.count == 1)
      #expect(outcome.output.isEmpty)
      #expect(folder.names == [])
    }
  }

  /// File names that other tools read as options, patterns or protocols.
  static let names: [String] = [
    "-y.gif", "*.gif", "percent%d.gif", "quo\"te's.gif", "sp ace.gif", "new\nline.gif",
    "concat:x.gif", "pipe:1.gif", "file:x.gif", "ünï.gif",
    String(repeating: "n", count: 251) + ".gif",
  ]

  @Test(arguments: names)
  func oddFileNamesAreOnlyNames(name: String) throws {
    try withTemporaryFolder { folder in
      try FileManager.default.copyItem(
        atPath: Package.orbit, toPath: folder.appendingPathComponent(name).path)
      let output = name.replacingOccurrences(of: ".gif", with: ".mp4")
      let outcome = try Animconv.run(["-q", "--", name, output], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(folder.names == [name, output].sorted())
    }
  }

  @Test func aNameThatIsNotUTF8Converts() throws {
    try withTemporaryFolder { folder in
      try FileManager.default.copyItem(
        atPath: Package.orbit, toPath: folder.appendingPathComponent("in.gif").path)
      let shell = Process()
      shell.executableURL = URL(fileURLWithPath: "/bin/sh")
      shell.currentDirectoryURL = folder
      shell.arguments = [
        "-c",
        """
        n=$(printf 'a\\377b'); mv in.gif "$n.gif" && '\(Animconv.executable.path)' -q "$n.gif" \
        "$n.mp4" && test -s "$n.mp4"
        """,
      ]
      try shell.run()
      shell.waitUntilExit()
      #expect(shell.terminationStatus == 0)
    }
  }
}
