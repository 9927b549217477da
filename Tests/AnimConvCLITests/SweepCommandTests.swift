import Foundation
import Testing

@testable import AnimConvCLI

@Suite struct SweepCommandLineTests {
  @Test(arguments: ["in.gif", "it's.gif", "$(rm).gif", "a b\n*.gif", "-y.gif", "", "`x`\"", "\\"])
  func wordsMeanNothingToAShell(word: String) throws {
    let line = SweepCommandLine.line(["printf", "%s", word])
    let outcome = try Animconv.run(["-c", line], with: URL(fileURLWithPath: "/bin/sh"))
    #expect(outcome.text == word)
  }
}

@Suite struct SweepCommandTests {
  @Test func aPageAndItsFiguresAreMade() throws {
    try withTemporaryFolder { folder in
      let made = try Animconv.run(
        [
          "sweep", Package.orbit, "--codec", "h264,vp9", "--crf", "20..40/10", "-o", "page.html",
          "--ssim", "0.9",
        ], in: folder)
      #expect(made.status == 0, "\(made.errors)")
      #expect(made.errors.hasPrefix("animconv: page.html: "))
      let lines = made.text.split(separator: "\n").map(String.init)
      #expect(lines.count == 7)
      #expect(lines.filter { $0.hasSuffix("  *") }.count >= 2, "\(made.text)")
      let suggestion = try #require(lines.last)
      #expect(suggestion.hasPrefix("suggestion: animconv "))
      let page = try String(
        contentsOf: folder.appendingPathComponent("page.html"), encoding: .utf8)
      #expect(page.contains("orbit.gif</bdi> <span class=\"arrow\">→</span> 6 settings"))
      #expect(page.contains("--crf 20..40/10 -o page.html --ssim 0.9</code>"))

      // The suggested command reproduces the measured file.
      let command = suggestion.dropFirst("suggestion: ".count)
      let again = try Animconv.run(
        ["-c", command.replacingOccurrences(of: "animconv ", with: "\"$ANIMCONV\" ") + " -q"],
        with: URL(fileURLWithPath: "/bin/sh"), in: folder,
        environment: ["ANIMCONV": Animconv.executable.path])
      #expect(again.status == 0, "\(again.errors)")
      let name = try #require(folder.names.first { $0.hasPrefix("orbit-") })
      let count = try Data(contentsOf: folder.appendingPathComponent(name)).count
      #expect(lines.contains { $0.contains(" \(count) bytes") }, "\(name): \(count)\n\(made.text)")

      let refused = try Animconv.run(
        ["sweep", Package.orbit, "--codec", "vp9", "--crf", "40", "-o", "page.html"], in: folder)
      #expect(refused.status == 73 && refused.errors.contains("use -y to replace it"))
    }
  }

  /// The measurements take long, so they are reported even if the page cannot be written.
  @Test func reportsFiguresBeforeWritingThePage() throws {
    try withTemporaryFolder { folder in
      let made = try Animconv.run(
        ["sweep", Package.orbit, "--codec", "h264", "--crf", "40", "-o", "none/page.html"],
        in: folder)
      #expect(made.status != 0)
      #expect(made.text.contains("crf 40"), "\(made.text)\(made.errors)")
    }
  }

