import AnimPlay
import AnimTiming
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages
@testable import Threads
@testable import Writing

@Suite struct AnimationWriterTests {
  private static let size = PixelSize(width: 32, height: 24)

  /// A frame of one grey.
  private func gray(_ level: UInt8) -> [UInt8] {
    (0..<Self.size.area).flatMap { _ in [level, level, level, 255] }
  }

  private func writer(
    _ folder: TemporaryFolder, _ name: String,
    _ change: (inout AnimationWriter.Options) -> Void = { _ in }
  ) async throws -> AnimationWriter {
    var options = AnimationWriter.Options()
    change(&options)
    return try await AnimationWriter(
      to: .file(folder.appending(name)), size: Self.size, options: options)
  }

  /// The frames of a video according to another program: start, end and grey level of each, in
  /// seconds.
  private func found(_ path: FilePath) throws -> (times: [Double], levels: [Int]) {
    let source = try openSource(.path(path))
    var seconds = 0.0
    let times = source.info.frames.map { frame -> Double in
      defer {
        if case .declared(let ticks, let timebase) = frame.delay {
          seconds += Double(ticks * timebase.numerator) / Double(timebase.denominator)
        }
      }
      return seconds
    }
    var levels: [Int] = []
    while let frame = try source.next() {
      levels.append(frame.pixels.withBytes { Int($0[0]) })
    }
    return (times + [seconds], levels)
  }

  @Test(arguments: ["a.mp4", "a.webm", "a.mov", "a.webp", "a.apng", "a.avif"])
  func framesAreWrittenAtTheirTimes(_ name: String) async throws {
    try await TemporaryFolder.with { folder in
      let writer = try await writer(folder, name)
      // The first time is the start of the output.
      let times: [Int64] = [1000, 1040, 1100, 1500]
      for (index, time) in times.enumerated() {
        let taken = try await writer.append(gray(UInt8(40 * index + 30)), at: .milliseconds(time))
        #expect(taken)
      }
      #expect(folder.names.allSatisfy { $0 != name })
      let report = try await writer.finish(at: .milliseconds(2500))
      #expect(report.frameCount == 4)
      #expect(report.total == .milliseconds(1500))
      #expect(report.droppedFrames == 0)
      #expect(folder.names == [name])
      let found = try found(folder.appending(name))
      for (time, expected) in zip(found.times, [0, 0.04, 0.1, 0.5, 1.5]) {
        #expect(abs(time - expected) < 1e-6)
      }
      for (level, expected) in zip(found.levels, [30, 70, 110, 150]) {
        #expect(abs(level - expected) <= 3)
      }
    }
  }

  @Test func anotherProgramReadsTheTimesOfAVideo() async throws {
    try await TemporaryFolder.with { folder in
      let writer = try await writer(folder, "a.mp4") { $0.video.encoderPreset = "ultrafast" }
      for index in 0..<60 {
        try await writer.append(gray(UInt8(index * 4)), duration: RationalTime(1, 60))
      }
      try await writer.append(gray(9), duration: .milliseconds(700))
      let report = try await writer.finish()
      #expect(report.total == RationalTime(17, 10))
      let probe = try FFprobe.read(folder.appending("a.mp4").string)
      #expect(probe.streams[0].time_base == "1/90000")
      #expect(probe.packets.map(\.pts) == (0...60).map { $0 * 1500 })
      #expect(probe.packets.map(\.duration) == Array(repeating: 1500, count: 60) + [63_000])
    }
  }

  @Test func theLastFrameLastsAsLongAsTheOneBeforeUnlessItsEndIsSaid() async throws {
    try await TemporaryFolder.with { folder in
      let first = try await writer(folder, "a.mp4")
      for time in [0, 30, 50] { try await first.append(gray(1), at: .milliseconds(Int64(time))) }
      #expect(try await first.finish().total == .milliseconds(70))
      let second = try await writer(folder, "b.mp4")
      try await second.append(gray(1), at: .zero)
      #expect(try await second.finish().total == RationalTime(1, 60))
    }
  }

  @Test func memoryIsBoundedByTheQueue() async throws {
    try await TemporaryFolder.with { folder in
      let writer = try await writer(folder, "a.webm") { $0.queueCapacity = 2 }
      for index in 0..<100 {
        try await writer.append(gray(UInt8(index)), at: .milliseconds(Int64(index) * 20))
      }
      try await writer.finish()
      // Two waiting frames, one whose end is unknown, one being filled, and the repeated one.
      #expect(writer.peakPictures <= 5)
      #expect(writer.frameCount == 100)
    }
  }

  @Test func framesAreLeftOutAndCountedWhereTheCallerDoesNotWait() async throws {
    try await TemporaryFolder.with { folder in
      let writer = try await writer(folder, "a.mp4") {
        $0.queueCapacity = 1
        $0.whenFull = .dropNewest
      }
      var taken = 0
      for _ in 0..<2000 {
        if try await writer.append(gray(7), duration: .milliseconds(10)) { taken += 1 }
      }
      let report = try await writer.finish()
      #expect(report.frameCount == taken)
      #expect(report.droppedFrames == 2000 - taken)
      #expect(writer.droppedFrames == report.droppedFrames)
      // The time of skipped frames is not lost.
      #expect(report.total == .seconds(20))
    }
  }

