import Foundation
import TestSupport
import Testing

/// Sheets for programs that count the cells of a grid, from the command line and back.
@Suite struct ProgramOutputTests {
  /// Makes `idle.gif` (3 frames of 16x16) and `walk.gif` (4), with 50, 100 and 150 ms in turn.
  private func withFiles(_ body: (URL) throws -> Void) throws {
    try withTemporaryFolder { folder in
      for (name, count) in [("idle", 3), ("walk", 4)] {
        var gif = GIFBuilder(16, 16)
        gif.loop(0)
        for frame in 0..<count {
          gif.frame(
            .init(
              x: frame, y: 0, w: 16 - frame, h: 16 - 2 * frame, fill: UInt8(frame % 3 + 1),
              delay: 5 + frame % 3 * 5))
        }
        gif.end()
        try Data(gif.bytes).write(to: folder.appendingPathComponent("\(name).gif"))
      }
      try body(folder)
    }
  }

  /// Whether all frames and times of two files are equal, by `animconv compare`.
  private func expectEqual(_ a: [String], _ b: String, in folder: URL) throws {
    for (arguments, name) in [(a, "a.apng"), ([b], "b.apng")] {
      let outcome = try Animconv.run(arguments + [name, "-y", "-q"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    let outcome = try Animconv.run(["compare", "a.apng", "b.apng"], in: folder)
    #expect(outcome.status == 0, "\(outcome.text) \(outcome.errors)")
  }

  @Test(arguments: ["tiled", "tiled-json"])
  func severalAnimationsComeBackFromATileset(format: String) throws {
    try withFiles { folder in
      let outcome = try Animconv.run(
        ["idle.gif", "walk.gif", "tiles.png", "--data", format, "--padding", "2", "--border", "1"],
        in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let data = format == "tiled" ? "tiles.tsx" : "tiles.tsj"
      for name in ["idle", "walk"] {
        try expectEqual([data, "--tag", name], "\(name).gif", in: folder)
      }
    }
  }

  @Test func aTextureComesBackFromItsPicture() throws {
    try withFiles { folder in
      let outcome = try Animconv.run(["walk.gif", "lava.png", "--data", "minecraft"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(!outcome.errors.contains("counts in steps"), "\(outcome.errors)")
      try expectEqual(["lava.png"], "walk.gif", in: folder)
    }
  }

  /// Equal frames share a cell, and the list of frames repeats it.
  @Test func sharedCellsAreRepeated() throws {
    try withFiles { folder in
      let outcome = try Animconv.run(
        ["walk.gif", "lava.png", "--data", "minecraft", "--merge-duplicates", "--reverse"],
        in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      try expectEqual(["lava.png", "--reverse"], "walk.gif", in: folder)
    }
  }

  @Test func refusesSeveralAnimationsInATexture() throws {
    try withFiles { folder in
      let outcome = try Animconv.run(
        ["idle.gif", "walk.gif", "lava.png", "--data", "minecraft"], in: folder)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("cannot express several animations"))
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
          == ["idle.gif", "walk.gif"])
    }
  }

  @Test func timesBetweenTicksAreNoted() throws {
    try withFiles { folder in
      let outcome = try Animconv.run(
        ["walk.gif", "lava.png", "--data", "minecraft", "--speed", "1.25"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("Minecraft mcmeta counts in steps of 50 ms"))
      let short = try Animconv.run(
        ["walk.gif", "fire.png", "--data", "minecraft", "--speed", "4"], in: folder)
      #expect(short.status == 64)
      #expect(short.errors.contains("use --schedule fps=20"))
      let followed = try Animconv.run(
        ["walk.gif", "fire.png", "--data", "minecraft", "--speed", "4", "--schedule", "fps=20"],
        in: folder)
      #expect(followed.status == 0, "\(followed.errors)")
    }
  }

  @Test func aNameOfAStripMakesARow() throws {
    try withFiles { folder in
      let outcome = try Animconv.run(["walk.gif", "walk_strip4.png", "--data", "none"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.text.contains("sprite_add(\"walk_strip4.png\", 4,"), "\(outcome.text)")
      let sheet = try Data(contentsOf: folder.appendingPathComponent("walk_strip4.png"))
      // The size in PNG's header.
      #expect(Array(sheet[16..<24]) == [0, 0, 0, 64, 0, 0, 0, 16])
      for name in ["walk_strip3.png", "walk_strip5.png"] {
        let refused = try Animconv.run(["walk.gif", name], in: folder)
        #expect(refused.status == 64)
        #expect(refused.errors.contains("the sheet has 4 cells; end the output's name in _strip4"))
        #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path))
      }
    }
  }
}