  @Test(arguments: [
    ["--codec", ",", "--crf", "30"], ["--codec", "vp9", "--crf", "30", "--scale", ","],
  ])
  func aListOfNothingIsRefused(options: [String]) throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run(
        ["sweep", Package.orbit, "-o", "page.html"] + options, in: folder)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("but got ','"), "\(outcome.errors)")
    }
  }

  @Test func scalesAndAFolderAndEverythingElse() throws {
    try withTemporaryFolder { folder in
      let made = try Animconv.run(
        [
          "sweep", Package.orbit, "--codec", "h264", "--crf", "30", "--scale", "1,50%", "--set",
          "encoder-preset=ultrafast", "--set", "range=0..<4", "-o", "page/", "--json", "-q",
        ], in: folder)
      #expect(made.status == 0 && made.errors == "", "\(made.errors)")
      let object = try #require(
        try JSONSerialization.jsonObject(with: made.output) as? [String: Any])
      let points = try #require(object["points"] as? [[String: Any]])
      #expect(points.map { $0["scale"] as? String } == ["1", "50%"])
      #expect(points.allSatisfy { $0["frames"] as? Int == 4 })
      let widths = points.compactMap { $0["width"] as? Int }
      #expect(widths.count == 2 && widths[1] < widths[0])
      let commands = points.compactMap { $0["command"] as? String }
      #expect(
        commands.allSatisfy {
          $0.hasSuffix(" --encoder-preset ultrafast --range '0..<4'")
        }, "\(commands)")
      // Every setting is in the command and was used in the conversion.
      for (command, point) in zip(commands, points) {
        let again = try Animconv.run(
          ["-c", command.replacingOccurrences(of: "animconv ", with: "\"$ANIMCONV\" ") + " -q"],
          with: URL(fileURLWithPath: "/bin/sh"), in: folder,
          environment: ["ANIMCONV": Animconv.executable.path])
        #expect(again.status == 0, "\(again.errors)")
        let name = try #require(folder.names.first { $0.hasPrefix("orbit-") })
        let made = folder.appendingPathComponent(name)
        #expect(try Data(contentsOf: made).count == point["bytes"] as? Int)
        try FileManager.default.removeItem(at: made)
      }
      #expect(
        FileManager.default.fileExists(
          atPath: folder.appendingPathComponent("page/sweep.js").path))
    }
  }

  @Test(
    arguments: [
      (["-", "--codec", "vp9", "--crf", "30"], 64, "'-' is invalid"),
      ([Package.orbit, "--codec", "prores", "--crf", "30"], 64, "expected h264"),
      ([Package.orbit, "--codec", "h264", "--crf", "30..20"], 64, "expected numbers such as"),
      ([Package.orbit, "--codec", "h264", "--crf", "60"], 64, "from 0 to 51, not 60"),
      ([Package.orbit, "--codec", "h264", "--crf", "30", "--scale", "big"], 64, "'big'"),
      ([Package.orbit, "--codec", "h264", "--crf", "30", "--ssim", "2"], 64, "0.5 to 1"),
      ([Package.orbit, "--codec", "h264", "--crf", "30", "--set", "crop=1x1+0+0"], 64, "crop"),
      ([Package.orbit, "--codec", "h264", "--crf", "30", "--set", "nonsense=1"], 64, "nonsense"),
      (["none.gif", "--codec", "h264", "--crf", "30"], 66, "none.gif"),
    ] as [([String], Int32, String)])
  func whatCannotBeSweptIsSaid(arguments: [String], status: Int32, part: String) throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run(["sweep"] + arguments + ["-o", "x.html"], in: folder)
      #expect(outcome.status == status)
      #expect(outcome.errors.contains(part) && outcome.text == "", "\(outcome.errors)")
      #expect(folder.names.isEmpty)
    }
  }

  @Test(.enabled(if: SchemaValidator.isHere, "install python3-jsonschema"))
  func theFiguresConformToTheirSchema() throws {
    try withTemporaryFolder { folder in
      let made = try Animconv.run(
        [
          "sweep", Package.orbit, "--codec", "h264,vp9", "--crf", "30", "--set",
          "encoder-preset=veryslow", "-o", "page.html", "--no-media", "--json",
        ], in: folder)
      // VP9 accepts none of H.264's preset names.
      #expect(made.status == 1 && made.errors.contains("animconv: VP9 crf 30: "), "\(made.errors)")
      func validate(_ text: String) throws -> Int32 {
        try Data(text.utf8).write(to: folder.appendingPathComponent("sweep.json"))
        return try SchemaValidator.validate(
          "sweep.json", by: "sweep.schema.json", in: folder
        ).status
      }
      #expect(try validate(made.text) == 0)
      #expect(
        try validate(made.text.replacingOccurrences(of: "\"failures\"", with: "\"others\"")) == 1)
    }
  }
}
