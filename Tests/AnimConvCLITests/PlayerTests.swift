import Foundation
import Testing

/// Files for players, written from the command line.
@Suite struct PlayerTests {
  static let fps20 = ["--schedule", "fps=20"]

  @Test(arguments: [
    ("flip-book", "walk.png", [], "quotientAndRemainder"),
    ("mdc-sprited", "walk.imageset", fps20, "view.frameRate = 20;"),
    ("mdc-sprited", "walk.imageset/", fps20, "view.frameRate = 20;"),
    ("triple-buffer", "walk/", [], "withTimeInterval: 0.08"),
    ("mbanimationview", "walk/", fps20 + ["--pad", "2"], "NSMakeRange(0, 38)"),
    ("uiimage-animated", "walk/", [], "animatedImageNamed(\"image\", duration: 1.9)"),
    ("uiimage-animated", "walk", ["--duplicates", "list"], "animationDuration = 1.9"),
    ("android-drawable", "walk/", ["--name", "walk"], "R.drawable.walk)"),
    ("gamemaker", "walk/", [], "sprite_index = walk;"),
  ])
  func theCodeGoesToStandardOutput(
    player: String, output: String, options: [String], part: String
  ) throws {
    try withTemporaryFolder { folder in
      let arguments = [Package.orbit, output, "--for", player] + options
      let planned = try Animconv.run(arguments + ["--dry-run", "--json"], in: folder)
      #expect(planned.status == 0, "\(planned.errors)")
      let plan = try #require(
        try JSONSerialization.jsonObject(with: planned.output) as? [String: Any])
      #expect(plan["player"] as? String == player)
      #expect(folder.names == [])

      let outcome = try Animconv.run(arguments, in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.text.contains(part), "\(outcome.text)")
      #expect(outcome.text == plan["code"] as? String)
      #expect(
        folder.names
          == (player == "flip-book"
            ? ["walk.json", "walk.png"]
            : [
              output.hasPrefix("walk.imageset") ? "walk.imageset" : "walk"
            ]))

      let quiet = try Animconv.run(arguments + ["-y", "-q"], in: folder)
      #expect(quiet.status == 0 && quiet.output.isEmpty && quiet.errors.isEmpty)
      let json = try Animconv.run(arguments + ["-y", "--json"], in: folder)
      let report = try #require(
        try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
      #expect((report["plan"] as? [String: Any])?["code"] as? String == outcome.text)
    }
  }

  @Test(arguments: [
    (["walk/", "--for", "flip-book"], "end the output's name in .png"),
    (["walk.png", "--for", "mdc-sprited"], "end the output's name in .imageset or .xcassets"),
    (["walk.png", "--for", "triple-buffer"], "end the output's name in /"),
    (["walk.mp4", "--for", "flip-book"], "the flip-book takes a sheet, not MP4"),
    (["walk.imageset"], "an imageset can only be written for a player; add --for mdc-sprited"),
    (
      ["walk.imageset", "--for", "mdc-sprited", "--twin", "b"] + fps20,
      "such as one that ends in .xcassets"
    ),
    (
      ["walk.png", "--for", "flip-book", "--data", "css"],
      "--data and --for flip-book cannot be used"
    ),
    (
      ["walk.png", "--for", "flip-book", "--layout", "row"],
      "--layout and --for flip-book cannot be used"
    ),
    (["walk.png", "--for", "flipbook"], "expected flip-book, mdc-sprited"),
    (["walk.png", "--for", "flip-book", "--scale", "1100x700"], "at most 1024x1024"),
    (["walk.png", "--twin", "b"], "--twin needs --for mdc-sprited"),
    (
      ["walk.png", "--template", "--alpha", "keep"],
      "--template and --alpha cannot be used together"
    ),
    (["walk/", "--quality", "80"], "--quality and PNG cannot be used together"),
    (
      ["walk/", "--frame-format", "jpeg", "--alpha", "keep"], "--alpha keep and JPEG cannot be used"
    ),
    (["walk/", "--for", "triple-buffer", "--fps", "25"], "--schedule and --for triple-buffer"),
  ])
  func whatCannotBeIsSaidInOneLine(arguments: [String], part: String) throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run([Package.orbit] + arguments, in: folder)
      #expect(outcome.status == 64, "\(outcome.errors)")
      #expect(outcome.errors.contains(part), "\(outcome.errors)")
      #expect(outcome.errorLines.count == 1)
      #expect(outcome.output.isEmpty)
      #expect(folder.names == [])
    }
  }

  @Test func aTwinIsPartOfACatalog() throws {
    try withTemporaryFolder { folder in
      let arguments =
        [
          Package.orbit, "Views.xcassets", "--for", "mdc-sprited", "--name", "a__b", "--twin",
          "b__a", "--template", "--scale", "24x24",
        ] + Self.fps20
      let outcome = try Animconv.run(arguments, in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.text.contains("imageNamed:@\"b__a\""))
      let catalog = folder.appendingPathComponent("Views.xcassets")
      #expect(
        catalog.names == [".animconv", "Contents.json", "a__b.imageset", "b__a.imageset"])
      #expect(
        catalog.appendingPathComponent("b__a.imageset").names
          == ["Contents.json", "b__a.png", "b__a@2x.png", "b__a@3x.png"])
      let again = try Animconv.run(arguments + ["-y"], in: folder)
      #expect(again.status == 0, "\(again.errors)")
      #expect(folder.names == ["Views.xcassets"])
    }
  }
}
