import FrameTestSupport
import AnimTiming
import TestSupport
import Testing

@testable import AnimPlay
@testable import Raster
@testable import Reading
@testable import Stages

@Suite struct RestartPointsTests {
  /// A source with given restart points and arbitrary pixels.
  private final class Marked: FrameSource {
    let info: SourceInfo
    let isStart: [Bool]

    init(_ isStart: [Bool]) {
      self.isStart = isStart
      let frame = SourceInfo.Frame(
        delay: .missing, rect: .empty, disposal: .keep, blend: .source)
      info = SourceInfo(
        kind: .custom, size: PixelSize(width: 1, height: 1),
        frames: Array(repeating: frame, count: isStart.count), plays: .forever,
        declaresPlays: true, alpha: .absent, defaultPolicy: .browser)
    }

    func next() -> CanvasFrame? { nil }
    func seek(to index: Int) {}
    func restartPoint(for index: Int) -> Int { isStart[...index].lastIndex(of: true) ?? 0 }
  }

  @Test func everyFrameFindsTheLatestStart() {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<300 {
      let rarity = Int.random(in: 1...6, using: &random)
      let isStart = (0..<Int.random(in: 1...40, using: &random)).map {
        $0 == 0 || Int.random(in: 0..<rarity, using: &random) == 0
      }
      let source = Marked(isStart)
      let points = RestartPoints(source)
      for index in isStart.indices {
        #expect(points.latest(upTo: index) == source.restartPoint(for: index))
      }
    }
  }

  @Test func aSourceThatSaysNothingBeginsAtTheBeginning() async throws {
    let animation = try await AnimatedImage(.numbered(9))
    #expect((0..<9).map { animation.restartPoint(for: $0) } == Array(repeating: 0, count: 9))
  }
}
