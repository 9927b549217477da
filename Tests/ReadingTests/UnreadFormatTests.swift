import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import Reading
@testable import Stages

@Suite struct UnreadFormatTests {
  /// Files written by `ffmpeg`: name, options, and the format's name in the refusal.
  static let videos: [(name: String, options: [String], title: String)] = [
    ("a.wmv", ["-c:v", "wmv2"], "Windows Media"), ("a.mxf", ["-c:v", "mpeg2video"], "MXF"),
    ("a.ivf", ["-c:v", "libvpx"], "IVF"), ("a.nut", ["-c:v", "ffv1"], "NUT"),
    ("a.h264", ["-c:v", "libx264"], "raw H.264"), ("a.m2v", ["-c:v", "mpeg2video"], "MPEG video"),
    ("a.hevc", ["-c:v", "libx265", "-x265-params", "log-level=none"], "raw HEVC"),
    ("a.dv", ["-s", "720x576", "-r", "25", "-pix_fmt", "yuv420p"], "raw DV"),
    ("a.swf", ["-c:v", "flv1"], "Flash"),
  ]

  /// The printed remedy is run.
  @Test(arguments: videos)
  func videosAreNamedWithAWayThatWorks(
    _ video: (name: String, options: [String], title: String)
  ) throws {
    try TemporaryFolder.with { folder in
      let path = try MadeVideo.make(video.name, in: folder, count: 5, rate: "25", video.options)
      var command = ""
      #expect {
        try openSource(.path(path))
      } throws: { error in
        guard case ReadingError.otherFormat(let detail, let remedy) = error else { return false }
        command = "\(remedy)".split(separator: ": ").last.map(String.init) ?? ""
        return "\(detail)".contains(video.title)
      }
      let output = folder.appending("out.mkv")
      let words = command.split(separator: " ").map {
        $0 == "IN" ? path.string : $0 == "OUT.mkv" ? output.string : String($0)
      }
      _ = try Command.run([words[0], "-v", "error"] + words.dropFirst())
      #expect(try remaining(openSource(.path(output))).count == 5)
    }
  }

  /// An MP4 of HEVC with the brand and the handler of a sequence (ISO/IEC 23008-12, 7).
  @Test func theRemedyForSequencesKeepsEveryFrame() throws {
    try TemporaryFolder.with { folder in
      let made = try MadeVideo.make("a.mp4", in: folder, count: 5, ["-c:v", "libx265"])
      var bytes = try folder.bytes(of: "a.mp4")
      bytes.replaceSubrange(8..<12, with: Array("hevc".utf8))
      let handler = try #require(bytes.firstRange(of: Array("vide".utf8)))
      bytes.replaceSubrange(handler, with: Array("pict".utf8))
      try folder.write(bytes, to: "a.heics")
      #expect {
        try openSource(.path(folder.appending("a.heics")))
      } throws: { error in
        guard case ReadingError.otherFormat(let title, let remedy) = error else { return false }
        return title == "a HEIF image sequence" && "\(remedy)".contains("-c copy")
      }
      let output = folder.appending("out.mkv")
      _ = try Command.run(
        "ffmpeg", "-v", "error", "-fflags", "+genpts", "-i", folder.appending("a.heics").string,
        "-c", "copy", "-an", output.string)
      #expect(
        try remaining(openSource(.path(output))).map(pixels)
          == remaining(openSource(.path(made))).map(pixels))
    }
  }

  static let signatures: [([UInt8], String)] = [
    (Array("\0\0\0\u{18}ftypmsf1".utf8), "HEIF image sequence"),
    (Array("\0\0\0\u{18}ftyphevc".utf8), "HEIF image sequence"),
    (Array("#?RADIANCE\n".utf8), "Radiance"), ([0, 0, 1, 0, 1, 0], "icon"),
  ]

  @Test(arguments: signatures) func signaturesAreNamed(_ bytes: [UInt8], _ title: String) throws {
    #expect {
      try openSource(.bytes(bytes, name: "x"))
    } throws: { error in
      guard case ReadingError.otherFormat(let detail, _) = error else { return false }
      return "\(detail)".contains(title)
    }
  }

  /// AVCHD: packets of 192 bytes.
  @Test func packetsWithATimeBeforeThemAreRead() throws {
    try TemporaryFolder.with { folder in
      let ts = try MadeVideo.make("a.ts", in: folder, count: 9, ["-c:v", "libx264"])
      let m2ts = folder.appending("a.m2ts")
      _ = try Command.run(
        "ffmpeg", "-v", "error", "-i", ts.string, "-c", "copy", "-f", "mpegts", "-mpegts_m2ts_mode",
        "1", m2ts.string)
      let source = try openSource(.path(m2ts))
      #expect(source.info.warnings.isEmpty)
      #expect(try remaining(source).map(pixels) == remaining(openSource(.path(ts))).map(pixels))
    }
  }
}
