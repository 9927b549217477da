import AnimTiming
import FileBoxes
import Foundation
import Messages
import SystemPackage
import TestSupport
import Testing

@testable import Raster
@testable import Stages
@testable import Writing

/// MP4 and MOV with H.264 and animconv's own boxes, as FFmpeg reads them.
@Suite struct MovieWriterTests {
  private static func noise(_ size: PixelSize, count: Int) -> [CanvasFrame] {
    (0..<count).map { index in
      CanvasFrame(
        index: index, pixels: DrawnFrames.noise(size: size, seed: UInt64(index), opaque: true),
        changed: PixelRect(size))
    }
  }

  /// The times are the same as in FFmpeg's own container with these packets.
  private static func copy(_ video: WrittenVideo) throws -> String {
    let copy = video.folder.appendingPathComponent("copy.\(video.encoding.container)").path
    _ = try Command.run(
      "ffmpeg", "-v", "error", "-i", video.path, "-c", "copy", "-video_track_timescale",
      "\(video.encoding.timescale)", copy)
    return copy
  }

  /// More than fits into one write and into one chunk of samples.
  @Test(arguments: [VideoContainer.mp4, .mov])
  func largeFilesHaveEveryFrame(container: VideoContainer) throws {
    let size = PixelSize(width: 160, height: 120)
    let frames = Self.noise(size, count: 60)
    let durations = (0..<60).map { Int64(20 + $0 * 7 % 50) }
    let video = try WrittenVideo(
      frames, durations: durations, timebase: .milliseconds, container: container,
      options: VideoSinkPictureTests.options(.h264, lossless: true))
    let bytes = try video.bytes
    try #require(bytes.count > 3 << 20)
    let offsets = try FileBox.movie(fileBytes: Int64(bytes.count), mostBytes: 1 << 20) {
      Array(bytes[Int($0)..<Int($0) + $1])
    }.require("trak", "mdia", "minf", "stbl", "stco")
    #expect(try offsets.count(at: 4) > 2)
    #expect(MovieBoxes(bytes).order == ["ftyp", "moov", "mdat"])

    let decoded = try VideoSinkPictureTests.decode(video, as: "rgb24")
    var expected: [UInt8] = []
    for frame in frames {
      frame.pixels.withBytes { bytes in
        for pixel in 0..<size.area { expected += bytes[pixel * 4..<pixel * 4 + 3] }
      }
    }
    #expect(decoded.elementsEqual(expected))
    #expect(try FFprobe.read(video.path).packets == FFprobe.read(Self.copy(video)).packets)
  }

  @Test(arguments: [0, 3], [VideoContainer.mp4, .mov])
  func packetsAreThoseOfFFmpegsContainer(bFrames: Int, container: VideoContainer) throws {
    var options = VideoSinkPictureTests.options(.h264, crf: 18)
    options.bFrames = bFrames
    let video = try WrittenVideo(
      Self.noise(PixelSize(width: 66, height: 50), count: 9),
      durations: [40, 30, 1500, 20, 20, 20, 70, 10, 1000], timebase: .milliseconds,
      container: container, options: options, plays: 3)
    let (own, other) = (try FFprobe.read(video.path), try FFprobe.read(Self.copy(video)))
    #expect(own.packets.count == 27)
    #expect(own.packets == other.packets)
    // FFmpeg's own muxer ends the file too early if frames are reordered.
    #expect(own.format.duration == "8.130000")
    if bFrames == 0 { #expect(other.format.duration == "8.130000") }
    #expect(own.streams[0].profile == other.streams[0].profile)
    #expect(own.streams[0].level == other.streams[0].level)
    #expect(own.streams[0].has_b_frames == other.streams[0].has_b_frames)
  }

  /// The index of a 5 GiB file; the rest is not written.
  @Test func offsetsBeyondFourGiBHaveEightBytes() throws {
    let video = try WrittenVideo(
      Self.noise(PixelSize(width: 64, height: 64), count: 2), durations: [40, 40],
      timebase: .milliseconds, container: .mp4)
    var samples = MovieSamples()
    for index in 0..<5 {
      samples.append(byteCount: 1 << 30, duration: 400, delay: 0, isKey: index == 0)
    }
    let head = MovieLayout(
      encoding: video.encoding, configuration: [], samples: samples
    ).head()
    let boxes = try FileBox.list(in: head.dropLast(16))
    let table = try boxes[1].require("trak", "mdia", "minf", "stbl")
    let offsets = try table.require("co64")
    let starts = try (0..<5).map { try offsets.count(at: 8 + $0 * 8, bytes: 8) }
    #expect(starts == (0..<5).map { Int64(head.count) + $0 << 30 })
    #expect(try table.require("stsc").count(at: 4) == 1)
    let data = FileBox(kind: "mdat", content: head.suffix(16))
    #expect(try data.count(at: 0) == 1)
    #expect(try data.count(at: 8, bytes: 8) == 16 + 5 << 30)
  }

  /// Four frames of 50 hours: the movie's ticks exceed 32 bits.
  @Test func longMoviesHaveEightBytesForTimes() throws {
    let video = try WrittenVideo(
      DrawnFrames.movingSquare(size: PixelSize(width: 64, height: 64), count: 4),
      durations: Array(repeating: 50 * 3_600_000, count: 4), timebase: .milliseconds,
      container: .mp4)
    #expect(video.timing.timeline.total * video.encoding.timescale / 1000 > Int64(UInt32.max))
    let probe = try FFprobe.read(video.path)
    #expect(probe.format.duration == "720000.000000")
    let starts = (0..<4).map { $0 * 50 * 3600 * video.encoding.timescale }
    #expect(probe.packets.map(\.pts).sorted() == starts)
  }

  // MARK: Damage

  private static func damaged(_ change: (inout [UInt8]) -> Void) throws -> ReadBackError? {
    let video = try WrittenVideo(
      DrawnFrames.movingSquare(size: PixelSize(width: 64, height: 64), count: 3),
      durations: [40, 30, 1500], timebase: .milliseconds, container: .mp4)
    var bytes = try video.bytes
    change(&bytes)
    try Data(bytes).write(to: URL(fileURLWithPath: video.path))
    return #expect(throws: ReadBackError.self) {
      _ = try VideoReadBack.check(
        FilePath(video.path), encoding: video.encoding, timing: video.timing)
    }
  }

