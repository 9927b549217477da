import AnimPlay
import AnimTiming
import Foundation
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading

/// The times of real animations converted to video, as required by the players of still images and
/// GIFs.
@Suite struct SystemTimingTests {
  private func convert(
    _ input: FilePath, to output: FilePath, _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> Conversion.Report {
    var conversion = Conversion(input: .path(input), output: .file(output))
    change(&conversion)
    return try ConversionJob(conversion).run()
  }

  private func corpus(_ name: String) throws -> FilePath {
    Corpus.path(try #require(Corpus.files(suffix: name).first { $0.hasSuffix("/" + name) }))
  }

  /// The duration of each frame in ms: until the next one, and for the last one the packet's
  /// duration, which is easily lost.
  private func durations(_ path: FilePath) throws -> [Int64] {
    let probe = try FFprobe.read(path.string)
    let unit = Int64(probe.streams[0].time_base.split(separator: "/")[1])!
    let packets = probe.packets.sorted { $0.pts < $1.pts }
    let last = try #require(packets.last)
    let starts = packets.map(\.pts) + [last.pts + (try #require(last.duration))]
    return zip(starts, starts.dropFirst()).map { ($1 - $0) * 1000 / unit }
  }

  /// E2: 58 frames, the first of 0.70 s, the last 50 ms of 4.600 s present, VFR and CFR.
  @Test(
    .enabled(if: Corpus.isAvailable, Corpus.hint),
    arguments: [AnimationTimeline.Schedule.variable, .slots(tolerance: nil)])
  func theLastFrameOfRockKeepsIts50Milliseconds(schedule: AnimationTimeline.Schedule) throws {
    try TemporaryFolder.with { folder in
      let video = folder.appending("rock.mp4")
      let report = try convert(corpus("rock.gif"), to: video) {
        $0.timing.schedule = schedule
        $0.shaping.scale = .width(96)
      }
      let times = try durations(video)
      #expect(report.plan.source.frames.count == 58)
      #expect(report.total == .milliseconds(4600))
      #expect(times.reduce(0, +) == 4600 && times.last == 50)
      #expect(try FFprobe.read(video.string).format.duration == "4.600000")
      if schedule == .variable {
        #expect(times.count == 58 && times.first == 700)
      } else {
        #expect(times == Array(repeating: 50, count: 92))
        #expect(report.plan.sourceIndices.prefix { $0 == 0 }.count == 14)
        #expect(report.plan.sourceIndices.last == 57)
      }
    }
  }

  /// E3: rock.gif has 92 slots at 20 fps, superwalk.gif 6 at 50/7 fps.
  @Test(
    .enabled(if: Corpus.isAvailable, Corpus.hint),
    arguments: [("rock.gif", FrameRate(20), 92), ("superwalk.gif", FrameRate(50, 7), 6)])
  func slotsOfRealAnimations(name: String, rate: FrameRate, count: Int) throws {
    try TemporaryFolder.with { folder in
      let video = folder.appending("out.mp4")
      let report = try convert(corpus(name), to: video) {
        $0.timing.schedule = .slots(tolerance: nil)
        $0.shaping.scale = .width(96)
      }
      #expect(report.plan.timing.schedule.frameRate == rate)
      #expect(report.frameCount == count)
      #expect(try FFprobe.read(video.string).packets.count == count)
      #expect(Set(try durations(video)).count == 1)
    }
  }

  private func gif(centiseconds: [Int]) -> [UInt8] {
    var builder = GIFBuilder(16, 16)
    for (index, delay) in centiseconds.enumerated() {
      builder.frame(.init(w: 16, h: 16, fill: UInt8(index & 1), delay: delay))
    }
    builder.end()
    return builder.bytes
  }

  /// E3: {40, 100} ms are slots of 20 ms, 2 and 5 of them.
  @Test func fortyAndHundredMillisecondsAreSevenSlots() throws {
    try TemporaryFolder.with { folder in
      try folder.write(gif(centiseconds: [4, 10]), to: "in.gif")
      let report = try convert(
        folder.appending("in.gif"), to: folder.appending("out.mp4")
      ) { $0.timing.schedule = .slots(tolerance: nil) }
      #expect(Array(report.plan.sourceIndices) == [0, 0, 1, 1, 1, 1, 1])
      #expect(try durations(folder.appending("out.mp4")) == Array(repeating: 20, count: 7))
    }
  }

  /// E3: {2, 3} cs need 100 fps, which is refused with the rate and the nearest solution, unless
  /// `--max-fps` allows it; variable timing needs no slots.
  @Test func twoAndThreeCentisecondsAre100FramesASecond() throws {
    try TemporaryFolder.with { folder in
      try folder.write(gif(centiseconds: [2, 3]), to: "in.gif")
      let input = folder.appending("in.gif")
      let error = #expect(throws: ConversionError.self) {
        try convert(input, to: folder.appending("a.mp4")) {
          $0.timing.schedule = .slots(tolerance: nil)
        }
      }
      #expect(error?.reason.description.contains("100 fps") == true)
      #expect(error?.reason.description.contains("60 fps") == true)
      #expect(error?.remedy?.text(.options).contains("--slot-tolerance") == true)
      #expect(folder.names == ["in.gif"])

      let fast = try convert(input, to: folder.appending("b.mp4")) {
        $0.timing.schedule = .slots(tolerance: nil)
        $0.timing.budget.maxFrameRate = FrameRate(100)
      }
      #expect(fast.plan.timing.schedule.frameRate == FrameRate(100))
      #expect(try durations(folder.appending("b.mp4")) == [10, 10, 10, 10, 10])

      _ = try convert(input, to: folder.appending("c.mp4"))
      #expect(try durations(folder.appending("c.mp4")) == [20, 30])
    }
  }

  /// E9: Beaker.gif is 400x225, which H.264 in 4:2:0 cannot store; the padding needs no note.
  @Test(.enabled(if: Corpus.isAvailable, Corpus.hint))
  func beakersOddHeightNeedsNoOption() throws {
    try TemporaryFolder.with { folder in
      let video = folder.appending("beaker.mp4")
      let report = try convert(corpus("Beaker.gif"), to: video)
      let probe = try FFprobe.read(video.string)
      #expect(report.plan.source.size == PixelSize(width: 400, height: 225))
      #expect(probe.streams[0].codec_name == "h264" && probe.streams[0].pix_fmt == "yuv420p")
      #expect(probe.streams[0].width == 400)
      #expect(probe.streams[0].height == 226 || probe.streams[0].height == 224)
      #expect(try durations(video) == Array(repeating: 40, count: 10))
      #expect(probe.format.duration == "0.400000")
    }
  }

  /// F4: m images with UIKit's names and without durations last m/30 s.
  @Test func animatedImagesWithoutADurationPlay30FramesASecond() throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures(0...44) { "image\($0).png" }
      let info = try openSource(.path(folder.path)).info
      #expect(info.frames.count == 45)
      #expect(info.frames.allSatisfy { $0.delay.time == RationalTime(1, 30) })
      let notes = info.notes.map { $0.text(.options) }
      #expect(notes.contains { $0.contains("1/30 s, as UIKit") && $0.contains("--fps") })
      let total = try TemporaryFolder.with {
        try convert(folder.path, to: $0.appending("out.mp4")).total
      }
      #expect(total == RationalTime(45, 30))
      var options = ReadingOptions()
      options.frameRate = FrameRate(10)
      #expect(
        try openSource(.path(folder.path), options: options).info.frames[0].delay.time
          == .milliseconds(100))
    }
    // With numbers from 1, padding or other names, they are ordinary images.
    for name in [{ "image\($0 + 1).png" }, { "image0\($0).png" }, { "walk\($0).png" }]
      as [@Sendable (Int) -> String]
    {
      try TemporaryFolder.with { folder in
        try folder.writePictures(0...4, name: name)
        #expect(
          try openSource(.path(folder.path)).info.frames[0].delay.time == .milliseconds(100))
      }
    }
  }

  /// F6: one frame of 60 s among hundredths is 6,000 slots; they hold no pixels.
  @Test func picturesInUseDoNotGrowWithTheSlots() throws {
    for seconds in [1, 60] as [Int64] {
      let source = SyntheticSource(
        size: PixelSize(width: 16, height: 12), centiseconds: [seconds * 100 - 1, 1])
      try TemporaryFolder.with { folder in
        var conversion = Conversion(
          input: .path("synthetic"), output: .file(folder.appending("a.mp4")))
        conversion.timing.delays = .verbatim(zeroDelay: nil)
        conversion.timing.schedule = .slots(tolerance: nil)
        conversion.timing.budget.maxFrameRate = FrameRate(100)
        let report = try ConversionJob(conversion, open: { _, _ in source }).run()
        #expect(report.frameCount == Int(seconds) * 100)
        #expect(source.pool.peakLive <= 3)
      }
    }
  }
}