  /// The encoder's threads do not delay the thread that draws the frames.
  @Test(arguments: [nil, 3]) func aLiveSourceKeepsAProcessor(asked: Int?) async throws {
    try await TemporaryFolder.with { folder in
      let size = PixelSize(width: 1280, height: 720)
      var options = AnimationWriter.Options()
      options.whenFull = .dropNewest
      options.video.threads = asked
      options.video.encoderPreset = "ultrafast"
      let writer = try await AnimationWriter(
        to: .file(folder.appending("a.mp4")), size: size, options: options)
      _ = try await writer.append(duration: .milliseconds(20)) { target in
        target.initializeMemory(as: UInt8.self, repeating: 90)
      }
      let report = try await writer.finish()
      #expect(
        report.outputs.first?.planned.encoding?.threads
          == asked ?? max(1, min(4, processorCount - 1)))
    }
  }

  @Test func timesHaveToIncrease() async throws {
    try await TemporaryFolder.with { folder in
      let writer = try await writer(folder, "a.mp4")
      try await writer.append(gray(1), at: .milliseconds(10))
      for time in [10, 5] {
        let error = await #expect(throws: ConversionError.self) {
          try await writer.append(gray(2), at: .milliseconds(Int64(time)))
        }
        #expect(error?.underlying as? TimingError == .nonPositiveDuration(frame: 0))
        #expect(error?.file == folder.appending("a.mp4").string)
      }
      // The refused frame does no harm.
      try await writer.append(gray(2), at: .milliseconds(30))
      #expect(try await writer.finish().frameCount == 2)
      let late = await #expect(throws: ConversionError.self) {
        try await writer.append(gray(2), at: .milliseconds(90))
      }
      #expect(late?.reason.description == "the writer has been finished")
    }
  }

  @Test func withoutAFrameThereIsNothingToWrite() async throws {
    try await TemporaryFolder.with { folder in
      let writer = try await writer(folder, "a.mp4")
      let error = await #expect(throws: ConversionError.self) { try await writer.finish() }
      #expect(error?.underlying as? TimingError == .noFrames)
    }
  }

  @Test func anOutputThatExistsIsRefusedBeforeTheFirstFrame() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("old", to: "a.mp4")
      let error = await #expect(throws: ConversionError.self) {
        _ = try await writer(folder, "a.mp4")
      }
      #expect(error?.kind == .cannotCreate)
      let replacing = try await writer(folder, "a.mp4") { $0.overwriting = .replace }
      try await replacing.append(gray(1), duration: .seconds(1))
      #expect(try folder.bytes(of: "a.mp4") == Array("old".utf8))
      try await replacing.finish()
      #expect(try folder.bytes(of: "a.mp4").count > 100)
      #expect(folder.names == ["a.mp4"])
    }
  }

  @Test(arguments: ["a.mp4", "a.gif"])
  func aWriterThatIsNotFinishedLeavesNothing(_ name: String) async throws {
    try await TemporaryFolder.with { folder in
      do {
        let writer = try await writer(folder, name)
        try await writer.append(gray(1), duration: .seconds(1))
        try await writer.append(gray(2), duration: .seconds(1))
      }
      let cancelled = try await writer(folder, "b" + name)
      try await cancelled.append(gray(1), duration: .seconds(1))
      cancelled.cancel()
      let error = await #expect(throws: ConversionError.self) { try await cancelled.finish() }
      #expect(error?.kind == .cancelled)
      for _ in 0..<2000 where !folder.names.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
      #expect(folder.names == [])
    }
  }

  @Test func aTaskThatIsCancelledWhileItFinishesLeavesNothing() async throws {
    try await TemporaryFolder.with { folder in
      let writer = try await writer(folder, "a.webm")
      for index in 0..<40 {
        try await writer.append(gray(UInt8(index)), duration: .milliseconds(20))
      }
      let task = Task { try await writer.finish() }
      task.cancel()
      if case .failure(let error) = await task.result {
        #expect((error as? ConversionError)?.kind == .cancelled)
        #expect(folder.names == [])
      } else {
        #expect(folder.names == ["a.webm"])
      }
    }
  }

  @Test func aSpoolThatIsFullIsSaid() async throws {
    try await TemporaryFolder.with { folder in
      let writer = try await writer(folder, "a.gif") { $0.maxSpooledBytes = 100 }
      var random = SystemRandomNumberGenerator()
      let error = await #expect(throws: ConversionError.self) {
        for _ in 0..<50 {
          let noise = (0..<Self.size.area * 4).map { _ in UInt8.random(in: 0...255, using: &random)
          }
          try await writer.append(noise, duration: .milliseconds(20))
        }
        try await writer.finish()
      }
      #expect(error?.kind == .inputOutput)
      #expect(error?.underlying is RecordingError)
    }
  }
}
