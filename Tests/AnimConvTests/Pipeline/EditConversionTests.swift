import AnimConv
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

/// Edits as inputs of conversions and of players.
@Suite struct EditConversionTests {
  private let orbit = AnimationInput.path(SourceTree.root.appending("Tests/Fixtures/orbit.gif"))

  private var edit: AnimationEdit {
    var edit = AnimationEdit(clips: [
      .init(orbit, ranges: [.frames(from: 2, to: 5)], direction: .reverse),
      .init(orbit, ranges: [.frames(from: 0, to: 2)], delays: [RationalTime(1, 4)], repeats: 2),
    ])
    edit.plays = .plays(3)
    return edit
  }

  private func frames(
    _ input: AnimationInput
  ) async throws -> (pictures: [[UInt32]], durations: [RationalTime]) {
    let animation = try await AnimatedImage(input)
    var result: (pictures: [[UInt32]], durations: [RationalTime]) = ([], [])
    for try await frame in animation.frames {
      result.pictures.append(frame.pixels.rgbaWords)
      result.durations.append(frame.duration)
    }
    return result
  }

  @Test(arguments: ["gif", "apng", "webp"])
  func outputsHaveTheFramesOfTheEdit(fileExtension: String) async throws {
    let (own, times) = try await frames(orbit)
    try await TemporaryFolder.with { folder in
      let output = folder.appending("out.\(fileExtension)")
      var conversion = Conversion(input: .edit(edit), output: .file(output))
      conversion.image.keepsFrames = true
      let report = try await Converter(conversion).run()
      #expect(report.frameCount == 7)
      let (pictures, durations) = try await frames(.path(output))
      #expect(pictures == [4, 3, 2, 0, 1, 0, 1].map { own[$0] })
      #expect(
        durations == [4, 3, 2].map { times[$0] } + Array(repeating: RationalTime(1, 4), count: 4))
      #expect(try await AnimatedImage(.path(output)).plays == .plays(3))
      #expect(report.plan.source.kind == .edit)
    }
  }

  @Test func playersShowFramesInAnyOrder() async throws {
    let (pictures, durations) = try await frames(.edit(edit))
    let animation = try await AnimatedImage(.edit(edit))
    #expect(animation.count == 7)
    for index in [6, 0, 3, 5, 1, 4, 2, 2] {
      let frame = try await animation.frame(at: index)
      #expect(frame.pixels.rgbaWords == pictures[index])
      #expect(frame.duration == durations[index])
    }
  }

  @Test func anInputIsNotOverwritten() async throws {
    try await TemporaryFolder.with { folder in
      let bytes = try TemporaryFolder.bytes(
        of: SourceTree.root.appending("Tests/Fixtures/orbit.gif"))
      for name in ["a.gif", "b.gif"] { try folder.write(bytes, to: name) }
      try folder.write(#"{"clips": ["a.gif", "b.gif"]}"#, to: "e.json")
      let inputs: [AnimationInput] = [
        .edit(AnimationEdit(joining: ["a.gif", "b.gif"].map { .path(folder.appending($0)) })),
        .path(folder.appending("e.json")),
      ]
      for input in inputs {
        var conversion = Conversion(input: input, output: .file(folder.appending("b.gif")))
        conversion.overwriting = .replace
        let error = await #expect(throws: ConversionError.self) {
          try await Converter(conversion).run()
        }
        #expect(error?.kind == .cannotCreate)
        #expect(try folder.bytes(of: "b.gif") == bytes)
      }
    }
  }

  @Test func errorsNameTheInput() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write(#"{"clips": ["none.gif"]}"#, to: "e.json")
      try folder.write(#"{"clips": ["e.json",}"#, to: "f.json")
      func failure(_ name: String) async -> ConversionError? {
        await #expect(throws: ConversionError.self) {
          try await Converter(
            Conversion(
              input: .path(folder.appending(name)), output: .file(folder.appending("o.gif")))
          ).plan()
        }
      }
      let missing = await failure("e.json")
      #expect(missing?.file == folder.appending("none.gif").string)
      #expect(missing?.code == .notFound)
      #expect(missing?.reason.description == "there is no \"none.gif\" beside the edit")
      #expect(
        missing?.remedy?.description
          == "check the name, which counts from the folder of the edit")
      let damaged = await failure("f.json")
      #expect(damaged?.file == folder.appending("f.json").string)
      #expect(damaged?.reason.description == "line 1, column 21: expected a value")
      #expect(damaged?.kind == .configuration)
    }
  }

  /// Given durations, and what is shown or refused.
  @Test func eachFrameGetsItsDuration() async throws {
    try await TemporaryFolder.with { folder in
      let output = folder.appending("out.gif")
      var conversion = Conversion(input: orbit, output: .file(output))
      conversion.overwriting = .replace
      conversion.image.keepsFrames = true
      conversion.timing.edits.range = .frames(from: 0, to: 3)
      conversion.timing.frameDelays = (1...24).map { .milliseconds(20 * $0) }
      try await Converter(conversion).run()
      #expect(
        try await frames(.path(output)).durations == [20, 40, 60].map { .milliseconds($0) })
      #expect(
        try await Converter(conversion).plan().timing.policy == .verbatim(zeroDelay: nil))
      conversion.timing.frameDelays = [RationalTime(3, 2)]
      try await Converter(conversion).run()
      #expect(
        try await frames(.path(output)).durations == Array(repeating: RationalTime(3, 2), count: 3))
      conversion.timing.frameDelays = [.seconds(1), .seconds(2)]
      let error = await #expect(throws: ConversionError.self) {
        try await Converter(conversion).run()
      }
      #expect(error?.reason.description == "2 durations are given for 24 frames")
      conversion.timing.frameDelays = [.zero]
      await #expect(throws: ConversionError.self) { try await Converter(conversion).run() }
    }
  }

  /// The delays of the file, which have no duration, do not matter.
  @Test func givenDurationsAreComparedToo() async throws {
    var gif = GIFBuilder(40, 30)
    for index in 0..<4 {
      gif.frame(.init(x: 0, y: 0, w: 40, h: 30, fill: UInt8(index % 4), delay: 0, disposal: 1))
    }
    gif.end()
    try await TemporaryFolder.with { folder in
      let output = folder.appending("out.mp4")
      var conversion = Conversion(
        input: .bytes(gif.bytes, name: "zero.gif"), output: .file(output))
      conversion.timing.frameDelays = [100, 200, 300, 400].map { .milliseconds($0) }
      conversion.qualityTarget = Conversion.QualityTarget(50)
      let report = try await Converter(conversion).run()
      #expect(report.tries.contains { $0.score != nil } || report.tries.isEmpty)
      let comparison = try await OutputComparison(
        of: .path(output), made: conversion, plan: report.plan)
      #expect(comparison.source.total == .seconds(1))

      conversion.qualityTarget = nil
      conversion.overwriting = .replace
      conversion.timing.frameDelays = []
      conversion.timing.delayRule = Conversion.Timing.DelayRule { delays in
        delays.indices.map { .milliseconds(Int64(10 * ($0 + 1))) }
      }
      #expect(try await Converter(conversion).run().total == .milliseconds(100))
      let wrong: [Conversion.Timing.DelayRule] = [
        Conversion.Timing.DelayRule { _ in [.seconds(1)] },
        Conversion.Timing.DelayRule { $0.map { _ in .zero } },
        Conversion.Timing.DelayRule { _ in throw CancellationError() },
      ]
      for rule in wrong {
        conversion.timing.delayRule = rule
        let error = await #expect(throws: ConversionError.self) {
          try await Converter(conversion).run()
        }
        #expect(error?.code == .customSource && error?.stage == .retiming)
      }
    }
  }
}
