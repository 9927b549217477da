import Foundation
import TestSupport
import Testing

/// Pictures of 16 bits a sample: `--depth`.
@Suite struct WideFrameTests {
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

  /// Reads PNGs of 16 bits with zlib only, and computes matrices in floating point by their
  /// definition.
  static let library = """
    import numpy as np, struct, subprocess, sys, zlib
    def png(path):
        data = open(path, "rb").read(); at = 8; raw = b""
        while at < len(data):
            size, kind = struct.unpack(">I4s", data[at:at + 8]); body = data[at + 8:at + 8 + size]
            if kind == b"IHDR": w, h, depth, color = struct.unpack(">IIBB", body[:10])
            if kind == b"IDAT": raw += body
            at += size + 12
        assert depth == 16, depth
        channels = {0: 1, 2: 3, 4: 2, 6: 4}[color]
        step, row = channels * 2, w * channels * 2
        raw = np.frombuffer(zlib.decompress(raw), np.uint8).reshape(h, row + 1)
        out = np.zeros((h, row), np.uint8)
        for y in range(h):
            kind, line = raw[y, 0], raw[y, 1:].astype(int)
            up = out[y - 1].astype(int) if y else np.zeros(row, int)
            if kind == 0: out[y] = line
            elif kind == 2: out[y] = (line + up) & 255
            else:
                done = np.zeros(row, int)
                for x in range(row):
                    a = done[x - step] if x >= step else 0
                    b, c = up[x], up[x - step] if x >= step else 0
                    if kind == 1: p = a
                    elif kind == 3: p = (a + b) // 2
                    else:
                        q = a + b - c; d = abs(q - a), abs(q - b), abs(q - c)
                        p = a if d[0] <= d[1] and d[0] <= d[2] else b if d[1] <= d[2] else c
                    done[x] = (line[x] + p) & 255
                out[y] = done
        return out.view(">u2").reshape(h, w, channels).astype(int)
    def cubic(x):
        x = abs(x); c = 0.6
        return ((12 - 6*c)*x**3 + (6*c - 18)*x*x + 6) / 6 if x < 1 else c*(-x**3 + 5*x*x - 8*x + 4) if x < 2 else 0
    def enlarge(plane, size, axis):
        n = plane.shape[axis]
        if n == size: return plane
        weights = np.zeros((size, n))
        for x in range(size):
            center = (x + .5) / 2 - .5; first = int(np.floor(center)) - 1
            values = [cubic(center - first - i) for i in range(4)]
            for i, v in enumerate(values): weights[x, min(max(first + i, 0), n - 1)] += v / sum(values)
        return np.moveaxis(np.tensordot(weights, plane, (1, axis)), 0, axis)
    def exact(planes, bits, full, matrix):
        y, b, r = planes; h, w = y.shape
        one = 2.0 ** (bits - 8); most = 2 ** bits - 1
        y = y / most if full else (y - 16*one) / (219*one)
        b, r = ((p - 128*one) / (most if full else 224*one) for p in (b, r))
        b, r = (enlarge(enlarge(p, w, 1), h, 0) for p in (b, r))
        kr, kb = {"bt709": (.2126, .0722), "smpte170m": (.299, .114), "bt2020nc": (.2627, .0593)}[matrix]
        rgb = [y + 2*(1-kr)*r, y - (2*(1-kb)*kb*b + 2*(1-kr)*kr*r) / (1-kr-kb), y + 2*(1-kb)*b]
        return np.clip(np.stack(rgb, -1), 0, 1) * 65535
    def stored(path, bits, w, h, cw, ch, fmt):
        raw = subprocess.check_output(["ffmpeg", "-v", "error", "-i", path, "-pix_fmt", fmt, "-fps_mode",
            "passthrough", "-f", "rawvideo", "-"])
        s = np.frombuffer(raw, "<u2" if bits > 8 else np.uint8).astype(float)
        size = w*h + 2*cw*ch; frames = s.reshape(-1, size)
        return [(f[:w*h].reshape(h, w), f[w*h:w*h + cw*ch].reshape(ch, cw), f[w*h + cw*ch:].reshape(ch, cw))
                for f in frames]
    """

