import Foundation
import Testing

/// Rare requests that must still work.
@Suite struct OddRequestTests {
  @Test(
    arguments: [
      // The input is the smaller file, but its playback is too short.
      (["out.gif", "--min-duration", "10"], "144 frames, 11.4 s, 99x67"),
      // The input's own frames have another size.
      (["out.gif", "--lossless", "--scale", "200%", "--filter", "nearest"], "198x134"),
      // The largest loop count of an APNG is 2,147,483,647.
      (["out.apng", "--loops", "3000000000"], "24 frames, 1.9 s, 99x67"),
      (["out.gif", "--plain"], "24 frames, 1.9 s, 99x67"),
      // Halves of odd height, and larger ones.
      (["s.png", "--alpha", "stacked", "--scales", "1,2,3"], "24 frames"),
      (["frames/", "--alpha", "stacked", "--scales", "1,2"], "24 frames"),
      // Names that look like other things.
      (["[hero].png", "--data", "libgdx"], "24 frames"), (["#x.png", "--data", "libgdx"], "24"),
      (["file 1.png", "--data", "libgdx"], "24 frames"),
      (["frames/", "--name", "walk2", "--pad", "0", "--data", "none"], "24 frames"),
    ])
  func theyAreCarriedOut(options: [String], facts: String) throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run([Package.orbit] + options, in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains(facts), "\(outcome.errors)")
    }
  }

  @Test func aFlipBookNamesItsSlidesAsTheyAre() throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run([Package.orbit, "walk.PNG", "--for", "flip-book"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let again = try Animconv.run(["inspect", "walk.json"], in: folder)
      #expect(again.status == 0, "\(again.errors)")
    }
  }

  /// Each page stays open until all are complete.
  @Test func pagesMayBeMoreThanFilesThatAreUsuallyOpen() throws {
    try withTemporaryFolder { folder in
      let command = "ulimit -S -n 40; exec \"$0\" \"$@\""
      let outcome = try Animconv.run(
        [
          "bash", "-c", command, Animconv.executable.path, Package.orbit, "s.png", "--max-size",
          "120", "--data", "aseprite,texturepacker,libgdx",
        ], with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(folder.names.count { $0.hasSuffix(".png") } == 24)
    }
  }

  /// A time unit so large that a million ticks exceed 64 bits.
  @Test func aUnitThatIsTooFineIsRefused() throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run(
        [
          Package.orbit, "frames/", "--data", "ffconcat", "--range", "0..<1", "--speed",
          "0.333333333333333",
        ], in: folder)
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("no 64-bit unit holds times of both"), "\(outcome.errors)")
    }
  }

  @Test func aNumberOfBytesBeyondAllNumbersIsRefused() throws {
    let outcome = try Animconv.run([
      Package.orbit, "out.mp4", "--max-bytes", "999999999999999999e12G",
    ])
    #expect(outcome.status == 64, "\(outcome.errors)")
  }

  @Test func aPictureThatIsTooWideForAGIFIsRefused() throws {
    try withTemporaryFolder { folder in
      let made = try Animconv.run(
        [
          "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=red:size=70000x10", "-frames:v", "1",
          "in.png",
        ], with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
      #expect(made.status == 0, "\(made.errors)")
      let outcome = try Animconv.run(
        ["in.png", "out.gif", "--max-side", "100000"], in: folder)
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("at most 65535 pixels on a side, not 70000x10; use --scale"))
      #expect(folder.names == ["in.png"])
    }
  }

  /// Seconds that exceed 64 bits when counted in millionths.
  @Test func aPageOfAVeryLongFrameIsMade() throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run(
        ["inspect", Package.orbit, "--html", "page.html", "--delays", "1000:9300000000000000"],
        in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  /// A page never replaces a file that its source refers to, or a folder around it.
  @Test func aPageDoesNotReplaceWhatItIsMadeOf() throws {
    try withTemporaryFolder { folder in
      let made = try Animconv.run([Package.orbit, "frames/", "-q"], in: folder)
      #expect(made.status == 0, "\(made.errors)")
      let file = try #require(
        folder.appendingPathComponent("frames").names.first { $0.hasSuffix(".png") })
      for page in ["frames/\(file)", "frames/"] {
        let outcome = try Animconv.run(
          ["inspect", "frames/\(file)", "--html", page, "-y"], in: folder)
        #expect(outcome.status == 73, "\(page): \(outcome.errors)")
        let whole = try Animconv.run(["inspect", "frames", "--html", page, "-y"], in: folder)
        #expect(whole.status == 73, "\(page): \(whole.errors)")
      }
      #expect(folder.appendingPathComponent("frames").names.contains(file))
    }
  }

  /// Limits apply to the source and to the output, so raising one must raise both.
  @Test func limitsHoldForBothSides() throws {
    try withTemporaryFolder { folder in
      let made = try Animconv.run([Package.orbit, "big.mp4", "--scale", "200%", "-q"], in: folder)
      #expect(made.status == 0, "\(made.errors)")
      let small = try Animconv.run(
        ["compare", Package.orbit, "big.mp4", "--max-side", "150"], in: folder)
      #expect(small.status != 0)
      #expect(small.errors.contains("big.mp4") && small.errors.contains("max-side"))
      let large = try Animconv.run(
        ["compare", Package.orbit, "big.mp4", "--max-side", "200"], in: folder)
      #expect(large.status == 0, "\(large.errors)")
    }
  }
}
