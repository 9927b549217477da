import Foundation
import TestSupport
import Testing

/// The recipe of a small game: five sources, an atlas for Phaser and one for Godot.
@Suite struct GameRecipeTests {
  /// An Aseprite file of `count` frames with one colour each, whose tags are given.
  private func aseprite(
    _ size: Int, _ count: Int,
    _ tags: [(name: String, from: Int, to: Int, direction: Int, repeats: Int)]
  ) -> Data {
    var file = AsepriteBuilder(size, size)
    for frame in 0..<count {
      if frame == 0 {
        file.layer()
        if !tags.isEmpty { file.tags(tags) }
      }
      let color = [UInt8(40 * frame + 20), UInt8(255 - 30 * frame), UInt8(size), 255]
      file.cel(
        0, w: size, h: size, samples: (0..<size * size).flatMap { _ in color })
      file.frame(delay: 80 + 10 * frame)
    }
    return Data(file.bytes)
  }

  private func gif(_ name: String, frames: Int, in folder: URL) throws {
    _ = try Command.run(
      "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=s=12x10:r=10",
      "-frames:v", "\(frames)", folder.appendingPathComponent("art/\(name)").path)
  }

  private func phaser(_ folder: URL) throws -> [String: [Int]] {
    let data = try Data(
      contentsOf: folder.appendingPathComponent("dist/phaser/actors.animations.json"))
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let list = try #require(json["anims"] as? [[String: Any]])
    return try Dictionary(
      uniqueKeysWithValues: list.map { animation in
        let frames = try #require(animation["frames"] as? [[String: Any]])
        return (
          try #require(animation["key"] as? String),
          frames.compactMap { $0["duration"] as? Int } + [animation["repeat"] as? Int ?? 0]
        )
      })
  }

  private func build(_ folder: URL) throws {
    let outcome = try Shell.run(["make", "-f", "game.mk"], in: folder)
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
  }

  private func date(_ name: String, in folder: URL) throws -> Date? {
    let path = folder.appendingPathComponent(name).path
    return try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
  }

  @Test(.enabled(if: Shell.has("make"), "install make"))
  func bothAtlasesHaveEveryAnimationAndFollowTheirSources() throws {
    try withTemporaryFolder { folder in
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("art"), withIntermediateDirectories: false)
      let art = folder.appendingPathComponent("art")
      try aseprite(16, 5, [("idle", 0, 1, 0, 0), ("walk", 2, 4, 2, 0)])
        .write(to: art.appendingPathComponent("hero.aseprite"))
      try aseprite(8, 3, [("hop", 0, 2, 0, 2)])
        .write(to: art.appendingPathComponent("slime.aseprite"))
      try aseprite(24, 2, []).write(to: art.appendingPathComponent("door.aseprite"))
      try gif("coin.gif", frames: 4, in: folder)
      try gif("puff.gif", frames: 2, in: folder)
      for name in ["game.mk", "game.json"] {
        try FileManager.default.copyItem(
          at: RecipeTests.recipes.appendingPathComponent(name),
          to: folder.appendingPathComponent(name))
      }
      try build(folder)
      let animations = try phaser(folder)
      #expect(
        animations == [
          "hero/idle": [80, 90, -1], "hero/walk": [100, 110, 120, 110, -1],
          "slime/hop": [80, 90, 100, 1], "door": [80, 90, -1],
          "coin": [100, 100, 100, 100, -1], "puff": [100, 100, -1],
        ])
      let godot = try String(
        contentsOf: folder.appendingPathComponent("dist/godot/actors.tres"), encoding: .utf8)
      for name in animations.keys { #expect(godot.contains("\"name\": &\"\(name)\""), "\(name)") }

      let (page, stamp) = ("dist/phaser/actors.png", "dist/.done")
      let (built, stamped) = (try date(page, in: folder), try date(stamp, in: folder))
      try build(folder)
      #expect(try date(page, in: folder) == built && date(stamp, in: folder) == stamped)
      Thread.sleep(forTimeInterval: 1.1)
      try gif("puff.gif", frames: 3, in: folder)
      try build(folder)
      #expect(try date(page, in: folder) != built)
      #expect(try phaser(folder)["puff"] == [100, 100, 100, -1])
    }
  }
}