  struct Film: Sendable, CustomTestStringConvertible {
    let name: String
    let format: String
    let bits: Int
    let chroma: (width: Int, height: Int)
    let options: [String]
    var matrix = "bt709"
    var isFull = false
    var width = 48
    var height = 32
    var testDescription: String { name }
  }

  private static let films = [
    Film(
      name: "ten.mkv", format: "yuv420p10le", bits: 10, chroma: (2, 2), options: ["-c:v", "ffv1"]),
    Film(
      name: "twelve.mkv", format: "yuv422p12le", bits: 12, chroma: (2, 1),
      options: ["-c:v", "ffv1"], matrix: "bt2020nc"),
    Film(
      name: "full.mkv", format: "yuv444p10le", bits: 10, chroma: (1, 1),
      options: ["-c:v", "ffv1", "-color_range", "pc"], matrix: "smpte170m", isFull: true),
    Film(
      name: "hevc.mp4", format: "yuv420p10le", bits: 10, chroma: (2, 2),
      options: ["-c:v", "libx265", "-x265-params", "log-level=none:bframes=2"],
      // Release 4 of libx265 writes beyond smaller pictures of 10 bits.
      width: 96, height: 64),
    Film(
      name: "high10.mp4", format: "yuv420p10le", bits: 10, chroma: (2, 2),
      options: ["-c:v", "libx264", "-profile:v", "high10"]),
    Film(
      name: "vp9.webm", format: "yuv420p10le", bits: 10, chroma: (2, 2),
      options: ["-c:v", "libvpx-vp9", "-profile:v", "2", "-cpu-used", "8", "-deadline", "realtime"]),
    Film(
      name: "prores.mov", format: "yuv422p10le", bits: 10, chroma: (2, 1),
      options: ["-c:v", "prores_ks"], matrix: "smpte170m"),
    Film(
      name: "eight.mkv", format: "yuv420p", bits: 8, chroma: (2, 2), options: ["-c:v", "ffv1"]),
  ]

  private static func make(_ film: Film, in folder: URL) throws {
    _ = try env(
      [
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
        "nullsrc=s=\(film.width)x\(film.height):r=10:d=0.4,format=\(film.format),"
          + "geq=lum='mod(X*37+Y*91+N*53,1000)*\(1 << film.bits)/1024':"
          + "cb='mod(X*29+Y*17+N*7,900)*\(1 << film.bits)/1024':"
          + "cr='mod(X*13+Y*41+N*11,900)*\(1 << film.bits)/1024'",
      ] + film.options + [
        "-pix_fmt", film.format, "-colorspace", film.matrix, "-color_primaries", "bt709",
        "-color_trc", "bt709", film.name,
      ], in: folder)
  }

  /// Every sample is within 1 of 65535 of the exact result of the matrices.
  @Test(arguments: films)
  func videosAreExactWithinOneStep(film: Film) throws {
    try withTemporaryFolder { folder in
      try Self.make(film, in: folder)
      let outcome = try Self.run([film.name, "f/", "--depth", "16"], in: folder)
      #expect(!outcome.errors.contains("bits a sample"), "\(outcome.errors)")
      let (width, height) = (
        film.width / film.chroma.width, film.height / film.chroma.height
      )
      let program =
        Self.library + """

          frames = stored("\(film.name)", \(film.bits), \(film.width), \(film.height), \(width), \(height), "\(film.format)")
          assert len(frames) == 4
          worst = 0
          for number, planes in enumerate(frames):
              ours = png("f/frame%d.png" % number)
              theirs = exact(planes, \(film.bits), \(film.isFull ? "True" : "False"), "\(film.matrix)")
              worst = max(worst, np.abs(ours - theirs).max())
          assert worst <= 1, worst
          assert len(np.unique(ours & 255)) > 100
          print("exact")
          """
      #expect(try Self.env(["python3", "-c", program], in: folder) == "exact\n")
    }
  }

