import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import AnimPlay
@testable import Raster
@testable import Reading

/// Files that this library wrote, played backward.
@Suite struct ConvertedPlaybackTests {
  /// A full frame, then one small patch per frame: only frame 0 is a restart point.
  private static func longGIF(_ count: Int, side: Int = 16) -> [UInt8] {
    var gif = GIFBuilder(side, side)
    gif.loop(0)
    gif.frame(.init(w: side, h: side, fill: 1, delay: 4))
    for index in 1..<count {
      gif.frame(
        .init(x: index % 14, y: index / 14 % 14, w: 2, h: 2, fill: UInt8(index % 4), delay: 4))
    }
    gif.end()
    return gif.bytes
  }

  enum Painted: CaseIterable {
    case gif, apng, webP

    func painter(_ gif: [UInt8]) async throws -> any FramePainter {
      switch self {
      case .gif: return try GIFPainter(ByteSource(bytes: gif))
      case .apng:
        return try PNGPainter(
          ByteSource(bytes: try await converted(gif, .apng)), options: ReadingOptions())
      case .webP:
        return try WebPPainter(
          ByteSource(bytes: try await converted(gif, .webp)), options: ReadingOptions())
      }
    }

    private func converted(_ gif: [UInt8], _ kind: OutputKind) async throws -> [UInt8] {
      let result = AnimationOutput.Bytes()
      var conversion = Conversion(input: .bytes(gif, name: "x"), output: .bytes(result))
      conversion.kind = kind
      _ = try await Converter(conversion).run()
      return result.value
    }
  }

  /// After any requests, frames kept from playing make room for canvases.
  @Test(arguments: Painted.allCases)
  func goingBackAfterPlayingForwardDecodesLittle(_ kind: Painted) async throws {
    let painter = try await kind.painter(Self.longGIF(600))
    nonisolated(unsafe) let composed = ComposedSource(painter)
    // Equal frames become one in a converted file.
    let count = composed.info.frames.count
    let last = count - 60
    try #require(last > 300)
    let budget = FrameBudget(bytes: 40 * 1024)
    let animation = try await AnimatedImage(
      .custom(CustomInput(trusted: "long") { _ in composed }), budget: budget)
    for index in 0..<count { _ = try await animation.frame(at: index) }
    // After the first step backward, no frames are decoded ahead.
    _ = try await animation.frame(at: last)
    let played = composed.drawnFrames
    let indices =
      Array(stride(from: last - 1, to: last - 200, by: -1))
      + (0..<100).map { $0 * 131 % last }
    for index in indices { #expect(try await animation.frame(at: index).index == index) }
    // 20 canvases divide 600 frames into distances of about 30.
    #expect((1...20).contains(composed.keptCanvasBytes / 1024))
    #expect(composed.drawnFrames - played <= indices.count * 32)
    #expect(budget.peakBytes <= 40 * 1024)
  }
}
