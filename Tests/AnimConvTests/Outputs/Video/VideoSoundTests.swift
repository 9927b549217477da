import AnimTiming
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Reading
@testable import Stages
@testable import Writing

/// The sound of a video after conversion to another video, judged by ffprobe and ffmpeg: the sound
/// is silence with a beep, which must be at the right time.
@Suite struct VideoSoundTests {
  private static let rate = 48_000

  /// 2 s at 10 frames per second, with a beep of 1 kHz from 1.0 to 1.1 s.
  private func made(
    _ name: String, in folder: TemporaryFolder, _ options: [String], channels: Int = 2,
    delay: String = "0"
  ) throws -> FilePath {
    let path = folder.appending(name)
    let beep = "0.5*sin(2*PI*1000*t)*between(t,1,1.1)"
    let all = [String](repeating: beep, count: channels).joined(separator: "|")
    _ = try Command.run(
      ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=10:duration=2"]
        + ["-itsoffset", delay, "-f", "lavfi", "-i", "aevalsrc='\(all)':s=44100:d=2"]
        + ["-map", "0:v", "-map", "1:a"] + options + [path.string])
    return path
  }

  private static let mp4 = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "0", "-c:a", "aac"]
  @discardableResult
  private func convert(
    _ input: FilePath, to path: FilePath, _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> Conversion.Report {
    var conversion = Conversion(input: .path(input), output: .file(path))
    if path.string.hasSuffix("webm") { conversion.video.codec = .vp8 }
    change(&conversion)
    return try ConversionJob(conversion).run()
  }

  /// ffprobe's report about the audio; empty without audio.
  private func sound(_ path: FilePath, _ fields: String) throws -> [String: String] {
    let output = try Command.run(
      "ffprobe", "-v", "error", "-select_streams", "a", "-show_entries", "stream=\(fields)", "-of",
      "default=noprint_wrappers=1", path.string)
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    return Dictionary(
      lines.map { line in
        let parts = line.split(separator: "=", maxSplits: 1)
        return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The times and contents of the audio packets, as ffprobe reports them.
  private func packets(_ path: FilePath) throws -> [String] {
    let output = try Command.run(
      "ffprobe", "-v", "error", "-select_streams", "a", "-show_packets", "-show_data_hash", "md5",
      "-show_entries", "packet=pts_time,data_hash", "-of", "csv=p=0", path.string)
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The start and end of the beep, in seconds from the first picture, as ffmpeg decodes it; nil if
  /// there is no beep.
  private func beep(_ path: FilePath) throws -> (from: Double, to: Double)? {
    let bytes = try Command.run(
      "ffmpeg", "-v", "error", "-copyts", "-i", path.string, "-map", "0:a:0", "-af",
      "aresample=async=1:first_pts=0",
      "-ac", "1", "-ar", "\(Self.rate)", "-f", "s16le", "-")
    let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    let loud = samples.indices.filter { abs(Int(samples[$0])) > 6000 }
    guard let first = loud.first, let last = loud.last else { return nil }
    return (Double(first) / Double(Self.rate), Double(last) / Double(Self.rate))
  }

  private func expectBeep(
    _ path: FilePath, from: Double, to: Double, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try #require(try beep(path), sourceLocation: sourceLocation)
    #expect(abs(found.from - from) < 0.003, "\(found)", sourceLocation: sourceLocation)
    #expect(abs(found.to - to) < 0.003, "\(found)", sourceLocation: sourceLocation)
  }

  @Test func packetsAreCopiedWhereTheContainerTakesThem() throws {
    try TemporaryFolder.with { folder in
      let input = try made("in.mp4", in: folder, Self.mp4)
      let output = folder.appending("out.mp4")
      let report = try convert(input, to: output)
      #expect(try packets(output) == packets(input))
      #expect(try packets(output).count > 80)
      try expectBeep(output, from: 1, to: 1.1)
      #expect(!report.plan.notes.contains { "\($0)".contains("sound") })
      let webm = folder.appending("in.webm")
      try convert(input, to: webm)
      let copied = folder.appending("out.webm")
      try convert(webm, to: copied)
      #expect(try packets(copied) == packets(webm))
      try expectBeep(copied, from: 1, to: 1.1)
    }
  }

  /// Broadcasts switch from two channels to one for an advertisement.
  @Test func channelsMayBecomeFewerInMidStream() throws {
    try TemporaryFolder.with { folder in
      let options = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "0", "-c:a", "aac"]
      let stereo = try made("a.ts", in: folder, options)
      let mono = try made(
        "b.ts", in: folder, options + ["-output_ts_offset", "2"], channels: 1)
      var bytes = try Data(contentsOf: URL(fileURLWithPath: stereo.string))
      bytes += try Data(contentsOf: URL(fileURLWithPath: mono.string))
      let input = folder.appending("in.ts")
      try bytes.write(to: URL(fileURLWithPath: input.string))
      let output = folder.appending("out.webm")
      try convert(input, to: output)
      #expect(try sound(output, "channels")["channels"] == "2")
      let found = try #require(try beep(output))
      #expect(abs(found.from - 1) < 0.1)
      #expect(abs(found.to - 3.1) < 0.1)
    }
  }

  /// The positions and sizes of an input's audio packets.
  private func places(_ path: FilePath) throws -> [(offset: Int, bytes: Int)] {
    let output = try Command.run(
      "ffprobe", "-v", "error", "-select_streams", "a", "-show_entries", "packet=pos,size", "-of",
      "csv=p=0", path.string)
    return String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { line in
      let numbers = line.split(separator: ",").compactMap { Int($0) }
      return numbers.count == 2 ? (numbers[1], numbers[0]) : nil
    }
  }

  /// A copy with undecodable audio packets from a given time on.
  private func damaged(
    _ path: FilePath, _ packets: Range<Int>?, in folder: TemporaryFolder
  ) throws -> FilePath {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path.string))
    let places = try places(path)
    for place in packets.map({ places[$0] }) ?? places[...] {
      for byte in place.offset..<place.offset + place.bytes { bytes[byte] = 0xFF }
    }
    let other = folder.appending("damaged.mp4")
    try bytes.write(to: URL(fileURLWithPath: other.string))
    return other
  }

  /// Packets of AAC last 1024 samples each.
  @Test(arguments: ["mp4", "webm"])
  func reportsUndecodableSoundWithItsTime(kind: String) throws {
    try TemporaryFolder.with { folder in
      let input = try damaged(
        made("in.mp4", in: folder, Self.mp4), 10..<20, in: folder)
      let output = folder.appending("out.\(kind)")
      let report = try convert(input, to: output)
      #expect(
        report.warnings.map(\.detail) == [
          "the sound cannot be decoded for 232.2 ms from 209 ms on: there is silence instead"
        ])
      try expectBeep(output, from: 1, to: 1.1)
      // Dropped sound is not reported if the input has none.
      let part = try convert(input, to: folder.appending("part.\(kind)")) {
        $0.timing.edits.range = .frames(from: 5, to: 15)
      }
      #expect(part.warnings.isEmpty)
      #expect(throws: (any Error).self) {
        try self.convert(input, to: folder.appending("strict.\(kind)")) {
          $0.reading.isStrict = true
        }
      }
    }
  }

  @Test(arguments: ["mp4", "webm"])
  func theVideoIsKeptWhereAllSoundIsDestroyed(kind: String) throws {
    try TemporaryFolder.with { folder in
      let input = try damaged(made("in.mp4", in: folder, Self.mp4), nil, in: folder)
      let output = folder.appending("out.\(kind)")
      let report = try convert(input, to: output)
      #expect(
        report.warnings.map(\.detail) == [
          "the sound is left out: nothing of it can be decoded"
        ])
      #expect(try sound(output, "codec_name").isEmpty)
    }
  }

  /// The encryption of ISO/IEC 23001-7, as in purchased films.
  @Test func encryptedVideoIsRefused() throws {
    try TemporaryFolder.with { folder in
      let keys =
        ["-encryption_scheme", "cenc-aes-ctr"]
        + ["-encryption_key", "76a6c65c5ea762046bd749a2e632ccbb"]
        + ["-encryption_kid", "a7e61c373e219033c21091fa607bf3b8"]
      let both = try made("both.mp4", in: folder, Self.mp4 + keys)
      do {
        try convert(both, to: folder.appending("out.mp4"))
        Issue.record("encrypted pictures were decoded")
      } catch {
        #expect("\(error)".contains("is encrypted"))
      }
    }
  }

  @Test func soundBecomesWhatTheContainerTakes() throws {
    try TemporaryFolder.with { folder in
      let mp4 = try made("in.mp4", in: folder, Self.mp4)
      let webm = folder.appending("out.webm")
      try convert(mp4, to: webm)
      let opus = try sound(webm, "codec_name,channels,start_time")
      #expect(opus["codec_name"] == "opus")
      #expect(opus["channels"] == "2")
      try expectBeep(webm, from: 1, to: 1.1)
      let back = folder.appending("back.mp4")
      try convert(webm, to: back)
      let aac = try sound(back, "codec_name,sample_rate,start_time,duration")
      #expect(aac["codec_name"] == "aac")
      #expect(aac["start_time"] == "0.000000")
      #expect(abs((Double(aac["duration"] ?? "") ?? 0) - 2) < 0.03)
      try expectBeep(back, from: 1, to: 1.1)
    }
  }

  @Test(arguments: ["mp4", "webm"])
  func aRangeCutsSoundToTheSample(kind: String) throws {
    try TemporaryFolder.with { folder in
      let input = try made("in.mp4", in: folder, Self.mp4)
      let output = folder.appending("out.\(kind)")
      try convert(input, to: output) { $0.timing.edits.range = .frames(from: 5, to: 15) }
      try expectBeep(output, from: 0.5, to: 0.6)
      // The beep is cut in two.
      let inside = folder.appending("inside.\(kind)")
      try convert(input, to: inside) {
        $0.timing.edits.range = .times(from: RationalTime(21, 20), to: RationalTime(3, 2))
      }
      let found = try #require(try beep(inside))
      #expect(found.from < 0.003)
      #expect(abs(found.to - 0.05) < 0.003)
      if kind == "mp4" {
        let length = try sound(inside, "duration")["duration"].flatMap(Double.init) ?? 0
        #expect(abs(length - 0.45) < 0.001)
      }
    }
  }

  @Test(arguments: ["mp4", "webm"])
  func soundThatStartsLateStaysLate(kind: String) throws {
    try TemporaryFolder.with { folder in
      let input = try made("in.mp4", in: folder, Self.mp4, delay: "0.7")
      let output = folder.appending("out.\(kind)")
      try convert(input, to: output)
      try expectBeep(output, from: 1.7, to: 1.8)
      let start = try sound(output, "start_time")["start_time"].flatMap(Double.init) ?? 0
      #expect(abs(start - 0.7) < 0.035)
    }
  }

  @Test func sixChannelsStaySix() throws {
    try TemporaryFolder.with { folder in
      let input = try made("in.mp4", in: folder, Self.mp4, channels: 6)
      let output = folder.appending("out.webm")
      try convert(input, to: output)
      #expect(try sound(output, "channels")["channels"] == "6")
      try expectBeep(output, from: 1, to: 1.1)
    }
  }

  @Test func soundIsLeftOutWhereTimesChangeAndANoteSaysSo() throws {
    let changes: [(String, (inout Conversion) -> Void)] = [
      ("speed", { $0.timing.edits.speed = TimingEdits.Speed(2, 1) }),
      ("changes the times", { $0.timing.frameDelays = [.milliseconds(50)] }),
      ("order", { $0.timing.edits.direction = .reverse }),
      ("left out: frames", { $0.timing.edits.every = 2 }),
      ("several plays", { $0.timing.edits.loops = 2 }),
      (
        "not allowed",
        { $0.constraints = [MediaConstraint(.sound, .equals(false))] }
      ),
    ]
    try TemporaryFolder.with { folder in
      let input = try made("in.mp4", in: folder, Self.mp4)
      for (index, (word, change)) in changes.enumerated() {
        let output = folder.appending("\(index).mp4")
        let report = try convert(input, to: output, change)
        #expect(try sound(output, "codec_name").isEmpty, "\(word)")
        let notes = report.plan.notes.map { "\($0)" }
        #expect(
          notes.contains { $0.contains("sound is left out") && $0.contains(word) }, "\(notes)")
      }
      let dropped = folder.appending("dropped.mp4")
      let report = try convert(input, to: dropped) { $0.video.audio = .drop }
      #expect(try sound(dropped, "codec_name").isEmpty)
      #expect(!report.plan.notes.contains { "\($0)".contains("sound") })
      let gif = try convert(input, to: folder.appending("out.gif"))
      #expect(gif.plan.notes.contains { "\($0)".contains("the sound is left out") })
    }
  }

  @Test func theDefaultOfTwoTracksIsKept() throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("two.mp4")
      _ = try Command.run(
        [
          "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=10:duration=1",
          "-f", "lavfi", "-i", "sine=frequency=400:duration=1", "-f", "lavfi", "-i",
          "sine=frequency=900:duration=1", "-map", "0:v", "-map", "1:a", "-map", "2:a",
        ] + Self.mp4 + ["-disposition:a:0", "0", "-disposition:a:1", "default", path.string])
      let output = folder.appending("out.mp4")
      let report = try convert(path, to: output)
      let notes = report.plan.notes.map { "\($0)" }
      #expect(notes.contains { $0.contains("of two tracks of sound") }, "\(notes)")
      let second = folder.appending("second.mp4")
      _ = try Command.run(
        "ffmpeg", "-v", "error", "-i", path.string, "-map", "0:a:1", "-c", "copy", second.string)
      #expect(try packets(output) == packets(second))
    }
  }
}
