import Foundation
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages

/// Seeking in videos in which decoding cannot start at every key frame.
@Suite struct FoundFramesTests {
  private static let x265 = ["-c:v", "libx265", "-crf", "5", "-g", "12", "-x265-params"]

  static let files: [(name: String, options: [String])] = [
    ("open.ts", x265 + ["log-level=none"]),
    ("closed.ts", x265 + ["log-level=none:open-gop=0"]),
    ("flat.ts", x265 + ["log-level=none:bframes=0"]),
    ("open.mkv", x265 + ["log-level=none"]),
    (
      "h264.ts",
      ["-c:v", "libx264", "-crf", "5", "-x264-params", "open-gop=1:keyint=8:bframes=3:scenecut=0"]
    ),
    ("mpeg2.ts", ["-c:v", "mpeg2video", "-q:v", "2", "-bf", "2", "-g", "8"]),
    (
      "h264.mp4",
      ["-c:v", "libx264", "-crf", "5", "-x264-params"]
        + ["keyint=12:bframes=6:b-pyramid=normal:b-adapt=0:scenecut=0"]
    ),
    ("hevc.mp4", x265 + ["log-level=none:b-adapt=0"]),
    ("layers.mp4", x265 + ["log-level=none:b-adapt=0:temporal-layers=3"]),
    ("mpeg4.mp4", ["-c:v", "mpeg4", "-q:v", "2", "-bf", "2", "-g", "12"]),
    ("mpeg4.avi", ["-c:v", "mpeg4", "-q:v", "2", "-bf", "2", "-g", "12"]),
    ("mpeg2.mkv", ["-c:v", "mpeg2video", "-q:v", "2", "-bf", "2", "-g", "12"]),
    ("vp8.webm", ["-c:v", "libvpx", "-b:v", "2M", "-g", "12", "-auto-alt-ref", "1"]),
    ("vp9.webm", ["-c:v", "libvpx-vp9", "-b:v", "2M", "-g", "12", "-auto-alt-ref", "1"]),
    ("fields.ts", ["-c:v", "libx264", "-crf", "5", "-g", "12", "-flags", "+ildct+ilme"]),
    ("fields2.ts", ["-c:v", "mpeg2video", "-q:v", "2", "-bf", "2", "-flags", "+ildct+ilme"]),
  ]

  @Test(arguments: files)
  func aFrameIsTheSameWhereverReadingBegins(name: String, options: [String]) throws {
    try TemporaryFolder.with { folder in
      let path = try MadeVideo.make(
        name, in: folder, count: 40, rate: "25",
        input: "geq=lum='16+5*N':cb=128:cr=128", options)
      try expectSameFrames(path, count: 40)
    }
  }

  /// A cut without encoding leaves packets before the first frame that are decoded and not shown.
  @Test(arguments: ["0.5", "0.7"])
  func aFrameBehindAnEditListIsTheSameWhereverReadingBegins(start: String) throws {
    try TemporaryFolder.with { folder in
      let whole = try MadeVideo.make(
        "whole.mp4", in: folder, count: 40, rate: "25",
        input: "geq=lum='16+5*N':cb=128:cr=128",
        ["-c:v", "libx264", "-crf", "5", "-x264-params"]
          + ["open-gop=1:keyint=8:bframes=3:scenecut=0"])
      let path = folder.appending("cut.mp4")
      _ = try Command.run(
        ["ffmpeg", "-v", "error", "-ss", start, "-i", whole.string, "-c", "copy", path.string])
      try expectSameFrames(path, count: nil)
    }
  }

  /// Without the first packet, decoders mistake the later packets for those of another encoder.
  @Test func whatOnlyTheFirstPacketSaysHoldsForAllFrames() throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("a.mp4")
      _ = try Command.run(
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10"]
          + ["-frames:v", "12", "-pix_fmt", "yuv444p", "-c:v", "libx264", "-g", "4"]
          + ["-x264-params", "8x8dct=1:cabac=1", path.string])
      var bytes = try TemporaryFolder.bytes(of: path)
      let name = try #require(bytes.firstRange(of: Array("x264 - core ".utf8)))
      bytes.replaceSubrange(name.upperBound..<name.upperBound + 3, with: "120".utf8)
      try folder.write(bytes, to: "old.mp4")
      try expectSameFrames(folder.appending("old.mp4"), count: 12)
    }
  }

  /// The following frame is decoded at the same time if it is in another group of pictures.
  @Test func twoGroupsOfPicturesAreDecodedAtOnce() throws {
    try TemporaryFolder.with { folder in
      let path = try MadeVideo.make(
        "a.mp4", in: folder, count: 40, rate: "25", input: "geq=lum='16+5*N':cb=128:cr=128",
        ["-c:v", "libx264", "-crf", "5", "-g", "10", "-x264-params", "scenecut=0"])
      let source = try #require(try openSource(.path(path)) as? VideoSource)
      source.decodesAhead = true
      for (frame, following, isAtOnce) in [(3, 25, true), (25, 27, false), (27, 39, true)] {
        try source.seek(to: frame)
        source.following = following
        #expect(try source.next()?.index == frame)
        try source.seek(to: following)
        #expect((source.resumed == following) == isAtOnce)
        #expect(try source.next()?.index == following)
      }
      // Without a hint, reading continues after the twin's frame.
      try source.seek(to: 2)
      source.following = 21
      _ = try source.next()
      try source.seek(to: 21)
      #expect(try source.next()?.index == 21)
      #expect(try source.next()?.index == 22)
      source.decodesAhead = false
      #expect(try source.next()?.index == 23)
    }
  }

  private func expectSameFrames(_ path: FilePath, count: Int?) throws {
    let source = try openSource(.path(path))
    var whole: [[UInt32]] = []
    while let frame = try source.next() { whole.append(frame.pixels.rgbaWords) }
    if let count { #expect(whole.count == count) }
    let warnings = source.warnings.count
    for index in whole.indices {
      let other = try openSource(.path(path))
      try other.seek(to: index)
      for index in index..<min(index + 3, whole.count) {
        let isEqual = try other.next()?.pixels.rgbaWords == whole[index]
        #expect(isEqual, "frame \(index)")
      }
      #expect(other.warnings.count <= warnings)
    }
    try expectSameFrames(path, whole)
  }

  /// Selected frames, read by a program that knows, or wrongly assumes, which frame comes next.
  private func expectSameFrames(_ path: FilePath, _ whole: [[UInt32]]) throws {
    var generator = SeededGenerator(seed: 5)
    for (step, isAhead) in [1, 3, 9, 20, whole.count].flatMap({ [($0, false), ($0, true)] }) {
      let source = try #require(try openSource(.path(path)) as? any SparseSource)
      // Two groups of pictures are decoded at once.
      (source as? any DecodingAhead)?.decodesAhead = isAhead
      var index = 0
      for _ in 0..<30 {
        let next = min(whole.count, index + Int.random(in: 1...step, using: &generator))
        // One of several hints is wrong.
        source.following = Int.random(in: 0..<5, using: &generator) == 0 ? index + 20 : next
        if source.following! > whole.count { source.following = whole.count }
        let frame = try source.next()
        #expect(
          frame?.index == index && frame?.pixels.rgbaWords == whole[index], "\(step): \(index)")
        index = next == whole.count ? Int.random(in: 0..<whole.count, using: &generator) : next
        if index != (frame?.index ?? 0) + 1 || Bool.random(using: &generator) {
          try source.seek(to: index)
        }
      }
    }
  }
}
