import Foundation
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages

/// Facts about a video that only decoded pictures show.
@Suite struct FirstPictureTests {
  private static func make(
    _ name: String, in folder: TemporaryFolder, _ input: String, count: Int = 3, _ options: [String]
  ) throws -> FilePath {
    let path = folder.appending(name)
    _ = try Command.run(
      ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", input, "-frames:v", "\(count)"] + options
        + [path.string])
    return path
  }

  private static let half =
    "color=red:size=64x48:rate=10,format=rgba,geq=r=255:g=40:b=0:a='if(lt(X,32),0,255)'"

  /// FFmpeg has replaced some encoders by layouts of plain samples, AYUV's in release 7 and V408's in
  /// 9.
  private static func plain(_ encoder: String, since layout: String, tag: String) -> [String] {
    let encoders = (try? Command.run("ffmpeg", "-v", "error", "-encoders")) ?? Data()
    return encoders.range(of: Data(" \(encoder) ".utf8)) != nil
      ? ["-c:v", encoder] : ["-c:v", "rawvideo", "-pix_fmt", layout, "-vtag", tag]
  }

  static let transparent: [(name: String, options: [String])] = [
    ("png.mov", ["-c:v", "png", "-pix_fmt", "rgba"]),
    ("png.avi", ["-c:v", "png", "-pix_fmt", "rgba"]),
    ("hap.mov", ["-c:v", "hap", "-format", "hap_alpha"]),
    ("cfhd.mov", ["-c:v", "cfhd", "-pix_fmt", "gbrap12le"]),
    ("targa.mov", ["-c:v", "targa", "-pix_fmt", "bgra"]),
    ("tiff.mov", ["-c:v", "tiff", "-pix_fmt", "rgba"]),
    ("ayuv.avi", plain("ayuv", since: "vuya", tag: "AYUV")),
    ("v408.mov", plain("v408", since: "uyva", tag: "v408")),
  ]

