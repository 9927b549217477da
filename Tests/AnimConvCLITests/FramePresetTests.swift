import Foundation
import TestSupport
import Testing

/// Presets that write frames, and the playlist of one of them.
@Suite struct FramePresetTests {
  private static func run(
    _ arguments: [String], with tool: String? = nil, in folder: URL
  ) throws -> String {
    let outcome = try Animconv.run(
      arguments, with: tool.map { URL(fileURLWithPath: $0) }, in: folder)
    try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
    return outcome.text
  }

  /// Two shots of two seconds; one of them is still.
  private static func makeClip(in folder: URL) throws {
    _ = try run(
      [
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=10:d=2", "-f", "lavfi",
        "-i", "mandelbrot=s=320x180:r=10,trim=duration=2", "-f", "lavfi", "-i",
        "smptebars=s=320x180:r=10:d=3", "-filter_complex", "[0][1][2]concat=n=3", "-c:v", "libx264",
        "-g", "10", "clip.mp4",
      ], with: "/usr/bin/env", in: folder)
  }

  @Test func everyPresetWritesWhatItPromises() throws {
    try withTemporaryFolder { folder in
      try Self.makeClip(in: folder)
      for name in ["dataset", "vision", "photogrammetry", "hls-images"] {
        _ = try Self.run(["clip.mp4", "\(name)/", "--preset", name], in: folder)
      }
      _ = try Self.run(["clip.mp4", "out/", "--preset", "poster"], in: folder)
      let program = """
        import csv, json, os
        from PIL import Image
        def rows(name): return list(csv.DictReader(open(name + "/frames.csv", newline="")))
        def lines(name): return [json.loads(l) for l in open(name + "/frames.jsonl")][1:]
        data = rows("dataset")
        assert [r["file"] for r in data] == [r["file"] for r in lines("dataset")]
        # The third shot does not move: one picture is enough.
        times = [float(r["startSeconds"]) for r in data]
        assert 3 <= len(data) <= 6 and sum(t >= 4 for t in times) <= 1, times
        seen = lines("vision")
        assert len(seen) == 3 and [r["startSeconds"] for r in seen] == [0, 2, 4], seen
        assert all((r["width"], r["height"]) == (768, 432) for r in seen)
        sharp = rows("photogrammetry")
        assert len(sharp) == 14 and all(float(r["sharpness"]) > 0 for r in sharp)
        for row in data + sharp: pass
        for name, found in (("dataset", data), ("photogrammetry", sharp)):
            for row in found:
                with Image.open(name + "/" + row["file"]) as picture:
                    assert picture.format == "JPEG" and picture.size == (320, 180)
        with Image.open("out/clip-poster.jpg") as picture: assert picture.size == (320, 180)
        print("as promised")
        """
      #expect(
        try Self.run(
          [#require(Python.withPillow), "-c", program], with: "/usr/bin/env", in: folder)
          == "as promised\n")
    }
  }

  /// ffmpeg's playlist reader finds every image and its duration.
  @Test func theImagePlaylistIsRead() throws {
    try withTemporaryFolder { folder in
      try Self.makeClip(in: folder)
      _ = try Self.run(
        [
          "clip.mp4", "f/", "--every", "1.3s", "--data", "hls,json", "--name", "a b",
          "--frame-format", "jpeg",
        ], in: folder)
      let program = """
        import json, os, re, urllib.parse
        from fractions import Fraction
        text = open("f/images.m3u8").read().split("\\n")
        assert text[0] == "#EXTM3U" and "#EXT-X-IMAGES-ONLY" in text and text[-2:] == ["#EXT-X-ENDLIST", ""]
        times = [Fraction(l[8:-1]) for l in text if l.startswith("#EXTINF:")]
        names = [urllib.parse.unquote(l) for l in text if l and not l.startswith("#")]
        rows = json.load(open("f/frames.json"))["frames"]
        assert names == [r["file"] for r in rows] and all(os.path.exists("f/" + n) for n in names)
        assert times == [Fraction(r["shownFor"]) for r in rows] and sum(times) == 7
        target = int(next(l for l in text if "TARGETDURATION" in l).split(":")[1])
        assert target >= max(times) and target - 1 < max(times)
        print(len(names))
        """
      #expect(try Self.run(["python3", "-c", program], with: "/usr/bin/env", in: folder) == "6\n")
    }
  }
}
