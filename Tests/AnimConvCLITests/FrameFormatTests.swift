import Foundation
import TestSupport
import Testing

/// Frames as TIFF, BMP, TGA, QOI and PPM, and TIFFs of many pages, judged by Pillow and FFmpeg.
@Suite(
  .enabled(
    if: Python.withPillowAndNumPy != nil,
    "install python3-pil and python3-numpy"))
struct FrameFormatTests {
  private static let python = Python.withPillowAndNumPy ?? "python3"

  private static func env(_ arguments: [String], in folder: URL) throws -> String {
    let outcome = try Animconv.run(
      arguments, with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
    try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
    return outcome.text
  }

  private static func run(_ arguments: [String], in folder: URL) throws -> Animconv.Outcome {
    let outcome = try Animconv.run(arguments, in: folder)
    try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
    return outcome
  }

  /// Noise, areas of one colour, ramps and every alpha; and the same without alpha.
  private static func makeInputs(in folder: URL) throws {
    let program = """
      import numpy as np
      from PIL import Image
      r = np.random.default_rng(7); frames = []
      for k in range(3):
          a = np.zeros((29, 37, 4), np.uint8)
          a[..., :3] = np.arange(37)[None, :, None] * 3 + k; a[..., 3] = 255
          a[:9, :, 3] = np.arange(37)[None] * 7; a[9:14, :, :3] = r.integers(0, 256, (5, 37, 3))
          a[14:20, 5:30] = [200, 10 + k, 30, 255]; a[20:, 20:] = r.integers(0, 3, (9, 17, 4)) * 127
          a[a[..., 3] == 0] = 0
          frames.append(Image.fromarray(a))
      frames[0].save("in.png", save_all=True, append_images=frames[1:], duration=[100, 200, 300])
      frames = [Image.fromarray(np.asarray(f)[..., :3]) for f in frames]
      frames[0].save("opaque.png", save_all=True, append_images=frames[1:], duration=100)
      """
    _ = try env([python, "-c", program], in: folder)
  }

  @Test(arguments: ["tiff", "bmp", "tga", "qoi", "ppm"])
  func everyPixelIsAsInPNG(format: String) throws {
    try withTemporaryFolder { folder in
      try Self.makeInputs(in: folder)
      for input in ["in", "opaque"] {
        let matte = format == "ppm" ? ["--matte", "#336699", "--alpha", "matte"] : []
        _ = try Self.run(["\(input).png", "p-\(input)/"] + matte, in: folder)
        _ = try Self.run(
          ["\(input).png", "f-\(input)/", "--frame-format", format] + matte, in: folder)
        _ = try Self.run(["\(input).png", "n-\(input)/%d.\(format)"] + matte, in: folder)
        _ = try Self.run(["f-\(input)/", "again-\(input)/"] + matte, in: folder)
      }
      let compare = """
        import json, subprocess, numpy as np
        from PIL import Image
        def raw(path):
            return subprocess.check_output(["ffmpeg", "-v", "error", "-i", path, "-pix_fmt", "rgba",
                "-f", "rawvideo", "-"])
        for input in ["in", "opaque"]:
            for k in range(3):
                png = Image.open(f"p-{input}/frame{k}.png").convert("RGBA")
                name = f"f-{input}/frame{k}.\(format)"
                # Releases before 9.5 do not read QOI.
                if ".\(format)" in Image.registered_extensions():
                    assert np.array_equal(np.asarray(Image.open(name).convert("RGBA")), np.asarray(png)), name
                assert raw(name) == np.asarray(png).tobytes(), name
                assert open(f"n-{input}/{k}.\(format)", "rb").read() == open(name, "rb").read()
                again = Image.open(f"again-{input}/frame{k}.png").convert("RGBA")
                assert np.array_equal(np.asarray(again), np.asarray(png)), name
        print("equal")
        """
      #expect(try Self.env([Self.python, "-c", compare], in: folder) == "equal\n")
    }
  }

  /// FFmpeg reads the same 16 bits from TIFF and PPM as from PNG.
  @Test func samplesOf16BitsAreAsInPNG() throws {
    try withTemporaryFolder { folder in
      _ = try Self.env(
        [
          "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=48x32:r=5:d=0.6", "-c:v",
          "ffv1", "-pix_fmt", "yuv420p12le", "-colorspace", "bt709", "film.mkv",
        ], in: folder)
      for format in ["png", "tiff", "ppm"] {
        _ = try Self.run(
          ["film.mkv", "\(format)/", "--frame-format", format, "--depth", "auto"], in: folder)
      }
      _ = try Self.run(["film.mkv", "pages.tiff", "--depth", "16"], in: folder)
      let split = try Self.run(["pages.tiff", "split/", "--depth", "auto"], in: folder)
      #expect(!split.errors.contains("bits a sample"))
      let compare = """
        import subprocess, numpy as np
        def raw(path):
            return subprocess.check_output(["ffmpeg", "-v", "error", "-i", path, "-pix_fmt", "rgb48le",
                "-f", "rawvideo", "-"])
        for k in range(3):
            png = raw(f"png/frame{k}.png")
            assert len(np.unique(np.frombuffer(png, "<u2") & 255)) > 100
            for name in [f"tiff/frame{k}.tiff", f"ppm/frame{k}.ppm", f"split/frame{k}.png"]:
                assert raw(name) == png, name
        print("equal")
        """
      #expect(try Self.env([Self.python, "-c", compare], in: folder) == "equal\n")
    }
  }

  @Test(arguments: ["out.tiff", "out.tif"])
  func pagesAreFrames(output: String) throws {
    try withTemporaryFolder { folder in
      try Self.makeInputs(in: folder)
      let made = try Self.run(["in.png", output], in: folder)
      #expect(made.errors.contains("the pages of a TIFF have no times"), "\(made.errors)")
      _ = try Self.run(["in.png", "p/"], in: folder)
      let compare = """
        import numpy as np
        from PIL import Image
        pages = Image.open("\(output)")
        assert pages.n_frames == 3
        for k in range(3):
            pages.seek(k)
            png = Image.open(f"p/frame{k}.png").convert("RGBA")
            assert np.array_equal(np.asarray(pages.convert("RGBA")), np.asarray(png)), k
        print("equal")
        """
      #expect(try Self.env([Self.python, "-c", compare], in: folder) == "equal\n")
    }
  }

  @Test(arguments: [
    (["in.png", "o/", "--frame-format", "bmp", "--depth", "16"], "BMP"),
    (["in.png", "o/", "--frame-format", "qoi", "--quality", "80"], "QOI"),
    (["in.png", "o/", "--frame-format", "ppm", "--alpha", "keep"], "PPM"),
    (["in.png", "o.tiff", "--quality", "80"], "--quality is for"),
  ])
  func whatAFormatCannotDoIsRefused(arguments: [String], words: String) throws {
    try withTemporaryFolder { folder in
      try Self.makeInputs(in: folder)
      let outcome = try Animconv.run(arguments, in: folder)
      #expect(outcome.status == 64 && outcome.errors.contains(words), "\(outcome.errors)")
      #expect(folder.names == ["in.png", "opaque.png"])
    }
  }

  /// A TIFF can be written to standard output as a whole.
  @Test func pagesGoThroughAPipe() throws {
    try withTemporaryFolder { folder in
      try Self.makeInputs(in: folder)
      _ = try Self.run(["in.png", "o.tiff"], in: folder)
      let piped = try Animconv.run(["in.png", "-", "--container", "tiff"], in: folder)
      #expect(piped.output == (try Data(contentsOf: folder.appendingPathComponent("o.tiff"))))
    }
  }

  /// FFmpeg takes both from a pipe and finds the pixels, the frames and their times.
  @Test func otherToolsReadRawVideoFromAPipe() throws {
    try withTemporaryFolder { folder in
      try Self.makeInputs(in: folder)
      let rgba = try Animconv.run(["in.png", "-", "--container", "rgba"], in: folder)
      #expect(rgba.errors.contains("37x29, 10 frames per second"), "\(rgba.errors)")
      #expect(rgba.errors.contains("3 frames are written as 6"), "\(rgba.errors)")
      try rgba.output.write(to: folder.appendingPathComponent("raw"))
      let y4m = try Self.run(["in.png", "o.y4m", "--matte", "#336699"], in: folder)
      #expect(y4m.errors.contains("that of BT.601"), "\(y4m.errors)")
      _ = try Self.run(["in.png", "p/"], in: folder)
      _ = try Self.run(["in.png", "m/", "--alpha", "matte", "--matte", "#336699"], in: folder)
      let compare = """
        import json, subprocess, numpy as np
        from PIL import Image
        def all(folder, mode):
            return [np.asarray(Image.open(f"{folder}/frame{k}.png").convert(mode)).astype(int)
                for k in (0, 1, 1, 2, 2, 2)]
        raw = np.fromfile("raw", np.uint8).reshape(6, 29, 37, 4)
        assert np.array_equal(raw, all("p", "RGBA"))
        probe = json.loads(subprocess.check_output(["ffprobe", "-v", "error", "-count_frames",
            "-show_streams", "-of", "json", "o.y4m"]))["streams"][0]
        assert probe["r_frame_rate"] == "10/1" and probe["nb_read_frames"] == "6", probe
        planes = np.frombuffer(subprocess.check_output(["ffmpeg", "-v", "error", "-i", "o.y4m", "-f",
            "rawvideo", "-pix_fmt", "yuv420p", "-"]), np.uint8).reshape(6, -1)
        for found, rgb in zip(planes, all("m", "RGB")):
            y = rgb @ [.299, .587, .114]
            wide = np.pad(rgb, ((0, 1), (0, 1), (0, 0)), "edge")
            mean = wide.reshape(15, 2, 19, 2, 3).mean((1, 3)); gray = mean @ [.299, .587, .114]
            wanted = [16 + 219 * y / 255, 128 + 224 * (mean[..., 2] - gray) / 1.772 / 255,
                128 + 224 * (mean[..., 0] - gray) / 1.402 / 255]
            wanted = np.concatenate([p.ravel() for p in wanted])
            assert np.abs(found - wanted).max() <= 0.51, np.abs(found - wanted).max()
        print("equal")
        """
      #expect(try Self.env([Self.python, "-c", compare], in: folder) == "equal\n")
    }
  }
}
