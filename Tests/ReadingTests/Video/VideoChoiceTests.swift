import AnimTiming
import Foundation
import FrameTestSupport
import Messages
import SystemPackage
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages

/// Files with several videos, with interlacing, and with time before the first picture.
@Suite struct VideoChoiceTests {
  private static func make(
    _ name: String, in folder: TemporaryFolder, _ options: [String]
  ) throws -> FilePath {
    let path = folder.appending(name)
    _ = try Command.run(["ffmpeg", "-v", "error", "-y"] + options + [path.string])
    return path
  }

  private static func open(_ path: FilePath, stream: Int? = nil) throws -> any FrameSource {
    var options = ReadingOptions()
    options.video.stream = stream
    return try openSource(.path(path), options: options)
  }

  private static let two =
    ["-f", "lavfi", "-i", "color=red:size=64x48:rate=10:duration=1", "-f", "lavfi", "-i"]
    + [
      "color=blue:size=128x96:rate=10:duration=2", "-map", "0", "-map", "1", "-pix_fmt", "yuv420p",
    ]
  private static let secondIsDefault = ["-disposition:v:0", "0", "-disposition:v:1", "default"]

  /// Chromium shows these; FFmpeg would choose the longer one in the first file.
  static let shown: [(name: String, options: [String], number: Int)] = [
    ("first.mp4", ["-c:v", "libx264"], 0),
    ("second.mp4", ["-c:v", "libx264"] + secondIsDefault, 1),
    ("first.webm", ["-c:v", "libvpx", "-threads", "1", "-b:v", "1M"], 0),
    ("second.webm", ["-c:v", "libvpx", "-threads", "1", "-b:v", "1M"] + secondIsDefault, 0),
  ]

