import AnimPlay
import FrameTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages

/// Callers' sources that break their contract or are slow.
@Suite struct CustomSourceTests {
  private struct Own: Error, Equatable { let number: Int }

  private static let size = PixelSize(width: 4, height: 4)

  /// Three frames, each from a closure.
  private final class Free: FrameSource {
    let info: SourceInfo
    private let make: @Sendable (Int) throws -> CanvasFrame?
    private var position = 0

    init(_ make: @escaping @Sendable (Int) throws -> CanvasFrame?) {
      self.make = make
      let size = CustomSourceTests.size
      let frame = SourceInfo.Frame(
        delay: .centiseconds(5), rect: PixelRect(size), disposal: .keep, blend: .source)
      info = SourceInfo(
        kind: .custom, size: size, frames: [frame, frame, frame], plays: .forever,
        declaresPlays: true, alpha: .absent, defaultPolicy: .browser)
    }

    func next() throws -> CanvasFrame? {
      defer { position += 1 }
      return try make(position)
    }

    func seek(to index: Int) { position = index }
  }

  private static func frame(
    _ index: Int, _ size: PixelSize = size, changed: PixelRect = PixelRect(size)
  ) -> CanvasFrame {
    let pixels = PixelBuffer.Pool(size: size).buffer { bytes in
      for place in bytes.indices { bytes[place] = 255 }
    }
    return CanvasFrame(index: index, pixels: pixels, changed: changed)
  }

  private func input(_ make: @escaping @Sendable (Int) throws -> CanvasFrame?) -> AnimationInput {
    .custom(CustomInput(name: "own") { _ in Free(make) })
  }

  private func failures(_ input: AnimationInput) async throws -> [ConversionError] {
    try await TemporaryFolder.with { folder in
      let converted = await #expect(throws: ConversionError.self) {
        try await Converter(Conversion(input: input, output: .file(folder.appending("a.gif"))))
          .run()
      }
      let played = await #expect(throws: ConversionError.self) {
        let animation = try await AnimatedImage(input)
        for try await _ in animation.frames {}
      }
      #expect(folder.names == [])
      return [try #require(converted), try #require(played)]
    }
  }

  @Test func itsOwnErrorComesBackInside() async throws {
    let input = input { index in
      if index == 2 { throw Own(number: 7) }
      return Self.frame(index)
    }
    for error in try await failures(input) {
      #expect(error.underlying as? Own == Own(number: 7))
      #expect(error.kind == .customSource)
      #expect(error.frame == 2)
      #expect(error.stage == .reading)
      #expect(error.description.contains("own"))
      #expect(error.errorDescription == error.description)
    }
    let opening = AnimationInput.custom(CustomInput(name: "shut") { _ in throw Own(number: 1) })
    for error in try await failures(opening) {
      #expect(error.underlying as? Own == Own(number: 1))
      #expect(error.description.contains("shut"))
    }
  }

  @Test func wrongFramesAreToldApart() async throws {
    let larger = PixelSize(width: 5, height: 4)
    let cases: [(input: AnimationInput, reason: String)] = [
      (
        input { $0 == 1 ? Self.frame(1, larger) : Self.frame($0) },
        "frame 1 of the source is 5x4, but its canvas is 4x4"
      ),
      (
        input { $0 == 1 ? Self.frame(2) : Self.frame($0) },
        "the source returned frame 2 instead of frame 1"
      ),
      (
        input { $0 == 2 ? nil : Self.frame($0) },
        "the source ends before frame 2, although it has 3 by its survey"
      ),
    ]
    for (input, reason) in cases {
      for error in try await failures(input) {
        #expect(error.reason.description == reason)
        #expect(error.kind == .customSource)
        #expect(error.underlying is CustomSourceError)
      }
    }
    let outside = PixelRect(x: 2, y: 0, width: 4, height: 1)
    for error in try await failures(
      input { Self.frame($0, changed: $0 == 1 ? outside : PixelRect(Self.size)) })
    {
      #expect(error.reason.description.hasPrefix("frame 1 of the source changes"))
    }
  }

  @Test func anIndexFromARequestIsAnErrorWhereThereIsNoSuchFrame() async throws {
    let animation = try await AnimatedImage(input { Self.frame($0) })
    for index in [-1, 3, .max] {
      let error = await #expect(throws: ConversionError.self) {
        try await animation.frame(at: index)
      }
      #expect(error?.kind == .usage)
      #expect(error?.reason.description == "there is no frame \(index): the animation has 3")
      #expect(error?.recoverySuggestion == "ask for a frame from 0 up to 2")
    }
  }

  @Test func cancellingAReadStopsItsSource() async throws {
    try await TemporaryFolder.with { folder in
      let waits = Mutex(false)
      let input = AnimationInput.custom(
        CustomInput(name: "slow") { _, token in
          Free { index in
            waits.withLock { $0 = true }
            while true {
              try token.check()
              pause(microseconds: 500)
            }
          }
        })
      let task = Task {
        try await Converter(Conversion(input: input, output: .file(folder.appending("a.gif"))))
          .run()
      }
      while !waits.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
      task.cancel()
      let error = await #expect(throws: ConversionError.self) { _ = try await task.value }
      #expect(error?.kind == .cancelled)
      #expect(folder.names == [])
    }
  }

  /// Frames of an actor; one of them never arrives.
  private actor Late: AsyncFrameSource {
    let info: SourceInfo
    private let missing: Int?
    private var position = 0

    init(missing: Int?) {
      self.missing = missing
      info = Free { _ in nil }.info
    }

    func next() async throws -> CanvasFrame? {
      if position == missing { try await Task.sleep(for: .seconds(1000)) }
      await Task.yield()
      guard position < info.frames.count else { return nil }
      defer { position += 1 }
      return CustomSourceTests.frame(position)
    }

    func seek(to index: Int) { position = index }
  }

  @Test func anActorCanBeASource() async throws {
    try await TemporaryFolder.with { folder in
      let all = CustomInput(name: "actor", awaiting: { _ in Late(missing: nil) })
      var conversion = Conversion(
        input: .custom(all), output: .file(folder.appending("a.gif")))
      // All of them look alike.
      conversion.image.keepsFrames = true
      let report = try await Converter(conversion).run()
      #expect(report.frameCount == 3)
      let animation = try await AnimatedImage(.custom(all))
      #expect(try await animation.frame(at: 2).index == 2)
      let never = CustomInput(name: "actor", awaiting: { _ in Late(missing: 1) })
      let task = Task {
        try await Converter(
          Conversion(input: .custom(never), output: .file(folder.appending("b.gif")))
        ).run()
      }
      try await Task.sleep(for: .milliseconds(20))
      task.cancel()
      let error = await #expect(throws: ConversionError.self) { _ = try await task.value }
      #expect(error?.kind == .cancelled)
      #expect(folder.names == ["a.gif"])
    }
  }
}
