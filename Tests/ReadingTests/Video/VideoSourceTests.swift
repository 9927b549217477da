import AnimTiming
import Foundation
import FrameTestSupport
import Messages
import SystemPackage
import TestSupport
import Testing

@testable import Atlases
@testable import Raster
@testable import Reading
@testable import Stages

/// Videos encoded by the `ffmpeg` command, read back frame by frame.
@Suite struct VideoSourceTests {
  private static func open(_ path: FilePath) throws -> any FrameSource {
    try openSource(.path(path))
  }

  /// The grey level in the middle of a frame, which is its number in the count.
  private static func position(_ frame: CanvasFrame) -> Int {
    let size = frame.pixels.size
    let value = frame.pixels.withBytes { $0[(size.height / 2 * size.width + size.width / 2) * 4] }
    return Int((Double(value) * 219 / 255 / 8).rounded())
  }

  /// Every container, with and without reordered frames.
  static let files: [(name: String, options: [String])] = [
    ("a.mp4", ["-c:v", "libx264", "-crf", "5", "-bf", "3"]),
    ("b.mov", ["-c:v", "libx264", "-crf", "5", "-bf", "0"]),
    ("c.mkv", ["-c:v", "libx264", "-crf", "5", "-bf", "2", "-g", "4"]),
    ("d.webm", ["-c:v", "libvpx-vp9", "-crf", "5", "-b:v", "0"]),
    ("e.avi", ["-c:v", "mpeg4", "-q:v", "1"]),
    ("f.ts", ["-c:v", "libx264", "-crf", "5", "-bf", "2", "-g", "5"]),
    ("g.flv", ["-c:v", "flv", "-q:v", "1"]),
    ("h.y4m", []),
    ("i.webm", ["-c:v", "libvpx", "-crf", "5", "-b:v", "4M"]),
    ("j.mp4", ["-c:v", "libx265", "-x265-params", "log-level=none", "-crf", "5"]),
  ]

  @Test(arguments: files)
  func everyFrameComesOnceInOrderAtItsTime(name: String, options: [String]) throws {
    try TemporaryFolder.with { folder in
      let source = try Self.open(try MadeVideo.make(name, in: folder, options))
      #expect(source.info.kind == .video)
      #expect(source.info.frames.count == 12)
      let timeline = try source.info.defaultPolicy.resolve(source.info.frames.map(\.delay)).timeline
      #expect(abs(timeline.totalTime.seconds - 1.2) < 0.0011)
      for index in 0..<12 {
        #expect(abs(timeline.startTime(of: index).seconds - 0.1 * Double(index)) < 0.0011)
      }
      var positions: [Int] = []
      while let frame = try source.next() {
        #expect(frame.index == positions.count)
        positions.append(Self.position(frame))
      }
      #expect(positions == Array(0..<12))
      #expect(source.warnings.isEmpty)
    }
  }

