import AnimTiming
import TestSupport
import Testing

@testable import Atlases

@Suite struct NaturalOrderTests {
  @Test func numbersCountAsNumbers() {
    #expect(
      NaturalOrder.sorted(["f10.png", "f2.png", "f1.png", "f.png", "F3.png", "f01.png"])
        == ["f.png", "f01.png", "f1.png", "f2.png", "F3.png", "f10.png"])
    #expect(NaturalOrder.sorted(["a 2/1", "a/10", "a/9"]) == ["a/9", "a/10", "a 2/1"])
    let long = String(repeating: "9", count: 60)
    #expect(NaturalOrder.sorted(["1\(long)", "\(long)"]) == [long, "1\(long)"])
  }

  @Test func unpaddedNamesOfAFolderAreInOrder() {
    let names = (1...120).map { "\($0).png" }
    #expect(NaturalOrder.sorted(names.sorted()) == names)
  }

  /// All names up to four characters of a small alphabet with every sort of character.
  @Test func theOrderIsTotal() {
    let alphabet: [UInt8] = Array("0129aA/.".utf8)
    var names: [[UInt8]] = [[]]
    var last: [[UInt8]] = [[]]
    for _ in 0..<3 {
      last = last.flatMap { name in alphabet.map { name + [$0] } }
      names += last
    }
    func less(_ a: [UInt8], _ b: [UInt8]) -> Bool { NaturalOrder.areInIncreasingOrder(a, b) }
    // Sorted, every name must come before all later ones: with trichotomy this is a total order.
    let sorted = names.sorted(by: less)
    var faults = 0
    for (index, name) in sorted.enumerated() {
      if less(name, name) { faults += 1 }
      for later in sorted[(index + 1)...] where !less(name, later) || less(later, name) {
        faults += 1
      }
    }
    #expect(faults == 0)
  }

  /// The same rule on arrays of tokens, slow and simple.
  @Test func theOrderIsThatOfItsTokens() {
    func tokens(_ name: [UInt8]) -> [[Int]] {
      var result: [[Int]] = []
      var digits: [UInt8] = []
      func flush() {
        guard !digits.isEmpty else { return }
        result.append([0x30, Int(String(decoding: digits, as: UTF8.self))!])
        digits = []
      }
      for byte in name {
        if (0x30...0x39).contains(byte) {
          digits.append(byte)
        } else {
          flush()
          let lower = (0x41...0x5A).contains(byte) ? byte + 32 : byte
          result.append([lower == 0x2F ? 0 : Int(lower)])
        }
      }
      flush()
      return result
    }
    let alphabet = Array("0019aB/.-_".utf8)
    var generator = SeededGenerator(seed: 5)
    func name() -> [UInt8] {
      (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        alphabet.randomElement(using: &generator)!
      }
    }
    for _ in 0..<20_000 {
      let (a, b) = (name(), name())
      let (x, y) = (tokens(a), tokens(b))
      let expected =
        if x == y {
          a.lexicographicallyPrecedes(b)
        } else {
          x.lexicographicallyPrecedes(y) { $0.lexicographicallyPrecedes($1) }
        }
      #expect(NaturalOrder.areInIncreasingOrder(a, b) == expected)
    }
  }
}
