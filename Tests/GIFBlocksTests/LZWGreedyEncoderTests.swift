import Testing

@testable import GIFBlocks

@Suite struct LZWGreedyEncoderTests {
  @Test(arguments: 2...8, [true, false])
  func picturesComeBack(size: Int, clearsFullTable: Bool) throws {
    let dictionary = LZWDictionary()
    for seed in 0..<20 as Range<UInt64> {
      var pictures = TestPictures(seed: seed)
      let count = [0, 1, 2, 255, 5000, 40_000][Int(seed) % 6]
      let indices =
        seed % 3 == 0
        ? pictures.noise(count, colors: 1 << size)
        : pictures.runs(count, colors: 1 << size)
      let data = LZWGreedyEncoder.encode(
        indices, minCodeSize: size, clearsFullTable: clearsFullTable, dictionary: dictionary)
      let read = try LZWReference(data, minCodeSize: size)
      #expect(read.indices == indices, "seed \(seed)")
    }
  }

  @Test func aFullTableIsEmptiedOnlyWhenAskedFor() throws {
    var pictures = TestPictures(seed: 1)
    let indices = pictures.noise(20_000, colors: 256)
    let emptied = LZWGreedyEncoder.encode(indices, minCodeSize: 8)
    let kept = LZWGreedyEncoder.encode(indices, minCodeSize: 8, clearsFullTable: false)
    #expect(try LZWReference(emptied, minCodeSize: 8).clears.count == 5)
    #expect(try LZWReference(kept, minCodeSize: 8).clears.isEmpty)
  }

  @Test func runsBecomeShort() throws {
    let data = LZWGreedyEncoder.encode(Array(repeating: 3, count: 10_000), minCodeSize: 2)
    #expect(data.count < 150)
  }

  @Test(arguments: [(0, 2), (1, 2), (3, 2), (4, 3), (7, 3), (8, 4), (127, 7), (128, 8), (255, 8)])
  func literalsHaveAsManyBitsAsTheHighestIndexNeeds(highest: Int, bits: Int) {
    #expect(LZWGreedyEncoder.minCodeSize(highestIndex: highest) == bits)
  }

  /// The generation number of the dictionary wraps after 2^20 pictures; old strings must not
  /// reappear.
  @Test func aDictionaryForgetsHoweverOftenItIsEmptied() {
    let dictionary = LZWDictionary()
    dictionary.add(300, below: 1, 2)
    #expect(dictionary.child(1, 2) == 300)
    for _ in 0..<(1 << 20) - 1 {
      dictionary.clear()
      if dictionary.child(1, 2) >= 0 {
        Issue.record("a string came back")
        break
      }
    }
    dictionary.add(4095, below: 4095, 255)
    #expect(dictionary.child(4095, 255) == 4095)
    #expect(dictionary.child(1, 2) < 0)
  }
}