  /// FFmpeg 8 assigns the durations of other frames to the packets of such files.
  @Test(arguments: ["N*N*10+N*40", "N*40+mod(N\\,3)*30"])
  func theLastOfReorderedFramesLastsAsLongAsTheHeadersSay(times: String) throws {
    try TemporaryFolder.with { folder in
      let path = try MadeVideo.make(
        "a.mp4", in: folder, rate: "25",
        input: "geq=lum='16+8*N':cb=128:cr=128,settb=1/1000,setpts='\(times)'",
        ["-c:v", "libx264", "-bf", "3", "-video_track_timescale", "1000"]
          + ["-enc_time_base", "1/1000", "-fps_mode", "passthrough"])
      let source = try Self.open(path)
      let timeline = try source.info.defaultPolicy.resolve(source.info.frames.map(\.delay)).timeline
      #expect(timeline.count == 12)
      // FFmpeg's releases differ in the time of the last frame: the file's edit list decides.
      let boxes = MovieBoxes(try TemporaryFolder.bytes(of: path))
      #expect(boxes.movie?.timescale == 1000)
      #expect(boxes.edits.count == 1)
      let end = RationalTime.milliseconds(Int64(try #require(boxes.edits.first).duration))
      #expect(timeline.totalTime == end)
      #expect(timeline.startTime(of: 11) < end)
    }
  }

  @Test(arguments: files)
  func seekingGivesTheSamePixelsAsReadingOn(name: String, options: [String]) throws {
    try TemporaryFolder.with { folder in
      let source = try Self.open(try MadeVideo.make(name, in: folder, options))
      var pictures: [[UInt32]] = []
      while let frame = try source.next() { pictures.append(frame.pixels.rgbaWords) }
      for index in [11, 0, 5, 6, 7, 3, 3, 10, 1, 4, 9, 2, 8, 0] {
        try source.seek(to: index)
        let frame = try #require(try source.next())
        #expect(frame.index == index)
        #expect(frame.pixels.rgbaWords == pictures[index], "frame \(index)")
      }
    }
  }

  /// AVI stores no times for reordered frames.
  @Test func seekingFindsFramesWithoutTimes() throws {
    try TemporaryFolder.with { folder in
      let path = try MadeVideo.make(
        "a.avi", in: folder, ["-c:v", "libx264", "-crf", "5", "-bf", "2", "-g", "5"])
      let source = try Self.open(path)
      #expect(source.info.warnings.contains { $0.detail.hasPrefix("frames without times") })
      var pictures: [[UInt32]] = []
      while let frame = try source.next() { pictures.append(frame.pixels.rgbaWords) }
      #expect(Set(pictures).count == pictures.count)
      for index in [7, 3, 9, 9, 0, 5] {
        try source.seek(to: index)
        #expect(try source.next()?.pixels.rgbaWords == pictures[index], "frame \(index)")
      }
      #expect(source.warnings.isEmpty)
    }
  }

  @Test func durationsThatVaryAreExact() throws {
    try TemporaryFolder.with { folder in
      let path = try MadeVideo.make(
        "vfr.mp4", in: folder, count: 5,
        ["-vf", "setpts='(N*N+N)/2'", "-fps_mode", "vfr", "-c:v", "libx264", "-bf", "0"]
          + ["-video_track_timescale", "1000", "-enc_time_base", "1:1000"])
      let source = try Self.open(path)
      let timeline = try source.info.defaultPolicy.resolve(source.info.frames.map(\.delay)).timeline
      #expect(
        (0..<5).map { timeline.startTime(of: $0) }
          == [0, 100, 300, 600, 1000].map { .milliseconds($0) })
    }
  }

  @Test func turnedVideosComeUprightAndWidePixelsSquare() throws {
    try TemporaryFolder.with { folder in
      // The left half is white.
      let halves = "geq=lum='if(lt(X,32),235,16)':cb=128:cr=128"
      let flat = try MadeVideo.make(
        "flat.mp4", in: folder, count: 2, input: halves, ["-c:v", "libx264"])
      // FFmpeg's releases name the options for rotation differently, so the matrix of `tkhd` is
      // written by hand: x to y and y to minus x.
      var bytes = try TemporaryFolder.bytes(of: flat)
      let kind = try #require(bytes.indices.first { bytes[$0...].starts(with: "tkhd".utf8) })
      let matrix: [UInt32] = [0, 0x1_0000, 0, 0xFFFF_0000, 0, 0, 48 << 16, 0, 0x4000_0000]
      for (index, number) in matrix.enumerated() {
        for byte in 0..<4 {
          bytes[kind + 44 + index * 4 + byte] = UInt8(truncatingIfNeeded: number >> (24 - byte * 8))
        }
      }
      let turned = folder.appending("turned.mp4")
      try folder.write(bytes, to: "turned.mp4")
      let source = try Self.open(turned)
      #expect(source.info.size == PixelSize(width: 48, height: 64))
      let probe = try Command.run(
        "ffmpeg", "-v", "error", "-i", turned.string, "-frames:v", "1", "-f", "rawvideo",
        "-pix_fmt", "gray", "-")
      let frame = try #require(try source.next())
      let words = frame.pixels.rgbaWords
      for (x, y) in [(24, 8), (24, 56), (4, 30), (44, 34)] {
        let expected = probe[y * 48 + x] > 127
        #expect((words[y * 48 + x] & 255 > 127) == expected, "at \((x, y))")
      }

      let wide = try MadeVideo.make(
        "wide.mp4", in: folder, count: 2, input: halves, ["-c:v", "libx264", "-aspect", "8:3"])
      #expect(try Self.open(wide).info.size == PixelSize(width: 128, height: 48))
    }
  }

  /// Pure colours through every matrix that can be tagged.
  @Test(arguments: [("bt709", "bt709"), ("smpte170m", "smpte170m"), ("bt470bg", "bt470bg")])
  func colorsAreThoseThatTheTagsSay(matrix: String, tag: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("color.mp4")
      _ = try Command.run(
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=c=0xC83214:size=64x48:rate=10",
        "-vf", "scale=out_color_matrix=\(matrix == "bt470bg" ? "bt601" : matrix),format=yuv444p",
        "-colorspace", tag, "-frames:v", "1", "-c:v", "libx264", "-crf", "2", path.string)
      let frame = try #require(try Self.open(path).next())
      let found = frame.pixels.withBytes { Array($0[4000..<4003]).map(Int.init) }
      for (a, b) in zip(found, [0xC8, 0x32, 0x14]) { #expect(abs(a - b) <= 3, "\(found)") }
    }
  }

  @Test(arguments: ["libvpx-vp9", "libvpx"])
  func alphaOfWebMIsKept(encoder: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("alpha.webm")
      _ = try Command.run(
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
        "color=c=red@0.5:size=64x48:rate=10,format=yuva420p",
        "-frames:v", "2", "-c:v", encoder, "-auto-alt-ref", "0", "-b:v", "1M", path.string)
      let source = try Self.open(path)
      #expect(source.info.alpha == .possible)
      #expect(try source.detectAlpha())
      let frame = try #require(try source.next())
      let alpha = frame.pixels.withBytes { Int($0[4003]) }
      #expect(abs(alpha - 127) <= 2)
    }
  }

