import Foundation
import SystemPackage
import TestSupport
import Testing

/// Numbered pictures, `frame_%04d.png`, and single JPEGs.
@Suite struct NumberedFrameTests {
  private static func run(_ arguments: [String], in folder: URL) throws -> Animconv.Outcome {
    try Animconv.run([Package.orbit] + arguments, in: folder)
  }

  private static func names(_ count: Int, from start: Int = 0, ending: String) -> [String] {
    (start..<start + count).map { String(format: "frame_%04d.", $0) + ending }
  }

  @Test(arguments: ["png", "jpg", "jpeg", "webp"])
  func aNameWithANumberWritesEveryFrame(ending: String) throws {
    try withTemporaryFolder { folder in
      let outcome = try Self.run(["frame_%04d.\(ending)"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(folder.names == Self.names(24, ending: ending))
      #expect(outcome.errors.contains("store no times"), "\(outcome.errors)")
      let back = try Animconv.run(["frame_%04d.\(ending)", "back.mp4", "--fps", "10"], in: folder)
      #expect(back.status == 0 && back.errors.contains("24 frames"), "\(back.errors)")
    }
  }

  /// The same images as in a folder of frames, in a new folder, numbered from 1.
  @Test func thePicturesAreThoseOfAFolder() throws {
    try withTemporaryFolder { folder in
      let arguments = ["new/out/frame_%d_x.png", "--start", "1", "--scale", "2x"]
      #expect(try Self.run(arguments, in: folder).status == 0)
      #expect(try Self.run(["other/", "--scale", "2x"], in: folder).status == 0)
      let out = folder.appendingPathComponent("new/out")
      #expect(Set(out.names) == Set((1...24).map { "frame_\($0)_x.png" }))
      for frame in 0..<24 {
        let one = try Data(contentsOf: out.appendingPathComponent("frame_\(frame + 1)_x.png"))
        let name = String(format: "other/frame%02d.png", frame)
        #expect(try one == Data(contentsOf: folder.appendingPathComponent(name)))
      }
    }
  }

  /// Two pictures with the same time: a video shows one of them, frame files contain both.
  @Test(arguments: [("all/", 10), ("f%d.png", 10), ("film.mp4", 5)])
  func picturesOfOneTimeAreAllExported(output: String, count: Int) throws {
    try TemporaryFolder.with { made in
      let path = try MadeVideo.make(
        "a.mkv", in: made, count: 10,
        ["-enc_time_base", "1:1000", "-c:v", "ffv1", "-bsf:v", "setts=ts=floor(N/2)*200"])
      try withTemporaryFolder { folder in
        let outcome = try Animconv.run([path.string, output], in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("\(count) frames, 0.9 s"), "\(outcome.errors)")
      }
    }
  }

  @Test func whatElseIsInTheFolderStays() throws {
    try withTemporaryFolder { folder in
      func file(_ name: String) -> URL { folder.appendingPathComponent(name) }
      for name in ["mine.txt", "frame_0007.png", "frame_0030.png"] {
        try Data("mine".utf8).write(to: file(name))
      }
      let before = folder.names
      for arguments in [["frame_%04d.png"], ["frame_%04d.png", "--start", "3"]] {
        let refused = try Self.run(arguments, in: folder)
        #expect(refused.status == 73)
        #expect(refused.errors.contains("frame_0007.png: writing: the file exists; use -y"))
        #expect(folder.names == before)
      }
      let replaced = try Self.run(["frame_%04d.png", "-y"], in: folder)
      #expect(replaced.status == 0, "\(replaced.errors)")
      #expect(Set(folder.names) == Set(before + Self.names(24, ending: "png")))
      for name in ["mine.txt", "frame_0030.png"] {
        #expect(try Data(contentsOf: file(name)) == Data("mine".utf8))
      }
      #expect(try Data(contentsOf: file("frame_0007.png")).count > 100)
      let skipped = try Self.run(["frame_%04d.png", "-n"], in: folder)
      #expect(skipped.status == 0 && skipped.errors.contains("skipped"), "\(skipped.errors)")
    }
  }

  /// If a folder has the name of one image, none is written, even with -y.
  @Test func allPicturesAppearOrNone() throws {
    try withTemporaryFolder { folder in
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("frame_0009.png"), withIntermediateDirectories: false)
      for more in [[], ["-y"]] {
        let outcome = try Self.run(["frame_%04d.png"] + more, in: folder)
        #expect(outcome.status == 73 && outcome.errors.contains("frame_0009.png"))
        #expect(folder.names == ["frame_0009.png"])
      }
    }
  }

  @Test(arguments: [
    (["--pad", "3"], "--pad and a name with a number cannot"),
    (["--name", "x"], "--name is for"), (["--frame-format", "jpeg"], "--frame-format and a name"),
    (["--merge-duplicates"], "--merge-duplicates and a name"),
    (["--data", "css"], "for --data of a folder, but got css"),
    (
      ["--for", "mbanimationview", "--schedule", "fps=30"],
      "takes a folder of frames, not numbered"
    ),
    (["--measure"], "plays by itself"), (["--quality", "80"], "--quality and PNG"),
  ])
  func whatANumberDecidesIsRefused(options: [String], part: String) throws {
    try withTemporaryFolder { folder in
      let outcome = try Self.run(["frame_%04d.png"] + options, in: folder)
      #expect(outcome.status == 64 && outcome.errors.contains(part), "\(outcome.errors)")
      #expect(folder.names == [])
    }
  }

  @Test func aJPEGHoldsOneFrame() throws {
    try withTemporaryFolder { folder in
      let refused = try Self.run(["o.jpg"], in: folder)
      #expect(refused.status == 64)
      #expect(
        refused.errors.contains(
          "a JPEG holds one frame, not 24; choose one with --poster first, or name the output "
            + "o_%04d.jpg to write all of them"), "\(refused.errors)")
      #expect(try Self.run(["o.jpg", "--poster", "first"], in: folder).status == 0)
      #expect(folder.names == ["o.jpg"])
      #expect(try Self.run(["o_%04d.jpg"], in: folder).status == 0)
      let one = try Data(contentsOf: folder.appendingPathComponent("o.jpg"))
      #expect(try one == Data(contentsOf: folder.appendingPathComponent("o_0000.jpg")))
      let still = try Animconv.run(["o.jpg", "small.jpeg", "--quality", "20"], in: folder)
      #expect(still.status == 0, "\(still.errors)")
      let sizes = try ["o.jpg", "small.jpeg"].map {
        try Data(contentsOf: folder.appendingPathComponent($0)).count
      }
      #expect(sizes[1] < sizes[0])
      let piped = try Self.run(["-", "--container", "jpeg", "--poster", "3"], in: folder)
      #expect(piped.status == 0 && piped.output.starts(with: [0xFF, 0xD8]), "\(piped.errors)")
    }
  }

