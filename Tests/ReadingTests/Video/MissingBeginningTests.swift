import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import Reading
@testable import Stages

/// Videos that begin before their first key frame, and videos without a decodable frame.
@Suite struct MissingBeginningTests {
  /// A video with a key frame at 0, 10 and 20, without its first five packets.
  private static func cut(
    _ name: String, in folder: TemporaryFolder, _ options: [String]
  ) throws -> (whole: FilePath, cut: FilePath) {
    let (whole, path) = (folder.appending("whole-\(name)"), folder.appending(name))
    _ = try Command.run(
      [
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10", "-frames:v",
        "30",
      ]
        + ["-pix_fmt", "yuv420p", "-g", "10", "-bf", "0"] + options + [whole.string])
    _ = try Command.run(
      "ffmpeg", "-v", "error", "-i", whole.string, "-c", "copy", "-copyinkf", "-bsf:v",
      "noise=drop='lt(n,5)'", path.string)
    return (whole, path)
  }

  /// MPEG-4's decoder invents grey pictures for frames before the first key frame.
  @Test(arguments: [
    ("a.mkv", ["-c:v", "libx264", "-sc_threshold", "0"]), ("b.mp4", ["-c:v", "libx264"]),
    ("c.mkv", ["-c:v", "mpeg4", "-sc_threshold", "1000000000"]),
    ("d.mkv", ["-c:v", "libvpx", "-b:v", "1M"]),
    ("e.mkv", ["-c:v", "libx265", "-x265-params", "log-level=error:scenecut=0:open-gop=0"]),
  ])
  func theFirstPictureShowsFromTheStart(name: String, options: [String]) throws {
    try TemporaryFolder.with { folder in
      let (whole, path) = try Self.cut(name, in: folder, options)
      let key = pixels(try remaining(openSource(.path(whole)))[10])
      let source = try openSource(.path(path))
      let frames = try remaining(source).map(pixels)
      let first = try #require(frames.firstIndex { $0 != frames[0] }) - 1
      #expect(first >= 4)
      #expect(frames.prefix(first + 1).allSatisfy { $0 == key })
      #expect(
        source.warnings.map(\.detail) == [
          "the video begins before its first key frame: \(first) frames cannot be decoded, for which "
            + "the picture of frame \(first) is shown"
        ])
      for index in [3, 0, first, 1] {
        try source.seek(to: index)
        #expect(pixels(try #require(try source.next())) == key, "frame \(index)")
      }
    }
  }

  /// The part that an edit list cuts off begins after a key frame that is in the file, so nothing
  /// is missing.
  @Test(arguments: [
    [
      "-c:v", "libx265", "-x265-params", "log-level=error:keyint=12:bframes=3:b-adapt=0:open-gop=0",
    ],
    ["-c:v", "mpeg4", "-g", "12"], ["-c:v", "libx264", "-g", "12", "-bf", "3"],
  ])
  func framesBehindAHiddenKeyFrameAreThere(options: [String]) throws {
    try TemporaryFolder.with { folder in
      let whole = try MadeVideo.make("whole.mp4", in: folder, count: 24, options)
      let path = folder.appending("cut.mp4")
      _ = try Command.run(
        "ffmpeg", "-v", "error", "-ss", "0.5", "-i", whole.string, "-c", "copy", path.string)
      let source = try openSource(.path(path))
      let frames = try remaining(source).map(pixels)
      let all = try remaining(openSource(.path(whole))).map(pixels)
      #expect(frames.count == 19 || frames.count == 18)
      #expect(frames == Array(all.suffix(frames.count)))
      #expect(!source.warnings.contains { "\($0.detail)".contains("cannot be decoded") })
      for index in [3, 0, frames.count - 1, 1] {
        try source.seek(to: index)
        #expect(pixels(try #require(try source.next())) == frames[index], "frame \(index)")
      }
    }
  }

  /// Recordings begin anywhere, even in the middle of a packet. HEVC's decoder invents pictures for
  /// frames before the first key frame, and skips later ones that need them.
  @Test(arguments: [
    ["-c:v", "libx265", "-x265-params", "log-level=error:keyint=12:bframes=3"],
    ["-c:v", "libx264", "-x264-params", "open-gop=1:keyint=12:bframes=3"],
    ["-c:v", "mpeg2video", "-g", "12", "-bf", "2", "-q:v", "2"],
  ])
  func everyFrameOfARecordingCutAnywhereIsInTheFile(options: [String]) throws {
    try TemporaryFolder.with { folder in
      let whole = folder.appending("whole.ts")
      _ = try Command.run(
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25"]
          + ["-frames:v", "50", "-pix_fmt", "yuv420p"] + options + [whole.string])
      let pictures = try remaining(openSource(.path(whole))).map(pixels)
      let bytes = try TemporaryFolder.bytes(of: whole)
      for start in [bytes.count / 7, bytes.count / 5 + 1, bytes.count / 3 / 188 * 188] {
        let path = folder.appending("cut-\(start).ts")
        try folder.write(Array(bytes[start...]), to: "cut-\(start).ts")
        let source = try openSource(.path(path))
        let found = try remaining(source).map { frame in
          let shown = pixels(frame)
          return pictures.firstIndex { $0 == shown }
        }
        #expect(!found.contains(nil), "cut at \(start): \(found)")
        let numbers = found.compactMap(\.self)
        #expect(numbers == numbers.sorted())
        #expect(numbers.last == 49)
        #expect(!source.info.warnings.contains { $0.kind == .truncated })
        #expect(
          source.warnings.contains { $0.detail.contains("begins before its first key frame") })
      }
    }
  }

  @Test(arguments: [
    ("a.mp4", ["-c:v", "libx264", "-pix_fmt", "yuv420p"]), ("b.mkv", ["-c:v", "mpeg4"]),
    ("c.webm", ["-c:v", "libvpx-vp9"]), ("d.avi", ["-c:v", "magicyuv", "-pix_fmt", "yuv420p"]),
    ("e.avif", ["-c:v", "libaom-av1", "-cpu-used", "8"]), ("f.gif", []),
    ("g.apng", ["-f", "apng"]),
  ])
  func refusesFilesWithoutDecodableFrames(name: String, options: [String]) throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending(name)
      _ = try Command.run(
        [
          "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10", "-frames:v",
          "4",
        ]
          + options + [path.string])
      var bytes = try TemporaryFolder.bytes(of: path)
      if name.hasSuffix("gif") {
        Self.destroyFrames(ofGIF: &bytes)
      } else {
        let output = try Command.run(
          "ffprobe", "-v", "error", "-show_entries", "packet=pos,size", "-of", "csv=p=0",
          path.string)
        for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
          let numbers = line.split(separator: ",").compactMap { Int($0) }
          try #require(numbers.count >= 2)
          Self.destroy(&bytes, at: numbers[1], count: numbers[0], name)
        }
      }
      let error = #expect(throws: ReadingError.self) {
        _ = try remaining(openBytes(bytes, name: name))
      }
      #expect(error?.kind == .damagedInput)
      let reason = error.map { "\($0.reason)" } ?? ""
      #expect(reason.hasPrefix("none of its frames can be decoded"), "\(reason)")
    }
  }

  private static func destroy(_ bytes: inout [UInt8], at start: Int, count: Int, _ name: String) {
    guard name.hasSuffix("apng") else {
      // The heads of chunks of AVI and of blocks of Matroska.
      let skipped =
        name.hasSuffix("avi") ? 8 : name.hasSuffix("mkv") || name.hasSuffix("webm") ? 4 : 0
      for place in start + skipped..<min(start + skipped + count, bytes.count) {
        bytes[place] = 0xFF
      }
      return
    }
    // The first bytes of the data's zlib stream: type, window.
    for type in ["IDAT", "fdAT"] {
      var from = bytes.startIndex
      while let found = bytes[from...].firstRange(of: Array(type.utf8)) {
        let data = found.upperBound + (type == "fdAT" ? 4 : 0)
        bytes[data] = 0xFF
        from = found.upperBound
      }
    }
  }

  /// Replaces the first code of every frame with an invalid one.
  private static func destroyFrames(ofGIF bytes: inout [UInt8]) {
    let table = bytes[10] & 0x80 == 0 ? 0 : 3 << (Int(bytes[10] & 7) + 1)
    var place = 13 + table
    func skipBlocks() {
      while bytes[place] != 0 { place += Int(bytes[place]) + 1 }
      place += 1
    }
    while bytes[place] != 0x3B {
      if bytes[place] == 0x21 {
        place += 2
        skipBlocks()
        continue
      }
      let flags = bytes[place + 9]
      place += 10 + (flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)) + 1
      for data in place + 1...place + Int(bytes[place]) { bytes[data] = 0xFF }
      skipBlocks()
    }
  }
}
