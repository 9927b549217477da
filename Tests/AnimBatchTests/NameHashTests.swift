import Testing

@testable import AnimBatch

@Suite struct NameHashTests {
  /// Computed by a short program in another language.
  @Test(
    arguments: [
      ("", 0xEFD0_1F60_BA99_2926), ("a", 0x82A2_A958_A9BE_CE5B),
      ("foobar", 0x2C22_1949_22D1_672B), ("assets/1.gif", 0x143D_6487_F0F9_C704),
    ] as [(String, UInt64)])
  func aNameHasTheSameHashEverywhere(name: String, hash: UInt64) {
    #expect(Array(name.utf8).withUnsafeBytes { NameHash.of($0) } == hash)
  }

  @Test func everyHashIsInExactlyOneShare() {
    for count in [1, 2, 3, 7, 1000, 1_000_000] {
      for name in 0..<500 {
        let hash = Array("in/\(name).gif".utf8).withUnsafeBytes { NameHash.of($0) }
        let own = Int(hash.multipliedFullWidth(by: UInt64(count)).high) + 1
        for number in Set([1, own - 1, own, own + 1, count]) {
          guard let share = BatchShard(number: number, count: count) else { continue }
          #expect(share.contains(hash) == (number == own))
        }
      }
    }
    for (hash, number) in [(0, 1), (UInt64.max, 3), (.max / 3, 1), (.max / 3 + 1, 2)] {
      #expect(BatchShard(number: number, count: 3)!.contains(hash))
    }
  }

  /// 100,000 names in 100 shares: 1000 ± 32 each are expected, and a difference of 200 is
  /// practically impossible.
  @Test func namesSpreadEvenly() {
    var counts = [Int](repeating: 0, count: 100)
    for name in 0..<100_000 {
      let hash = Array("emoji/\(name).gif".utf8).withUnsafeBytes { NameHash.of($0) }
      counts[Int(hash.multipliedFullWidth(by: 100).high)] += 1
    }
    #expect(counts.allSatisfy { abs($0 - 1000) < 200 })
  }
}
