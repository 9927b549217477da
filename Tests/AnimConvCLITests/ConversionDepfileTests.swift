import Foundation
import Testing

/// `--depfile` of a single conversion.
@Suite struct ConversionDepfileTests {
  private func depfile(_ arguments: [String], in folder: URL) throws -> String {
    let outcome = try Animconv.run(arguments + ["--depfile", "out.d"], in: folder)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try String(contentsOf: folder.appendingPathComponent("out.d"), encoding: .utf8)
  }

  private func withOrbit(_ body: (URL) throws -> Void) throws {
    try withTemporaryFolder { folder in
      try FileManager.default.copyItem(
        atPath: Package.orbit, toPath: folder.appendingPathComponent("in.gif").path)
      try body(folder)
    }
  }

  @Test func namesTheOutputAndTheInput() throws {
    try withOrbit { folder in
      let rule = try depfile(["in.gif", "out.gif"], in: folder)
      #expect(
        rule == """
          out.gif: \\
            in.gif
          in.gif:

          """)
    }
  }

  @Test func namesThePictureOfASheetAndEachOutputOfASheet() throws {
    try withOrbit { folder in
      let written = try depfile(["in.gif", "walk.png"], in: folder)
      #expect(written.contains("walk.png: \\\n  in.gif\n"))
      #expect(written.contains("walk.json: \\\n  in.gif\n"))
      let rule = try depfile(["walk.json", "again.gif"], in: folder)
      #expect(
        rule == """
          again.gif: \\
            walk.json \\
            walk.png
          walk.json:
          walk.png:

          """)
    }
  }

  /// A new frame changes its folder.
  @Test func namesEveryFrameAndTheirFolder() throws {
    try withOrbit { folder in
      #expect(try Animconv.run(["in.gif", "frames/", "--pick", "3"], in: folder).status == 0)
      let rule = try depfile(["frames", "again.gif", "--fps", "10"], in: folder)
      let pictures = try FileManager.default.contentsOfDirectory(
        atPath: folder.appendingPathComponent("frames").path
      ).filter { $0.hasSuffix(".png") }
      try #require(pictures.count == 3)
      for picture in pictures { #expect(rule.contains("  frames/\(picture)")) }
      #expect(rule.contains("  frames \\\n"))
    }
  }

  @Test func namesTheClipsOfAnEdit() throws {
    try withOrbit { folder in
      try Data(#"{"clips": ["in.gif", {"input": "in.gif", "reverse": true}]}"#.utf8)
        .write(to: folder.appendingPathComponent("e.json"))
      let rule = try depfile(["e.json", "out.gif"], in: folder)
      #expect(
        rule == """
          out.gif: \\
            e.json \\
            in.gif
          e.json:
          in.gif:

          """)
    }
  }

  @Test func namesTheListsThatOptionsName() throws {
    try withOrbit { folder in
      try Data("100ms # each\n".utf8).write(to: folder.appendingPathComponent("times.txt"))
      let rule = try depfile(["in.gif", "out.gif", "--frame-delays", "@times.txt"], in: folder)
      #expect(
        rule == """
          out.gif: \\
            in.gif \\
            times.txt
          in.gif:
          times.txt:

          """)
    }
  }

  @Test func isNotWrittenWhenTheConversionFails() throws {
    try withOrbit { folder in
      let outcome = try Animconv.run(
        ["missing.gif", "out.gif", "--depfile", "out.d"], in: folder)
      #expect(outcome.status == 66)
      #expect(folder.names == ["in.gif"])
    }
  }

  /// The picture of an atlas, a second name of the input, and an output of the preset.
  @Test func replacesNothingElse() throws {
    try withOrbit { folder in
      #expect(try Animconv.run(["in.gif", "walk.png"], in: folder).status == 0)
      try FileManager.default.createSymbolicLink(
        atPath: folder.appendingPathComponent("link.d").path, withDestinationPath: "in.gif")
      for (arguments, file) in [
        (["walk.json", "out.gif", "-y", "--depfile", "walk.png"], "walk.png"),
        (["in.gif", "out.gif", "-y", "--depfile", "link.d"], "in.gif"),
        (["in.gif", "hero.png", "-y", "--depfile", "hero.json"], nil),
      ] as [([String], String?)] {
        let before = try file.map { try Data(contentsOf: folder.appendingPathComponent($0)) }
        let outcome = try Animconv.run(arguments, in: folder)
        #expect(outcome.status == 73, "\(arguments): \(outcome.errors)")
        #expect(outcome.errors.contains("holds no dependency rules"), "\(outcome.errors)")
        if let file {
          #expect(try Data(contentsOf: folder.appendingPathComponent(file)) == before)
          #expect(!folder.names.contains("out.gif"))
        }
      }
      let sheet = try Data(contentsOf: folder.appendingPathComponent("hero.json"))
      #expect(sheet.first == UInt8(ascii: "{"))
    }
  }

  @Test func refusesStreamsFilesOfTheConversionAndRehearsals() throws {
    try withOrbit { folder in
      for (arguments, reason) in [
        (["-", "out.gif", "--depfile", "d"], "neither can be '-'"),
        (["in.gif", "out.gif", "--depfile", "./in.gif"], "would overwrite 'in.gif'"),
        (["in.gif", "out.gif", "--depfile", "out.gif"], "such as out.gif.d"),
        (["in.gif", "out.gif", "--depfile", "d", "--dry-run"], "nothing is converted"),
        (["in.gif", "out.gif", "--depfile", "d", "-n"], "what this run has read"),
        (["in.gif", "f%03d.png", "--depfile", "d"], "such as frames/"),
      ] {
        let outcome = try Animconv.run(arguments, in: folder)
        #expect(outcome.status == 64, "\(arguments)")
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(folder.names == ["in.gif"])
      }
    }
  }
}