  /// PNGs of 16 bits with every pixel layout pass unchanged, alone and in a folder.
  @Test func picturesOf16BitsPassUnchanged() throws {
    try withTemporaryFolder { folder in
      let program = """
        import numpy as np, struct, zlib, os
        os.mkdir("in"); rng = np.random.default_rng(1)
        def write(name, samples, color):
            h, w = samples.shape[:2]
            rows = b"".join(b"\\0" + samples[y].astype(">u2").tobytes() for y in range(h))
            part = lambda k, b: struct.pack(">I", len(b)) + k + b + struct.pack(">I", zlib.crc32(k + b))
            open(name, "wb").write(b"\\x89PNG\\r\\n\\x1a\\n" + part(b"IHDR", struct.pack(">IIBBBBB", w, h, 16,
                color, 0, 0, 0)) + part(b"IDAT", zlib.compress(rows)) + part(b"IEND", b""))
        for number, (color, channels) in enumerate([(0, 1), (2, 3), (4, 2), (6, 4)]):
            samples = rng.integers(0, 65536, (23, 31, channels))
            np.save("s%d.npy" % number, samples); write("in/%d.png" % number, samples, color)
        """
      _ = try Self.env(["python3", "-c", program], in: folder)
      let dropped = try Self.run(["in/", "eight/"], in: folder)
      #expect(
        dropped.errors.contains("16 bits a sample and 8 are kept; --depth 16 keeps all"),
        "\(dropped.errors)")
      _ = try Self.run(["in/", "f/", "--depth", "auto"], in: folder)
      for number in 0..<4 {
        _ = try Self.run(["in/\(number).png", "s\(number)/", "--depth", "16"], in: folder)
      }
      let compare =
        Self.library + """

          for number in range(4):
              samples = np.load("s%d.npy" % number)
              for name in ("f/frame%d.png" % number, "s%d/frame0.png" % number):
                  assert np.array_equal(png(name), samples), name
          print("equal")
          """
      #expect(try Self.env(["python3", "-c", compare], in: folder) == "equal\n")
    }
  }

  /// Stills of 16 bits, which numpy and FFmpeg write.
  @Test func otherStillsKeepTheirBits() throws {
    try withTemporaryFolder { folder in
      let program = """
        import numpy as np, subprocess, struct
        rng = np.random.default_rng(2); samples = rng.integers(0, 65536, (20, 28, 3)).astype(">u2")
        np.save("s.npy", samples.astype(int)); raw = samples.tobytes()
        open("a.ppm", "wb").write(b"P6\\n28 20\\n65535\\n" + raw)
        planes = np.moveaxis(samples, -1, 0).tobytes()
        open("e.psd", "wb").write(b"8BPS" + struct.pack(">H6xHIIHH", 1, 3, 20, 28, 16, 3)
            + struct.pack(">IIIH", 0, 0, 0, 0) + planes)
        for name in ("b.tiff", "c.sgi", "d.dpx"):
            subprocess.run(["ffmpeg", "-v", "error", "-f", "rawvideo", "-pix_fmt", "rgb48be", "-s",
                "28x20", "-i", "-", "-pix_fmt", "rgb48le" if "tiff" in name else "rgb48be", name],
                input=raw, check=True)
        """
      _ = try Self.env(["python3", "-c", program], in: folder)
      for name in ["a.ppm", "b.tiff", "c.sgi", "d.dpx", "e.psd"] {
        _ = try Self.run([name, "f-\(name.prefix(1))/", "--depth", "auto"], in: folder)
      }
      let compare =
        Self.library + """

          for name in ("a.ppm", "b.tiff", "c.sgi", "d.dpx", "e.psd"):
              assert np.array_equal(png("f-%s/frame0.png" % name[0]), np.load("s.npy")), name
          print("equal")
          """
      #expect(try Self.env(["python3", "-c", compare], in: folder) == "equal\n")
    }
  }

  /// Linear light becomes sRGB, rounded to 16 bits.
  @Test func lightOfOpenEXRKeepsItsBits() throws {
    try withTemporaryFolder { folder in
      let program = """
        import numpy as np, subprocess
        light = np.linspace(0, 1, 32 * 16 * 3).astype("<f4").reshape(3, 16, 32)
        np.save("s.npy", light)
        subprocess.run(["ffmpeg", "-v", "error", "-f", "rawvideo", "-pix_fmt", "gbrpf32le", "-s",
            "32x16", "-i", "-", "-c:v", "exr", "a.exr"], input=light.tobytes(), check=True)
        """
      _ = try Self.env(["python3", "-c", program], in: folder)
      _ = try Self.run(["a.exr", "o/", "--depth", "auto"], in: folder)
      let compare =
        Self.library + """

          g, b, r = np.load("s.npy").astype(float)
          light = np.stack([r, g, b], -1)
          wanted = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055) * 65535
          found = png("o/frame0.png")
          # The encoder may store half of the bits.
          assert np.abs(found - wanted).max() <= 40, np.abs(found - wanted).max()
          assert len(np.unique(found)) > 1000
          print("close")
          """
      #expect(try Self.env(["python3", "-c", compare], in: folder) == "close\n")
    }
  }

  /// An AVIF of 10 bits has the samples of the same AV1 in Matroska.
  @Test func picturesOfAVIFKeepTheirBits() throws {
    try withTemporaryFolder { folder in
      for arguments in [
        [
          "-f", "lavfi", "-i", "testsrc2=s=48x32:d=0.1:r=10", "-c:v", "libaom-av1", "-cpu-used",
          "8", "-crf", "8", "-pix_fmt", "yuv420p10le", "-colorspace", "bt709", "a.mkv",
        ], ["-i", "a.mkv", "-c", "copy", "a.avif"],
      ] { _ = try Self.env(["ffmpeg", "-v", "error"] + arguments, in: folder) }
      _ = try Self.run(["a.mkv", "film/", "--depth", "16"], in: folder)
      _ = try Self.run(["a.avif", "one/", "--depth", "auto"], in: folder)
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("in"), withIntermediateDirectories: false)
      try FileManager.default.copyItem(
        at: folder.appendingPathComponent("a.avif"),
        to: folder.appendingPathComponent("in/1.avif"))
      _ = try Self.run(["in/", "many/", "--depth", "auto"], in: folder)
      let compare =
        Self.library + """

          film = png("film/frame0.png")
          assert len(np.unique(film & 255)) > 100
          assert np.array_equal(film, png("one/frame0.png")) and np.array_equal(film, png("many/frame0.png"))
          print("equal")
          """
      #expect(try Self.env(["python3", "-c", compare], in: folder) == "equal\n")
    }
  }

  /// A crop keeps samples, half the size is their mean, and a matte is blended in 16 bits.
  @Test func picturesAreCroppedScaledAndFlattened() throws {
    try withTemporaryFolder { folder in
      let film = Self.films[0]
      try Self.make(film, in: folder)
      _ = try Self.run([film.name, "all/", "--depth", "16"], in: folder)
      _ = try Self.run([film.name, "crop/", "--depth", "16", "--crop", "20x10+6+8"], in: folder)
      _ = try Self.run([film.name, "half/", "--depth", "16", "--scale", "24x16"], in: folder)
      _ = try Self.run(
        [
          film.name, "wide/", "--depth", "16", "--scale", "60x32", "--alpha", "matte", "--matte",
          "#ff8000",
        ], in: folder)
      _ = try Self.run([film.name, "two/", "--depth", "16", "--scales", "1,2"], in: folder)
      let compare =
        Self.library + """

          for number in range(4):
              all = png("all/frame%d.png" % number)
              name = "/frame%d.png" % number
              assert np.array_equal(png("crop" + name), all[8:18, 6:26])
              mean = all.reshape(16, 2, 24, 2, 3).mean((1, 3))
              assert np.abs(png("half" + name) - mean).max() <= 0.5
              wide = png("wide" + name)
              assert np.array_equal(wide[:, 6:54], all)
              assert (wide[:, :6] == [65535, 128 * 257, 0]).all()
              assert np.array_equal(png("two" + name), all)
              assert np.array_equal(png("two/frame%d@2x.png" % number)[::2, ::2], all)
          print("right")
          """
      #expect(try Self.env(["python3", "-c", compare], in: folder) == "right\n")
    }
  }

  /// High dynamic range is mapped in 16 bits, with almost the same result as in 8 bits.
  @Test(.enabled(if: Python.withPillowAndNumPy != nil, "install python3-pil and python3-numpy"))
  func highDynamicRangeIsMappedWithAllBits() throws {
    try withTemporaryFolder { folder in
      _ = try Self.env(
        [
          "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
          "nullsrc=s=64x32:r=10:d=0.1,format=yuv444p10le,geq=lum='64+X*13':cb=512:cr=512", "-c:v",
          "ffv1", "-colorspace", "bt2020nc", "-color_primaries", "bt2020", "-color_trc",
          "smpte2084", "hdr.mkv",
        ], in: folder)
      _ = try Self.run(["hdr.mkv", "w/", "--depth", "16"], in: folder)
      _ = try Self.run(["hdr.mkv", "e/"], in: folder)
      let compare =
        Self.library + """

          from PIL import Image
          wide = png("w/frame0.png"); eight = np.asarray(Image.open("e/frame0.png").convert("RGB")).astype(int)
          # The mapping in 8 bits begins with samples of 12 and looks gains up in steps of 0.2 %.
          assert np.abs(wide / 257 - eight).max() <= 2
          assert (np.diff(wide[0, :, 0]) >= -4).all() and len(np.unique(wide)) > 50
          print("mapped")
          """
      #expect(
        try Self.env([Python.withPillowAndNumPy!, "-c", compare], in: folder) == "mapped\n")
    }
  }

  /// Formats that drop bits, and inputs that have no more than 8, get a note; formats without 16 bits
  /// are refused for `--depth 16`.
  @Test func reportsDroppedBits() throws {
    try withTemporaryFolder { folder in
      try Self.make(Self.films[0], in: folder)
      let notes: [([String], String)] = [
        (["ten.mkv", "a/"], "10 bits a sample and 8 are kept; --depth 16 keeps all"),
        (
          ["ten.mkv", "b/", "--frame-format", "webp"],
          "and 8 are kept; --frame-format png and --depth 16 keep all"
        ),
        ([Package.orbit, "c/", "--depth", "16"], "8 bits a sample, so 16 bits add nothing"),
      ]
      for (arguments, note) in notes {
        let outcome = try Self.run(arguments, in: folder)
        #expect(outcome.errors.contains(note), "\(arguments): \(outcome.errors)")
      }
      let quiet = try Self.run([Package.orbit, "d/", "--depth", "auto"], in: folder)
      #expect(!quiet.errors.contains("bits"), "\(quiet.errors)")
      for arguments in [
        ["--frame-format", "jpeg"], ["--merge-duplicates"], ["--alpha", "stacked"],
      ] {
        let refused = try Animconv.run(
          ["ten.mkv", "r/", "--depth", "16"] + arguments, in: folder)
        #expect(refused.status == 64, "\(arguments): \(refused.errors)")
        #expect(refused.errors.contains("--depth 16"), "\(refused.errors)")
      }
    }
  }
}