  @Test(arguments: transparent)
  func transparencyThatHeadersDoNotTellIsKept(name: String, options: [String]) throws {
    try TemporaryFolder.with { folder in
      let source = try openSource(.path(Self.make(name, in: folder, Self.half, options)))
      #expect(source.info.alpha == .possible && source.info.video?.storesAlpha == true)
      #expect(try source.detectAlpha())
      let frame = pixels(try #require(try source.next()))
      let row = 24 * 64 * 4
      // CineForm is lossy.
      #expect(frame[row + 43] <= 1)
      #expect(frame[row + 203] >= 252 && frame[row + 200] >= 250)
    }
  }

  /// Each PNG has its own layout.
  @Test func transparencyOfLaterPicturesIsFound() throws {
    try TemporaryFolder.with { folder in
      _ = try Self.make(
        "f0.png", in: folder, "color=red:size=64x48", count: 1, ["-pix_fmt", "rgb24"])
      _ = try Self.make("f1.png", in: folder, Self.half, count: 1, ["-pix_fmt", "rgba"])
      let path = folder.appending("a.mov")
      _ = try Command.run(
        "ffmpeg", "-v", "error", "-framerate", "10", "-i", folder.appending("f%d.png").string, "-c",
        "copy", path.string)
      let source = try openSource(.path(path))
      #expect(try source.detectAlpha())
      let frames = try remaining(source)
      #expect(frames[0].pixels.isOpaque(in: PixelRect(source.info.size)))
      #expect(!frames[1].pixels.isOpaque(in: PixelRect(source.info.size)))
    }
  }

  /// Greys by their samples: black is 16 and white 235.
  @Test(arguments: [
    ("a.mp4", ["-c:v", "libaom-av1", "-crf", "0", "-cpu-used", "8"]),
    ("b.mp4", ["-c:v", "libx265", "-x265-params", "log-level=none:lossless=1"]),
    ("c.mkv", ["-c:v", "ffv1"]), ("d.avif", ["-c:v", "libaom-av1", "-crf", "0", "-cpu-used", "8"]),
  ])
  func graysOfLimitedRangeUseTheWholeRange(name: String, options: [String]) throws {
    try TemporaryFolder.with { folder in
      let input =
        "color=black:size=256x16:rate=10,format=gray,geq=lum='16+X*219/255',setparams=range=tv"
      let path = try Self.make(
        name, in: folder, input, options + ["-pix_fmt", "gray", "-color_range", "tv"])
      let frame = pixels(try #require(try openSource(.path(path)).next()))
      for x in 0..<256 {
        let stored = 16 + x * 219 / 255
        let wanted = Int((Double(stored - 16) * 255 / 219).rounded())
        #expect(abs(Int(frame[x * 4]) - wanted) <= 1, "column \(x)")
        #expect(frame[x * 4] == frame[x * 4 + 1] && frame[x * 4 + 3] == 255)
      }
    }
  }

  /// RFC 6386, 9.2: VP8 is BT.601 at any size.
  @Test func largeVP8IsOfBT601() throws {
    try TemporaryFolder.with { folder in
      let path = try Self.make(
        "a.webm", in: folder, "color=0xC03020:size=1280x720:rate=10", count: 1,
        ["-vf", "scale=out_color_matrix=bt601,format=yuv420p", "-c:v", "libvpx", "-b:v", "4M"])
      let frame = pixels(try #require(try openSource(.path(path)).next()))
      for (value, wanted) in zip(frame, [0xC0, 0x30, 0x20]) {
        #expect(abs(Int(value) - wanted) <= 2)
      }
    }
  }

  @Test(arguments: [
    ("555.avi", ["-c:v", "rawvideo", "-pix_fmt", "rgb555le"]),
    ("565.avi", ["-c:v", "rawvideo", "-pix_fmt", "rgb565le"]),
    ("cram.avi", ["-c:v", "msvideo1", "-pix_fmt", "rgb555le"]),
    ("qtrle.mov", ["-c:v", "qtrle", "-pix_fmt", "rgb555be"]),
  ])
  func whiteOfFewBitsIsWhite(name: String, options: [String]) throws {
    try TemporaryFolder.with { folder in
      let input = "color=white:size=32x32:rate=5,format=rgb24,drawbox=w=16:h=32:c=black:t=fill"
      let frame = pixels(
        try #require(try openSource(.path(Self.make(name, in: folder, input, options))).next()))
      #expect(Array(frame[0..<4]) == [0, 0, 0, 255])
      #expect(Array(frame[124..<128]) == [255, 255, 255, 255])
    }
  }

  /// The rectangle equals that of the whole picture.
  @Test func columnsThatH264CutsOffAtTheLeftAreCutOff() throws {
    try TemporaryFolder.with { folder in
      let whole = try Self.make(
        "a.mp4", in: folder, "testsrc=size=128x96:rate=10",
        ["-c:v", "libx264", "-crf", "5", "-pix_fmt", "yuv420p"])
      let path = folder.appending("b.mp4")
      _ = try Command.run(
        "ffmpeg", "-v", "error", "-i", whole.string, "-c", "copy", "-bsf:v",
        "h264_metadata=crop_left=16:crop_right=8:crop_top=10:crop_bottom=6", path.string)
      let source = try openSource(.path(path))
      #expect(source.info.size == PixelSize(width: 104, height: 80))
      let (cropped, all) = (
        pixels(try #require(try source.next())),
        pixels(try #require(try openSource(.path(whole)).next()))
      )
      // Chroma at the edges has other neighbours.
      for y in 8..<72 {
        let row = Array(cropped[(y * 104 + 8) * 4..<(y * 104 + 96) * 4])
        let start = ((y + 10) * 128 + 24) * 4
        #expect(row == Array(all[start..<start + 88 * 4]), "row \(y)")
      }
    }
  }

  @Test func picturesOfAnotherSizeAreFittedIntoTheFirst() throws {
    try TemporaryFolder.with { folder in
      let sizes = ["64x36", "36x64"]
      let parts = try sizes.enumerated().map { index, size in
        let path = try Self.make(
          "\(index).ts", in: folder, "color=white:size=\(size):rate=10", count: 2,
          ["-c:v", "libx264", "-bf", "0", "-crf", "5", "-pix_fmt", "yuv420p"]
            + ["-output_ts_offset", "\(Double(index) * 0.2)"])
        return try TemporaryFolder.bytes(of: path)
      }
      let source = try openBytes(parts[0] + parts[1], name: "a.ts")
      #expect(source.info.size == PixelSize(width: 64, height: 36))
      let frames = try remaining(source)
      #expect(frames.count == 4)
      #expect(frames[1].pixels.isOpaque(in: PixelRect(source.info.size)))
      // 36 x 64 becomes 20 x 36.
      #expect(frames[3].pixels.visibleBounds() == PixelRect(x: 22, y: 0, width: 20, height: 36))
      #expect(
        source.warnings.map(\.detail) == [
          "the size changes to 36x64 at frame 2; pictures of several sizes are scaled to fit 64x36"
        ])
    }
  }
}
