import AnimTiming
import Foundation
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import Reading
@testable import Stages

/// Times that containers store in unusual ways.
@Suite struct StoredTimesTests {
  /// The start times of a video's frames and the end of the last, in seconds.
  private func starts(_ source: any FrameSource) throws -> [Double] {
    let timeline = try source.info.defaultPolicy.resolve(source.info.frames.map(\.delay)).timeline
    return (0..<timeline.count).map { timeline.startTime(of: $0).seconds }
      + [timeline.totalTime.seconds]
  }

  /// The values of one ffprobe field for all packets, or for all frames.
  private func probe(_ path: FilePath, _ field: String) throws -> [String] {
    let output = try Command.run(
      "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", field, "-of", "csv=p=0",
      path.string)
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map {
      String($0.split(separator: ",")[0])
    }
  }

  /// AVI leaves a place empty for each frame that was dropped. The judge is FFmpeg's decoder, which
  /// reports the packet of each picture.
  @Test(arguments: [
    ["-c:v", "libx264", "-bf", "0"], ["-c:v", "libx264", "-bf", "2"],
    ["-c:v", "mpeg4", "-bf", "2"], ["-c:v", "mpeg4"],
  ])
  func framesBehindAGapOfAVIAreNotEarly(options: [String]) throws {
    try TemporaryFolder.with { folder in
      let path = try MadeVideo.make(
        "a.avi", in: folder, count: 20,
        ["-vf", "setpts='PTS+0.5*gte(N\\,4)/TB'", "-fps_mode", "vfr", "-enc_time_base", "1:10"]
          + options)
      let judged = try probe(path, "frame=pkt_dts").compactMap { Double($0) }
      // The last ones arrive without a packet.
      try #require(judged.count > 16 && judged[5] - judged[2] > 5)
      let found = try starts(openSource(.path(path)))
      #expect(found.count == 21)
      for (found, place) in zip(found, judged) {
        #expect(abs(found - (place - judged[0]) / 10) < 0.001)
      }
      #expect(found[20] - found[19] < 0.1001)
    }
  }

  /// Of two pictures with the same time, players show only the first; exports of frames need both.
  /// The judge is FFmpeg's decoder.
  @Test(arguments: ["ffv1", "mjpeg", "libx264"])
  func picturesOfOneTimeAreKeptWhereFramesAreWanted(codec: String) throws {
    try TemporaryFolder.with { folder in
      let path = try MadeVideo.make(
        "a.mkv", in: folder, count: 10,
        [
          "-enc_time_base", "1:1000", "-bf", "0", "-c:v", codec, "-bsf:v",
          "setts=ts=floor(N/2)*200",
        ])
      #expect(try probe(path, "frame=pts").count == 10)
      let player = try openSource(.path(path))
      #expect(player.info.frames.count == 5)
      #expect(
        player.info.warnings.map(\.detail) == [
          "5 frames are left out, since the previous one has the same time; frames that are exported as "
            + "files are all kept"
        ])
      var options = ReadingOptions()
      options.video.keepsEqualTimes = true
      let source = try openSource(.path(path), options: options)
      let starts = try starts(source)
      #expect(starts.count == 11)
      for index in 0..<5 {
        #expect(abs(starts[2 * index] - 0.2 * Double(index)) < 0.000_001)
        #expect((0..<0.001).contains(starts[2 * index + 1] - starts[2 * index] - 0.000_001))
      }
      let whole = try remaining(source).map(pixels)
      #expect(Set(whole).count == 10)
      for index in [7, 2, 9, 3, 0] {
        try source.seek(to: index)
        #expect(pixels(try #require(try source.next())) == whole[index], "frame \(index)")
      }
      try player.seek(to: 0)
      #expect(try remaining(player).map(pixels) == [0, 2, 4, 6, 8].map { whole[$0] })
    }
  }

  @Test func placesAreTimesOnlyWhereSomeAreEmpty() {
    #expect(StoredOrder([0, 1, 2, 3], delay: 1) == nil)
    #expect(StoredOrder([0, nil, 3], delay: 0) == nil)
    #expect(StoredOrder([0, 3, 3, 9], delay: 0) == nil)
    #expect(StoredOrder([], delay: 0) == nil)
    #expect(StoredOrder([.min, .max], delay: 0) == nil)
    let order = StoredOrder([4, 5, 6, 10, 11], delay: 1)
    #expect(order?.times == [0, 1, 5, 6, 7])
    #expect(order?.end == 8)
  }

  /// All ones in `mdhd` and `tkhd` (ISO/IEC 14496-12, 8.4.2.3).
  @Test(arguments: [[], ["-movflags", "frag_keyframe+empty_moov"]])
  func aDurationThatIsNotKnownMakesNoFrameLast(options: [String]) throws {
    try TemporaryFolder.with { folder in
      let path = try MadeVideo.make(
        "a.mp4", in: folder, count: 10, ["-c:v", "libx264", "-bf", "2"] + options)
      var bytes = try TemporaryFolder.bytes(of: path)
      for (kind, offset) in [("mdhd", 20), ("tkhd", 24)] {
        let box = try #require(bytes.firstRange(of: Array(kind.utf8))).lowerBound
        try #require(bytes[box + 4] == 0)
        bytes.replaceSubrange(box + offset..<box + offset + 4, with: [255, 255, 255, 255])
      }
      if options.isEmpty {
        let list = try #require(bytes.firstRange(of: Array("elst".utf8))).lowerBound
        bytes.replaceSubrange(list + 12..<list + 16, with: [255, 255, 255, 255])
      }
      let found = try starts(openBytes(bytes, name: "a.mp4"))
      #expect(found.count == 11)
      #expect(abs(found[10] - 1) < 0.001, "\(found)")
    }
  }

  /// Alternate references in separate packets are not frames.
  @Test func hiddenPacketsAreNotFrames() throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("a.webm")
      for pass in ["1", "2"] {
        _ = try Command.run(
          ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i"]
            + ["mandelbrot=size=64x48:rate=25:end_scale=0.05", "-frames:v", "60"]
            + ["-c:v", "libvpx", "-b:v", "80k", "-auto-alt-ref", "1", "-lag-in-frames", "25"]
            + ["-arnr-maxframes", "7", "-arnr-strength", "5", "-g", "100", "-cpu-used", "1"]
            + ["-pix_fmt", "yuv420p", "-pass", pass]
            + ["-passlogfile", folder.appending("log").string, path.string])
      }
      try #require(try probe(path, "packet=pts").count > 60)
      #expect(try probe(path, "frame=pts").count == 60)
      var options = ReadingOptions()
      options.isStrict = true
      let source = try openSource(.path(path), options: options)
      #expect(source.info.frames.count == 60)
      #expect(source.info.warnings.isEmpty)
      var count = 0
      while try source.next() != nil { count += 1 }
      #expect(count == 60)
      #expect(source.warnings.isEmpty)
    }
  }
}

extension RationalTime {
  fileprivate var seconds: Double { Double(numerator) / Double(denominator) }
}
