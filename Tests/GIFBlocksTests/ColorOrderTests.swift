import Testing

@testable import GIFBlocks

@Suite struct ColorOrderTests {
  /// The frame of colours 200 to 206 is rare, but with its colours first its literals are short.
  @Test func wholeFramesComeFirst() {
    var order = ColorOrder()
    for frame in 0..<20 {
      order.add(ColorOrder.Painted(Array(0..<100) + [100 + frame]))
    }
    order.add(ColorOrder.Painted(200..<207))
    let byUse = Array(0..<256)
    let best = order.best(byUse: byUse, reserved: 1)
    #expect(Set(best.prefix(7)) == Set(200..<207))
    #expect(best.sorted() == byUse)
    #expect(order.bits(best, 1) < order.bits(byUse, 1))
  }

  @Test func theOrderIsTheSameInEveryRun() {
    var random = TestPictures(seed: 4)
    let sets = (0..<200).map { _ in
      ColorOrder.Painted((0..<9).map { _ in random.number(below: 256) })
    }
    let results = (0..<4).map { turn in
      var order = ColorOrder()
      for set in turn % 2 == 0 ? sets : sets.reversed() { order.add(set) }
      return order.best(byUse: Array(0..<256), reserved: 0)
    }
    #expect(Set(results).count == 1)
  }
}
