import TestSupport
import Testing

@testable import AnimPlay

@Suite struct BudgetSharesTests {
  @Test func sharesAreFairAndUseWhatThereIs() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<500 {
      let needs = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        let frame = Int.random(in: 1...50, using: &random)
        return BudgetShares.Need(
          frame: frame, all: frame * Int.random(in: 1...20, using: &random))
      }
      let limit = Int.random(in: 1...2000, using: &random)
      let shares = BudgetShares.divide(limit, among: needs)
      let least = needs.map(\.frame).reduce(0, +)
      for (share, need) in zip(shares, needs) {
        #expect(share >= need.frame)
        #expect(share <= need.all)
      }
      let total = shares.reduce(0, +)
      #expect(total <= max(limit, least))
      // The rest is too small to divide, or less than one byte for each.
      let unserved = zip(shares, needs).filter { $0.0 < $0.1.all }
      if limit >= least, !unserved.isEmpty { #expect(limit - total < needs.count) }
      // An animation that gets less than it needs gets, in addition to one frame, at least as much
      // as any other.
      let extras = zip(shares, needs).map { $0.0 - $0.1.frame }
      for (share, need) in unserved {
        #expect(share - need.frame >= (extras.max() ?? 0) - needs.count)
      }
    }
  }

  @Test func whoNeedsLittleLeavesTheRest() {
    let shares = BudgetShares.divide(
      100,
      among: [.init(frame: 10, all: 1000), .init(frame: 5, all: 10), .init(frame: 10, all: 40)])
    #expect(shares == [50, 10, 40])
  }
}