  private static func after(_ kind: String, _ bytes: [UInt8]) -> Int {
    bytes.indices.dropLast(3).first { bytes[$0..<$0 + 4].elementsEqual(Array(kind.utf8)) }! + 4
  }

  @Test func samplesThatAreNotWholeAreFound() throws {
    let size = try Self.damaged { $0[Self.after("mdat", $0) + 3] ^= 1 }
    #expect(size == .unreadable(reason: "frame 0 is cut off"))
    let end = try Self.damaged { $0.removeLast() }
    #expect(end == .unreadable(reason: "the file is cut off"))
    let place = try Self.damaged { $0[Self.after("stco", $0) + 10] ^= 0x40 }
    #expect(place == .unreadable(reason: "frame 0 lies outside what the file has of frames"))
  }

  @Test func keyFramesThatAreNoneAreFound() throws {
    let listed = try Self.damaged { $0[Self.after("stss", $0) + 11] = 2 }
    #expect(listed == .unreadable(reason: "frame 0 is a key frame, and is not listed so"))
  }

  @Test func aStreamThatSaysAnotherSizeIsFound() throws {
    // The width in the sample description.
    let error = try Self.damaged { $0[Self.after("stsd", $0) + 8 + 8 + 25] = 66 }
    #expect(error == .differs(what: "the size", expected: "64x64", found: "66x64"))
  }
}

/// The file stores the same units that the encoder wrote.
@Suite struct H264UnitsTests {
  @Test func unitsAreFoundBehindStartCodesOfBothLengths() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      var units: [[UInt8]] = []
      var stream: [UInt8] = []
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        // No start code of zeros and ones inside, and no zero at the end.
        var unit = (0..<Int.random(in: 0...20, using: &random)).map { _ in
          UInt8.random(in: 2...255, using: &random) & (Bool.random(using: &random) ? 0xFF : 0)
        }
        for index in unit.indices where index >= 2 && unit[index - 2...index] == [0, 0, 0] {
          unit[index] = 3
        }
        unit.append(0x80)
        units.append(unit)
        stream += Bool.random(using: &random) ? [0, 0, 0, 1] : [0, 0, 1]
        stream += unit
        stream += Array(repeating: 0, count: Int.random(in: 0...2, using: &random))
      }
      var found: [[UInt8]] = []
      stream.withUnsafeBytes { bytes in H264Units.each(in: bytes) { found.append(Array($0)) } }
      #expect(found == units)
    }
  }

  @Test func aHeaderWithoutParametersIsRefused() {
    #expect(throws: FileBoxError.self) { try H264Units.configuration(of: []) }
    #expect(throws: FileBoxError.self) {
      try H264Units.configuration(of: [0, 0, 1, 0x68, 1, 2, 3])
    }
  }
}
