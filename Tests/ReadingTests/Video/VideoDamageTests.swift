import AnimTiming
import CLibrary
import Foundation
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages

/// Videos that end early, are damaged or cannot be read further.
@Suite struct VideoDamageTests {
  /// Every container, with the known facts about the frames after the cut.
  enum Knowledge { case all, some, none }
  static let containers: [(name: String, options: [String], knows: Knowledge)] = [
    ("a.mkv", ["-c:v", "mpeg4", "-q:v", "1"], .all),
    ("b.webm", ["-c:v", "libvpx-vp9", "-crf", "5", "-b:v", "0"], .all),
    ("c.avi", ["-c:v", "mpeg4", "-q:v", "1"], .all),
    ("d.mp4", ["-c:v", "libx264", "-bf", "0", "-movflags", "+faststart"], .all),
    ("e.flv", ["-c:v", "flv", "-q:v", "1"], .all),
    (
      "f.mp4",
      ["-c:v", "libx264", "-bf", "0", "-movflags", "+frag_keyframe", "-g", "12"]
        + ["-sc_threshold", "0"], .some
    ),
    ("g.ts", ["-c:v", "libx264", "-bf", "0"], .none),
    ("h.y4m", [], .none),
  ]

  @Test(arguments: containers)
  func aVideoThatEndsEarlySaysHowMuchIsMissing(
    name: String, options: [String], knows: Knowledge
  ) throws {
    try TemporaryFolder.with { folder in
      let path = try MadeVideo.make(
        name, in: folder, count: 24, input: "noise=alls=40:allf=t", options)
      let whole = try TemporaryFolder.bytes(of: path)
      #expect(try openBytes(whole, name: name).info.warnings.isEmpty)

      // Directly after the index of MP4 there would be no frame.
      let cut = Array(whole.prefix(whole.count * 6 / 10))
      let source = try openBytes(cut, name: name)
      let count = source.info.frames.count
      #expect(count < 24)
      let warning = try #require(source.info.warnings.first)
      #expect(warning.kind == .truncated)
      let missing = "\(24 - count) frames, \((24 - count) * 100) ms, are missing"
      let start = "the file ends early, after \(count) frames"
      switch knows {
      case .all: #expect(warning.detail.hasPrefix("\(start); \(missing)"), "\(warning)")
      case .some: #expect(warning.detail.hasPrefix("\(start); at least \(missing)"), "\(warning)")
      case .none: #expect(warning.detail == start)
      }
      // The remaining frames keep their times, and the lost ones leave gaps.
      let timeline = try source.info.defaultPolicy.resolve(source.info.frames.map(\.delay)).timeline
      #expect(timeline.totalTime == .milliseconds(Int64(count * 100)))
      #expect(throws: ReadingError.damaged(warning)) {
        try openBytes(cut, name: name, isStrict: true)
      }
    }
  }

  /// A complete file whose end is later than that of its last frame.
  @Test func timeWithoutAPictureIsHeldByTheLastOne() throws {
    try TemporaryFolder.with { folder in
      let path = try MadeVideo.make("a.mkv", in: folder, count: 5, ["-c:v", "mpeg4"])
      var bytes = try TemporaryFolder.bytes(of: path)
      // The duration of the segment, a float of 8 bytes in milliseconds (RFC 9559, 5.1.2.10).
      let at = try #require(bytes.firstRange(of: [0x44, 0x89, 0x88])).upperBound
      let longer = withUnsafeBytes(of: Double(900).bitPattern.bigEndian) { Array($0) }
      bytes.replaceSubrange(at..<at + 8, with: longer)
      let source = try openBytes(bytes, name: "a.mkv", isStrict: true)
      let timeline = try source.info.defaultPolicy.resolve(source.info.frames.map(\.delay)).timeline
      #expect(timeline.totalTime == .milliseconds(900))
      #expect(
        source.info.warnings.map(\.detail) == [
          "the last picture is also shown for the final 400 ms, for which the file has none"
        ])
    }
  }

  /// Frames with unreadable data, each after the listed key frames.
  static let damaged: [(options: [String], frames: [Int])] = [
    // Every frame is a key frame: nothing is decoded on the way to one.
    (["-c:v", "magicyuv", "-pix_fmt", "yuv420p"], [5, 6, 7, 11]),
    (["-c:v", "magicyuv", "-pix_fmt", "yuv420p"], [0, 1]),
  ]

  @Test(arguments: damaged)
  func aDamagedFrameIsTheSameWhicheverWayItIsReached(options: [String], frames: [Int]) throws {
    try TemporaryFolder.with { folder in
      let path = try MadeVideo.make("a.avi", in: folder, count: 12, options)
      var bytes = try TemporaryFolder.bytes(of: path)
      let positions = try String(
        decoding: Command.run(
          "ffprobe", "-v", "error", "-show_entries", "packet=pos", "-of", "csv=p=0", path.string),
        as: UTF8.self
      ).split(separator: "\n").compactMap { Int($0) }
      try #require(positions.count == 12)
      for frame in frames {
        // After the head of the chunk.
        let start = positions[frame] + 8
        bytes.replaceSubrange(start..<start + 16, with: repeatElement(0, count: 16))
      }
      let source = try openBytes(bytes, name: "a.avi")
      var inOrder: [[UInt8]] = []
      while let frame = try source.next() { inOrder.append(pixels(frame)) }
      try #require(inOrder.count == 12)
      for frame in frames where frame > 0 {
        let isHeld = inOrder[frame] == inOrder[frame - 1]
        #expect(isHeld, "frame \(frame)")
      }
      #expect(Set(source.warnings.compactMap(\.frame)) == Set(frames))
      for index in inOrder.indices.reversed() {
        try source.seek(to: index)
        let isEqual = pixels(try #require(try source.next())) == inOrder[index]
        #expect(isEqual, "frame \(index)")
      }
      // Frames may also be skipped without a seek in the file.
      for index in stride(from: 1, to: 12, by: 2) {
        try source.seek(to: index)
        let isEqual = pixels(try #require(try source.next())) == inOrder[index]
        #expect(isEqual, "frame \(index)")
      }
    }
  }

  /// The order of the decoder's threads does not change any pixel.
  @Test func damagedHEVCIsDecodedTheSameEachTime() throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("a.mp4")
      _ = try Command.run(
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
        "testsrc2=size=640x360:rate=25,noise=alls=10:allf=t", "-frames:v", "60", "-pix_fmt",
        "yuv420p", "-c:v", "libx265", "-x265-params", "log-level=none:keyint=20", path.string)
      let whole = try TemporaryFolder.bytes(of: path)
      let data = try #require(whole.firstRange(of: Array("mdat".utf8))).upperBound + 3000
      for seed in 1...4 {
        var bytes = whole
        var random = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15
        for _ in 0..<6 {
          random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          bytes[data + Int(random >> 33) % (whole.count - data - 4000)] ^= 1 << (random >> 29 & 7)
        }
        let runs = try (0..<6).map { _ in
          let source = try openBytes(bytes, name: "a.mp4")
          var hashes: [UInt64] = []
          while let frame = try source.next() { hashes.append(frame.pixels.pixelHash) }
          return hashes
        }
        #expect(runs.allSatisfy { $0 == runs[0] }, "seed \(seed)")
      }
    }
  }

  /// Makes every later read from a descriptor fail, like a failing disk.
  private static func breakReading(_ descriptor: Int32) {
    let unreadable = open("/dev/null", O_WRONLY)
    dup2(unreadable, descriptor)
    close(unreadable)
  }

  static let uncompressed: [(name: String, options: [String])] = [
    ("a.y4m", []), ("b.mkv", ["-c:v", "rawvideo"]), ("c.avi", ["-c:v", "rawvideo"]),
    ("d.mov", ["-c:v", "prores"]), ("e.ts", ["-c:v", "mpeg2video", "-q:v", "1"]),
  ]

  @Test(arguments: uncompressed)
  func aDiskThatFailsIsNotTakenForDamageOrForTheEnd(name: String, options: [String]) throws {
    try TemporaryFolder.with { folder in
      let path = try MadeVideo.make(
        name, in: folder, count: 90, input: "noise=alls=90:allf=t", options)
      let failure = ReadingError.system(operation: "read", errno: EBADF)
      for failsAt in [0, 1, 20] {
        let file = try FileDescriptor.open(path, .readOnly)
        let bytes = ByteSource(
          owning: file, byteCount: Int64(try TemporaryFolder.bytes(of: path).count))
        let format = try #require(VideoFileFormat(signature: try bytes.prefix(377)))
        if failsAt == 0 { Self.breakReading(file.rawValue) }
        #expect(throws: failure) {
          let source = try VideoSource(bytes, format: format)
          for _ in 0..<failsAt { _ = try source.next() }
          Self.breakReading(file.rawValue)
          while try source.next() != nil {}
        }
      }
    }
  }
}