  /// Pillow reads the same picture from the JPEG as from the frame on white.
  @Test func aJPEGShowsTheFrame() throws {
    try withTemporaryFolder { folder in
      #expect(try Self.run(["o.jpg", "--poster", "5", "--quality", "95"], in: folder).status == 0)
      let program = """
        from PIL import Image, ImageChops, ImageStat
        a, b = Image.open("o.jpg"), Image.open("\(Package.orbit)")
        b.seek(5)
        b = b.convert("RGBA")
        ground = Image.new("RGBA", b.size, (255, 255, 255, 255))
        ground.alpha_composite(b)
        print(a.format, max(ImageStat.Stat(ImageChops.difference(a, ground.convert("RGB"))).mean))
        """
      let outcome = try Animconv.run(
        [try #require(Python.withPillow), "-c", program],
        with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
      let words = outcome.text.split(whereSeparator: \.isWhitespace)
      #expect(words.first == "JPEG" && Double(words.last ?? "") ?? 99 < 4, "\(outcome.text)")
    }
  }

  @Test func aBatchWritesAndKeepsNumberedPictures() throws {
    try withTemporaryFolder { folder in
      let batch = [
        "batch", Package.orbit, "--out", "out", "--container", "numbered", "--name",
        "{stem}_%04d.png",
      ]
      let first = try Animconv.run(batch, in: folder)
      #expect(first.status == 0, "\(first.errors)")
      let out = folder.appendingPathComponent("out")
      #expect(out.names.count == 25 && out.names.contains("orbit_0023.png"), "\(out.names)")
      let second = try Animconv.run(batch, in: folder)
      #expect(second.errors.contains("1 unchanged"), "\(second.errors)")
      try FileManager.default.removeItem(at: out.appendingPathComponent("orbit_0012.png"))
      let third = try Animconv.run(batch, in: folder)
      #expect(third.errors.contains("1 written"), "\(third.errors)")
      #expect(out.names.contains("orbit_0012.png"))
    }
  }
}