  @Test func aDamagedVideoKeepsItsFramesAndTimes() throws {
    try TemporaryFolder.with { folder in
      let path = try MadeVideo.make(
        "a.mkv", in: folder, count: 12, ["-c:v", "libx264", "-crf", "20", "-bf", "0", "-g", "6"])
      var bytes = try TemporaryFolder.bytes(of: path)
      for offset in bytes.count * 2 / 3..<bytes.count * 2 / 3 + 40 { bytes[offset] ^= 0x5A }
      let source = try openSource(.bytes(bytes, name: "a.mkv"))
      var count = 0
      while let frame = try source.next() {
        #expect(frame.index == count)
        count += 1
      }
      #expect(count == source.info.frames.count)
    }
  }

  @Test func playlistsAndScriptsAreNotVideos() throws {
    for (text, title) in [
      ("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n", "an HLS playlist"),
      ("<MPD></MPD>", "a DASH manifest"),
      ("<?xml version='1.0'?>\n<!-- -->\n<MPD/>", "a DASH manifest"),
      ("v=0\no=- 0 0 IN IP4 127.0.0.1\n", "an SDP description"),
      ("[playlist]\nFile1=http://127.0.0.1/\n", "a PLS playlist"),
    ] {
      #expect(
        throws: ReadingError.unsupported(
          detail: "\(title), which points to media elsewhere, is not followed",
          remedy: "give the media file itself")
      ) {
        try openSource(.bytes(Array(text.utf8), name: "x.mp4"))
      }
    }
    #expect(throws: ReadingError.unknownKind) {
      try openSource(.bytes(Array("#!/bin/sh\nexit 0\n".utf8), name: "x.mp4"))
    }
  }

  /// They are recognized, and the suggested commands work.
  @Test(arguments: [
    ("a.mpg", ["-c:v", "mpeg2video"], "an MPEG program stream"),
    ("b.ogv", ["-c:v", "libtheora"], "Ogg"),
  ])
  func formatsThatAreNotReadCanBeCopiedToOneThatIs(
    name: String, options: [String], title: String
  ) throws {
    try TemporaryFolder.with { folder in
      let path = try MadeVideo.make(name, in: folder, rate: "25", options)
      let error = #expect(throws: ReadingError.self) { try Self.open(path) }
      #expect(error?.reason == "\(title) is not supported")
      let remedy = try #require(error?.remedy?.description)
      let words = try #require(remedy.split(separator: ": ").last).split(separator: " ")
      let copy = folder.appending("copy.mkv")
      _ = try Command.run(
        words.map { $0 == "IN" ? path.string : $0 == "OUT.mkv" ? copy.string : String($0) }
          + ["-v", "error"])
      let source = try Self.open(copy)
      #expect(source.info.frames.count == 12)
      let timeline = try source.info.defaultPolicy.resolve(source.info.frames.map(\.delay)).timeline
      #expect(abs(timeline.totalTime.seconds - 0.48) < 0.002)
    }
  }

  /// A list of pictures is read, but only from its own folder.
  @Test func listsOpenNothingOutsideTheirFolder() throws {
    let text = "ffconcat version 1.0\nfile '/etc/x.png'\n"
    let isRefused = { (error: any Error) in
      if case ReadingError.unsupported = error { true } else { false }
    }
    #expect(performing: { try openSource(.bytes(Array(text.utf8), name: "x")) }, throws: isRefused)
    try TemporaryFolder.with { folder in
      try folder.write(text, to: "x.mp4")
      #expect(throws: AtlasError.imageRefused(name: "/etc/x.png", reason: .absolute)) {
        try openSource(.path(folder.appending("x.mp4")))
      }
    }
  }

  @Test func mutatedVideosNeverEndTheProcess() throws {
    try TemporaryFolder.with { folder in
      for name in ["a.mp4", "d.webm", "f.ts"] {
        let options = Self.files.first { $0.name == name }!.options
        let original = try TemporaryFolder.bytes(of: try MadeVideo.make(name, in: folder, options))
        var random = SeededGenerator(seed: 7)
        for _ in 0..<40 {
          var bytes = original
          for _ in 0..<Int.random(in: 1...12, using: &random) {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
              in: 0...255, using: &random)
          }
          if Bool.random(using: &random) {
            bytes.removeLast(.random(in: 0..<bytes.count, using: &random))
          }
          do {
            let source = try openSource(.bytes(bytes, name: name))
            var count = 0
            while try source.next() != nil { count += 1 }
            #expect(count == source.info.frames.count)
          } catch is ReadingError {}
        }
      }
    }
  }
}

extension RationalTime {
  fileprivate var seconds: Double { Double(numerator) / Double(denominator) }
}
