import TestSupport
import Testing

@testable import AnimPlay
@testable import Raster

@Suite struct FrameCacheTests {
  private let pool = PixelBuffer.Pool(size: PixelSize(width: 1, height: 1), maxSpare: 0)

  private func cache(
    count: Int = 10, wraps: Bool = true, keepsPoster: Bool = false, with indices: [Int] = []
  ) -> FrameCache {
    var cache = FrameCache(count: count, wraps: wraps, keepsPoster: keepsPoster)
    for index in indices { cache.insert(pool.take(), at: index) }
    return cache
  }

  @Test func whatWasPlayedJustBeforeGoesFirst() {
    var cache = cache(with: [0, 3, 4, 5, 6, 9])
    _ = cache.request(5, window: 3)
    var left: [Int] = []
    while cache.evict(beyond: 0) {
      left = (0..<10).filter { cache.contains($0) }
      if left == [5, 6, 9] {
        let won1 = cache.evict(beyond: 5)
        #expect(!won1)
      }
    }
    #expect(left.isEmpty)
  }

  @Test func theOrderOfEvictionIsThatOfTheLatestNeed() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let count = Int.random(in: 1...80, using: &random)
      var here = Set((0..<count).filter { _ in Bool.random(using: &random) })
      var cache = cache(count: count, with: Array(here))
      let playhead = Int.random(in: 0..<count, using: &random)
      _ = cache.request(playhead, window: 1)
      let reach = Int.random(in: 0...count, using: &random)
      func distance(_ index: Int) -> Int { (index - playhead + count) % count }
      while let latest = here.max(by: { distance($0) < distance($1) }), distance(latest) >= reach {
        let won2 = cache.evict(beyond: reach)
        #expect(won2)
        here.remove(latest)
        #expect((0..<count).filter { cache.contains($0) } == here.sorted())
      }
      let won3 = cache.evict(beyond: reach)
      #expect(!won3)
    }
  }

  @Test func evictingAFrameInUseFreesNoMemory() {
    var cache = cache(with: [1, 2])
    let held = cache.newest(upTo: 1)
    _ = cache.request(2, window: 1)
    let won4 = cache.evict(beyond: 0)
    #expect(won4)
    #expect(cache.contains(1) && !cache.contains(2))
    let won5 = cache.evict(beyond: 0)
    #expect(!won5)
    let won6 = cache.evict(beyond: 0, held: true)
    #expect(won6)
    #expect(pool.live == 1)
    withExtendedLifetime(held) {}
  }

  @Test func thePosterStaysApart() {
    var cache = cache(keepsPoster: true, with: [0, 1])
    #expect(cache.windowCount == 1)
    _ = cache.request(5, window: 1)
    let won7 = cache.evict(beyond: 0)
    #expect(won7)
    let won8 = cache.evict(beyond: 0, held: true)
    #expect(!won8)
    #expect(cache.contains(0))
  }

  @Test func decodingAheadFollowsPlayingOrder() {
    var cache = cache()
    _ = cache.request(7, window: 5)
    // The jump to 7 did not count as playing.
    let next9 = cache.nextAhead(window: 5)
    #expect(next9 == nil)
    cache.insert(pool.take(), at: 7)
    _ = cache.request(8, window: 5)
    var order: [Int] = []
    while let next = cache.nextAhead(window: 5) {
      order.append(next)
      cache.insert(pool.take(), at: next)
    }
    #expect(order == [8, 9, 0, 1, 2])
  }

  @Test func goingBackTheFramesAheadGoFirst() {
    var cache = cache(with: [2, 3, 4, 5, 6, 7])
    _ = cache.request(6, window: 4)
    _ = cache.request(5, window: 4)
    #expect(cache.goesBack)
    #expect(cache.first(for: 5, window: 4) == 2)
    let ahead = cache.nextAhead(window: 4)
    #expect(ahead == nil)
    var order: [Int] = []
    while let left = (0..<10).first(where: { cache.contains($0) }) {
      let before = (left..<10).filter { cache.contains($0) }
      let won = cache.evict(beyond: 0)
      #expect(won)
      order += before.filter { !cache.contains($0) }
    }
    #expect(order == [6, 7, 2, 3, 4, 5])
    // The same frame again changes nothing; the next one in playing order does.
    _ = cache.request(5, window: 4)
    #expect(cache.goesBack)
    _ = cache.request(6, window: 4)
    #expect(!cache.goesBack)
    #expect(cache.first(for: 6, window: 4) == 6)
  }

  @Test func whatIsPlayedOnceDoesNotBeginAgain() {
    var cache = cache(wraps: false, with: [7, 8, 9])
    _ = cache.request(7, window: 10)
    let next10 = cache.nextAhead(window: 10)
    #expect(next10 == nil)
  }

  /// Compared with counting from the playhead each time.
  @Test func whatIsKnownAgreesWithCounting() {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<50 {
      let count = Int.random(in: 1...12, using: &random)
      let window = Int.random(in: 1...count, using: &random)
      var cache = cache(count: count)
      for _ in 0..<200 {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: _ = cache.evict(beyond: Int.random(in: 0...count, using: &random))
        case 1:
          let next = (cache.playhead + Int.random(in: 0...2, using: &random)) % count
          _ = cache.request(next, window: window)
        default:
          let missing = (0..<window).map { (cache.playhead + $0) % count }
            .first { !cache.contains($0) }
          let next11 = cache.nextAhead(window: window)
          #expect(next11 == missing)
          if let missing { cache.insert(pool.take(), at: missing) }
        }
      }
    }
  }
}
