import AnimPlay
import CLibrary
import FrameTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing
import Threads

@testable import AnimConv
@testable import Raster
@testable import Reading

/// More simultaneous conversions than the system has threads for.
@Suite struct ManyConversionsTests {
  private static let gif: [UInt8] = {
    var gif = GIFBuilder(16, 16)
    for index in 1...3 { gif.frame(.init(w: 16, h: 16, fill: UInt8(index), delay: 5)) }
    gif.end()
    return gif.bytes
  }()

  private func conversion(_ index: Int, in folder: TemporaryFolder) -> Conversion {
    let name = "\(index).\(["mp4", "gif", "png"][index % 3])"
    return Conversion(
      input: .bytes(Self.gif, name: "x.gif"), output: .file(folder.appending(name)))
  }

  @Test(.timeLimit(.minutes(5))) func threeHundredAtOnceAllEnd() async throws {
    try await TemporaryFolder.with { folder in
      let tasks = (0..<300).map { index in
        Task { try await Converter(conversion(index, in: folder)).run().frameCount }
      }
      for (index, task) in tasks.enumerated() where index % 10 == 9 { task.cancel() }
      var done = 0
      for task in tasks {
        switch await task.result {
        case .success(let count):
          #expect(count == 3)
          done += 1
        case .failure(let error): #expect((error as? ConversionError)?.kind == .cancelled)
        }
      }
      #expect(done >= 270)
      let files = folder.names.filter { !$0.hasSuffix(".json") }
      #expect(files.count == done)
      #expect(files.allSatisfy { $0.first != "." })
    }
  }

  @Test func oneThatWaitsEndsAtOnceWhenItIsCancelled() async throws {
    try await TemporaryFolder.with { folder in
      let limits = ConversionLimits(processors: 1)
      let gate = Gate()
      let first = Task {
        let input = AnimationInput.numbered(2) { _ in gate.wait() }
        try await Converter(
          Conversion(input: input, output: .file(folder.appending("a.gif"))), limits: limits
        ).run()
      }
      while limits.running < 1 { try await Task.sleep(for: .milliseconds(1)) }
      let second = Task {
        try await Converter(conversion(0, in: folder), limits: limits).run()
      }
      while limits.waiting < 1 { try await Task.sleep(for: .milliseconds(1)) }
      second.cancel()
      // The first one still hangs, so only the cancellation can have ended this one.
      let error = await #expect(throws: ConversionError.self) { _ = try await second.value }
      #expect(error?.kind == .cancelled)
      #expect(error?.description == "x.gif: reading: cancelled")
      gate.open()
      _ = try await first.value
      #expect(folder.names == ["a.gif"])
    }
  }

  @Test func aPipeWithoutAWriterBlocksNoOtherConversionAndCanBeCancelled() async throws {
    try await TemporaryFolder.with { folder in
      let limits = ConversionLimits(processors: 1)
      let pipes = (0..<20).map { folder.appending("\($0).pipe") }
      for pipe in pipes { #expect(mkfifo(pipe.string, 0o600) == 0) }
      let tasks = pipes.enumerated().map { index, pipe in
        Task {
          try await Converter(
            Conversion(input: .path(pipe), output: .file(folder.appending("\(index).gif"))),
            limits: limits
          ).run().frameCount
        }
      }
      let opening = Task { _ = try await AnimatedImage(.path(pipes[0])) }
      try await Task.sleep(for: .milliseconds(20))
      // They wait for bytes without occupying a thread.
      let report = try await Converter(conversion(1, in: folder), limits: limits).run()
      #expect(report.frameCount == 3)
      for task in tasks.dropLast() { task.cancel() }
      opening.cancel()
      for task in tasks.dropLast() {
        let error = await #expect(throws: ConversionError.self) { _ = try await task.value }
        #expect(error?.kind == .cancelled)
      }
      let error = await #expect(throws: ConversionError.self) { try await opening.value }
      #expect(error?.kind == .cancelled)
      let writer = try FileDescriptor.open(pipes[19], .writeOnly)
      try writer.writeAll(Self.gif)
      try writer.close()
      #expect(try await tasks[19].value == 3)
      #expect(folder.names.filter { $0.hasSuffix(".gif") } == ["1.gif", "19.gif"])
    }
  }

  /// This holds even if an encoder or the caller's closure blocks the conversion's thread.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: ["mp4", "webm", "gif", "apng", "webp", "avif", "png", "zip", "frames"])
  func reportsCancellationAfterRemovingPartialOutputs(kind: String) async throws {
    try await TemporaryFolder.with { folder in
      var conversion = Conversion(
        input: .bytes(Self.gif, name: "x.gif"),
        output: .file(folder.appending("made").appending("a.\(kind)")))
      if kind == "frames" { conversion.kind = .frameFolder }
      conversion.makesFolder = true
      let gate = Gate()
      let calls = Atomic(0)
      let settled = conversion
      let task = Task {
        try await Converter(settled, limits: ConversionLimits()).run { progress in
          guard progress.framesDone == 2, progress.phase == .converting else { return }
          calls.add(1, ordering: .relaxed)
          gate.wait()
        }
      }
      while calls.load(ordering: .relaxed) == 0 { try await Task.sleep(for: .milliseconds(1)) }
      #expect(folder.names == ["made"])
      task.cancel()
      let error = await #expect(throws: ConversionError.self) { try await task.value }
      #expect(error?.kind == .cancelled)
      #expect(folder.names == [])
      // A repeated conversion keeps its files when the first one, whose place is still occupied,
      // ends.
      let report = try await Converter(settled, limits: ConversionLimits()).run()
      gate.open()
      #expect(report.frameCount == 3)
      #expect(calls.load(ordering: .relaxed) == 1)
      #expect(folder.names == ["made"])
    }
  }

  /// A source whose reading cannot be interrupted.
  @Test func openingIsCancelledWhileTheSystemReads() async throws {
    let gate = Gate()
    let input = AnimationInput.custom(
      CustomInput(name: "slow") { _ in
        gate.wait()
        return ArraySource([[0xFF00_00FF]], size: PixelSize(width: 1, height: 1))
      })
    for open in [
      { _ = try await AnimatedImage(input) },
      { _ = try await input.open(limits: .shared) },
      { _ = try await Converter(Conversion(input: input, output: "x.mp4")).plan() },
      { try await Converter(Conversion(input: input, output: "x.mp4")).run() },
    ] as [@Sendable () async throws -> Void] {
      let task = Task { try await open() }
      try await Task.sleep(for: .milliseconds(10))
      task.cancel()
      let error = await #expect(throws: ConversionError.self) { try await task.value }
      #expect(error?.kind == .cancelled)
    }
    gate.open()
  }

  @Test func lookingForTransparencyIsCancelledAndCanBeDoneAgain() async throws {
    let gate = Gate()
    let animation = try await AnimatedImage(.numbered(50) { if $0 == 10 { gate.wait() } })
    let task = Task { try await animation.hasAlpha }
    try await Task.sleep(for: .milliseconds(20))
    task.cancel()
    let error = await #expect(throws: ConversionError.self) { _ = try await task.value }
    #expect(error?.kind == .cancelled)
    gate.open()
    #expect(try await animation.frame(at: 20).pixels.number == 20)
    #expect(try await animation.hasAlpha == false)
    #expect(try await animation.frame(at: 5).pixels.number == 5)
  }
}