  @Test(arguments: shown)
  func theVideoThatPlayersShowIsRead(name: String, options: [String], number: Int) throws {
    try TemporaryFolder.with { folder in
      let path = try Self.make(name, in: folder, Self.two + options)
      let sizes = [PixelSize(width: 64, height: 48), PixelSize(width: 128, height: 96)]
      let source = try Self.open(path)
      #expect(source.info.size == sizes[number])
      #expect(
        source.info.notes.map { $0.text(.options) } == [
          "the file has several videos, 0 (64x48), 1 (128x96): \(number) is read; "
            + "--stream chooses"
        ])
      for index in 0...1 {
        let chosen = try Self.open(path, stream: index)
        #expect(chosen.info.size == sizes[index])
        #expect(chosen.info.frames.count == 10 * (index + 1))
        let word = try #require(try chosen.next()).pixels.rgbaWords[500]
        let (red, blue) = (word & 255, word >> 16 & 255)
        #expect(index == 0 ? red > 200 && blue < 40 : blue > 200 && red < 40)
        // Seeking backward opens the file again.
        try chosen.seek(to: 0)
        #expect(try chosen.next()?.pixels.size == sizes[index])
      }
      let error = #expect(throws: ReadingError.self) { try Self.open(path, stream: 2) }
      #expect(error?.kind == .usage)
      #expect(error?.reason.description == "the file has no video 2: it has 2, counted from 0")
    }
  }

  @Test func aCoverIsNoVideo() throws {
    try TemporaryFolder.with { folder in
      let cover = try Self.make(
        "cover.png", in: folder,
        ["-f", "lavfi", "-i", "color=green:size=300x300", "-frames:v", "1"])
      let path = try Self.make(
        "a.mp4", in: folder,
        ["-i", cover.string, "-f", "lavfi", "-i", "color=red:size=64x48:rate=10:duration=1"]
          + ["-map", "0", "-map", "1", "-c:v:0", "png", "-c:v:1", "libx264"]
          + ["-disposition:v:0", "attached_pic"])
      let source = try Self.open(path)
      #expect(source.info.size == PixelSize(width: 64, height: 48))
      #expect(source.info.notes.isEmpty)
    }
  }

  private static let test = ["-f", "lavfi", "-i", "testsrc=size=64x48:rate=10:duration=2"]

  /// Chromium shows the first picture from 0, and reports the same durations for these files.
  @Test func theFirstPictureIsHeldForWhatComesBeforeIt() throws {
    try TemporaryFolder.with { folder in
      let sound = ["-f", "lavfi", "-i", "sine=duration=3", "-t", "2.5", "-map", "0", "-map", "1"]
      for (name, options) in [
        (
          "late.mp4",
          sound + ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac", "-fps_mode", "vfr"]
        ),
        ("late.webm", ["-c:v", "libvpx", "-threads", "1", "-b:v", "1M", "-fps_mode", "vfr"]),
      ] {
        let path = try Self.make(
          name, in: folder, ["-itsoffset", "0.5"] + Self.test + options)
        let source = try Self.open(path)
        let delays = source.info.frames.map(\.delay.time)
        let total = delays.reduce(RationalTime.zero) { $0 + ($1 ?? .zero) }
        #expect(total == RationalTime(5, 2), "\(name): \(total)")
        #expect(delays[0] == RationalTime(3, 5))
        #expect(delays[1] == RationalTime(1, 10))
        #expect(
          source.info.warnings.map(\.detail) == [
            "the first picture is also shown for the 500 ms before it, for which the file has none"
          ])
        #expect(try source.next()?.index == 0)
      }
    }
  }

  @Test func aLateFirstTimeAddsNoTimeBeforeIt() throws {
    try TemporaryFolder.with { folder in
      for (name, options) in [
        ("a.mp4", ["-c:v", "libx264", "-bf", "3"]), ("b.ts", ["-c:v", "libx264", "-bf", "3"]),
        ("c.mp4", ["-c:v", "libx264", "-bf", "3", "-use_editlist", "0"]),
      ] {
        let path = try Self.make(
          name, in: folder, Self.test + ["-pix_fmt", "yuv420p"] + options)
        let source = try Self.open(path)
        #expect(source.info.warnings.isEmpty, "\(name)")
        #expect(source.info.frames[0].delay.time == RationalTime(1, 10), "\(name)")
      }
    }
  }

  /// Moving shapes and still text, filmed at 50 fields per second.
  private static func fields(
    _ name: String, in folder: TemporaryFolder, _ options: [String], source: String = scroll
  ) throws -> FilePath {
    try make(
      name, in: folder,
      ["-f", "lavfi", "-i", source, "-frames:v", "12"]
        + ["-vf", "tinterlace=interleave_top,setfield=tff", "-flags", "+ildct+ilme"] + options)
  }
  private static let scroll =
    "testsrc=size=640x480:rate=50:duration=1,crop=320:240:x='mod(n*3,300)':y=60,format=yuv420p"

  /// The mean squared difference of luma from the pictures of the first fields.
  private static func error(_ frames: [[UInt8]], _ filmed: [UInt8]) -> Double {
    var sum = 0.0
    let size = 320 * 240
    for (index, frame) in frames.enumerated() {
      for place in 0..<size {
        let difference = Double(frame[place]) - Double(filmed[2 * index * size + place])
        sum += difference * difference
      }
    }
    return sum / Double(size * frames.count)
  }

  /// The judges are FFmpeg's bwdif and the pictures from which the fields were taken.
  @Test func whatMovesIsAsGoodAsBWDIFMakesIt() throws {
    try TemporaryFolder.with { folder in
      let path = try Self.fields("a.mkv", in: folder, ["-c:v", "ffv1"])
      func gray(_ filter: String) throws -> [UInt8] {
        [UInt8](
          try Command.run(
            "ffmpeg", "-v", "error", "-i", path.string, "-vf",
            filter + "scale=in_range=tv:out_range=pc,format=gray", "-f", "rawvideo", "-"))
      }
      let filmed = [UInt8](
        try Command.run(
          "ffmpeg", "-v", "error", "-f", "lavfi", "-i", Self.scroll, "-vf",
          "scale=in_range=tv:out_range=pc,format=gray", "-f", "rawvideo", "-"))
      func read(_ deinterlacing: ReadingOptions.Video.Deinterlacing) throws -> [[UInt8]] {
        var options = ReadingOptions()
        options.video.deinterlace = deinterlacing
        let source = try openSource(.path(path), options: options)
        var frames: [[UInt8]] = []
        while let frame = try source.next() {
          frames.append(
            frame.pixels.rgbaWords.map { word in
              let (r, g, b) = (word & 255, word >> 8 & 255, word >> 16 & 255)
              return UInt8((299 * r + 587 * g + 114 * b + 500) / 1000)
            })
        }
        return frames
      }
      let size = 320 * 240
      let bwdif = try gray("bwdif=mode=send_frame:parity=tff:deint=all,")
      let theirs = Self.error(
        (0..<12).map { Array(bwdif[$0 * size..<($0 + 1) * size]) }, filmed)
      let ours = Self.error(try read(.auto), filmed)
      let combed = Self.error(try read(.off), filmed)
      // Twice the error would be 3 dB.
      #expect(ours <= theirs * 1.3, "\(ours), and \(theirs) by bwdif")
      #expect(combed > 10 * ours, "\(combed)")
    }
  }

  /// Chroma has half as many rows as luma, so each plane must follow its own rows.
  @Test func colorsMoveWithTheirLuma() throws {
    try TemporaryFolder.with { folder in
      // Only the area near the bottom moves.
      let box =
        "color=c=gray:size=320x240:rate=50:duration=1[g];color=c=red:size=40x40:rate=50:duration=1[r];"
        + "[g][r]overlay=x='4*n':y=180,format=yuv420p"
      let path = try Self.fields("a.mkv", in: folder, ["-c:v", "ffv1"], source: box)
      let whole = try Self.make(
        "b.mkv", in: folder, ["-f", "lavfi", "-i", box, "-c:v", "ffv1"])
      /// Blue minus red, below the upper quarter.
      func tints(
        _ path: FilePath, _ deinterlacing: ReadingOptions.Video.Deinterlacing, each step: Int
      ) throws
        -> [[Int]]
      {
        var options = ReadingOptions()
        options.video.deinterlace = deinterlacing
        let source = try openSource(.path(path), options: options)
        var frames: [[Int]] = []
        while let frame = try source.next(), frames.count < 12 * step {
          frames.append(
            frame.pixels.rgbaWords.dropFirst(320 * 60).map {
              Int($0 >> 16 & 255) - Int($0 & 255)
            })
        }
        return stride(from: 0, to: frames.count, by: step).map { frames[$0] }
      }
      let filmed = try tints(whole, .off, each: 2)
      func error(_ frames: [[Int]]) -> Int {
        zip(frames, filmed).reduce(0) { sum, pair in
          sum + zip(pair.0, pair.1).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        }
      }
      let combed = error(try tints(path, .off, each: 1))
      let ours = error(try tints(path, .auto, each: 1))
      #expect(combed > 0)
      #expect(ours * 4 < combed, "\(ours) of \(combed)")
    }
  }

  @Test(arguments: [
    ("yuv420p", "ffv1"), ("yuv422p10le", "ffv1"), ("yuv444p", "ffv1"),
  ])
  func whatStandsStillKeepsEveryLine(pixels: String, codec: String) throws {
    try TemporaryFolder.with { folder in
      let path = try Self.fields(
        "a.mkv", in: folder, ["-c:v", codec, "-pix_fmt", pixels, "-q:v", "1"],
        source: "testsrc=size=320x240:rate=1:duration=1,loop=49:1,fps=50,format=\(pixels)")
      var combed = ReadingOptions()
      combed.video.deinterlace = .off
      let one = try openSource(.path(path))
      let other = try openSource(.path(path), options: combed)
      #expect(try one.next()?.pixels.rgbaWords == other.next()?.pixels.rgbaWords)
    }
  }

  /// Interlaced video is reported in a note, and a frame is the same however it was reached.
  @Test func interlacedVideosAreNamed() throws {
    try TemporaryFolder.with { folder in
      let path = try Self.fields("a.mp4", in: folder, ["-c:v", "libx264", "-g", "4", "-bf", "2"])
      let source = try openSource(.path(path))
      #expect(
        source.info.notes.map { $0.text(.options) } == [
          "the video is interlaced: moving areas use the first of its two fields; "
            + "--deinterlace off keeps both"
        ])
      var words: [[UInt32]] = []
      while let frame = try source.next() { words.append(frame.pixels.rgbaWords) }
      for index in [5, 0, 4, 11] {
        try source.seek(to: index)
        #expect(try source.next()?.pixels.rgbaWords == words[index])
      }
      let progressive = try MadeVideo.make("b.mp4", in: folder, ["-c:v", "libx264"])
      #expect(try openSource(.path(progressive)).info.notes.isEmpty)
    }
  }

  /// Cut without encoding, the file begins within a frame; Chromium shows the next one from the
  /// start.
  @Test(arguments: [
    ("0.53", "29.98046875 ms"), ("0.03", "29.98046875 ms"), ("0.5", nil), ("0", nil),
  ])
  func reportsACutWithinAFrame(start: String, told: String?) throws {
    try TemporaryFolder.with { folder in
      for bFrames in ["0", "2"] {
        let whole = try Self.make(
          "whole.mp4", in: folder,
          ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=3", "-c:v", "libx264"]
            + ["-g", "10", "-bf", bFrames, "-pix_fmt", "yuv420p"])
        let path = folder.appending("cut.mp4")
        _ = try Command.run(
          ["ffmpeg", "-v", "error", "-y", "-ss", start, "-i", whole.string, "-c", "copy"]
            + [path.string])
        let notes = try Self.open(path).info.notes.map { $0.text(.options) }
        #expect(
          notes
            == (told.map {
              [
                "the file begins \($0) within a frame, which is left out: the next one is shown "
                  + "from the start"
              ]
            } ?? []), "\(bFrames) B-frames")
      }
    }
  }
}
