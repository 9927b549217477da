import Foundation
import TestSupport
import Testing

/// JPEG XL of 16 bits a sample, in and out, judged by libjxl's own programs.
@Suite(.enabled(if: JXLTools.isAvailable, Comment(rawValue: JXLTools.hint)))
struct JXLDepthTests {
  private static func run(_ program: String, _ arguments: [String], in folder: URL) throws -> String
  {
    let outcome = try Animconv.run(
      [program] + arguments, with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
    try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
    return outcome.text
  }

  @discardableResult
  private static func convert(_ arguments: [String], in folder: URL) throws -> String {
    let outcome = try Animconv.run(arguments + ["-y"], in: folder)
    try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
    return outcome.errors
  }

  /// Whether PNGs of 16 bits have the same visible pixels.
  private static func compare(_ pairs: [(String, String)], in folder: URL) throws {
    let program =
      WideFrameTests.library + """

        def rgba(path):
            a = png(path)
            if a.shape[2] < 3: a = np.concatenate([a[..., :1]] * 3 + [a[..., 1:]], -1)
            if a.shape[2] == 3: a = np.concatenate([a, np.full(a.shape[:2] + (1,), 65535)], -1)
            return np.where(a[..., 3:] > 0, a, 0)
        for one, other in \(pairs.map { [$0.0, $0.1] }):
            a, b = rgba(one), rgba(other)
            assert a.shape == b.shape, (a.shape, b.shape)
            assert (a == b).all(), (one, other, np.abs(a - b).max())
            assert len(np.unique(a & 255)) > 50
        print("equal")
        """
    #expect(try run("python3", ["-c", program], in: folder) == "equal\n")
  }

  private static let random =
    "nullsrc=s=61x37:r=10:d=0.6,format=gbrap16le,geq=r='mod(X*1237+Y*991+N*53,65536)':"
    + "g='mod(X*29+Y*1700+N*7,65536)':b='mod(X*1300+Y*41,65536)':a='if(gt(X,40),65535,X*1600)'"

  @Test(arguments: ["rgb48be", "rgba64be", "gray16be"])
  func aPictureOf16BitsIsExact(layout: String) throws {
    try withTemporaryFolder { folder in
      _ = try Self.run(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i", Self.random, "-frames:v", "1", "-pix_fmt", layout,
          "a.png",
        ],
        in: folder)
      // Without a request, nothing is lost.
      try Self.convert(["a.png", "a.jxl"], in: folder)
      _ = try Self.run("djxl", ["a.jxl", "b.png"], in: folder)
      try Self.convert(["a.jxl", "c/", "--depth", "16"], in: folder)
      _ = try Self.run("cjxl", ["a.png", "d.jxl", "-d", "0"], in: folder)
      try Self.convert(["d.jxl", "e/", "--depth", "auto"], in: folder)
      var pairs = [("a.png", "b.png"), ("a.png", "c/frame0.png")]
      // cjxl 0.7 stores 8 bits of alpha.
      if layout != "rgba64be" { pairs.append(("a.png", "e/frame0.png")) }
      try Self.compare(pairs, in: folder)
      let note = try Self.convert(["a.png", "f.jxl", "--depth", "8"], in: folder)
      #expect(note.contains("the input has 16 bits a sample and 8 are kept"))
    }
  }

  @Test func framesOfAVideoAreExact() throws {
    try withTemporaryFolder { folder in
      _ = try Self.run(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i", Self.random, "-pix_fmt", "yuv420p10le", "-c:v",
          "ffv1",
          "a.mkv",
        ], in: folder)
      try Self.convert(["a.mkv", "f/", "--depth", "16"], in: folder)
      try Self.convert(["a.mkv", "a.jxl"], in: folder)
      try Self.convert(["a.jxl", "g/", "--depth", "16"], in: folder)
      try Self.compare((0..<6).map { ("f/frame\($0).png", "g/frame\($0).png") }, in: folder)
      let inspected = try Animconv.run(["inspect", "a.jxl"], in: folder)
      #expect(inspected.text.contains("6 frames") && inspected.text.contains("total: 0.6 s"))
      // libjxl reads every frame, too.
      _ = try Self.run("djxl", ["a.jxl", "b.apng"], in: folder)
      try Self.convert(["b.apng", "h/"], in: folder)
      try Self.convert(["a.jxl", "i/"], in: folder)
      #expect(try folder.bytes("h/frame5.png") == folder.bytes("i/frame5.png"))
    }
  }

  /// A progressive picture that ends early is shown as far as it goes.
  @Test func aCutPictureIsShownAsFarAsItGoes() throws {
    try withTemporaryFolder { folder in
      _ = try Self.run(
        "ffmpeg",
        ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=640x480", "-frames:v", "1", "a.png"],
        in: folder)
      _ = try Self.run("cjxl", ["a.png", "a.jxl", "-d", "1", "-p"], in: folder)
      let bytes = try folder.bytes("a.jxl")
      try Data(bytes.prefix(bytes.count * 3 / 4)).write(to: folder.appendingPathComponent("b.jxl"))
      let note = try Self.convert(["b.jxl", "b/"], in: folder)
      #expect(note.contains("the file ends early; the picture is shown as far as it goes"))
      try Self.convert(["a.jxl", "a/"], in: folder)
      let program = """
        from PIL import Image
        import numpy as np
        a, b = (np.asarray(Image.open(p + "/frame0.png").convert("RGB")).astype(int) for p in "ab")
        assert np.abs(a - b).mean() < 30, np.abs(a - b).mean()
        """
      _ = try Self.run(
        try #require(Python.withPillowAndNumPy), ["-c", program], in: folder)
      let strict = try Animconv.run(["b.jxl", "c/", "--strict"], in: folder)
      #expect(strict.status == 65)
    }
  }
}

extension URL {
  fileprivate func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: appendingPathComponent(name))
  }
}
