import Testing

@testable import Reading

/// Numbers larger than those in any folder of frames.
@Suite struct FolderOrderTests {
  private static let names = "abcdefghij".flatMap { letter in
    ["0", "1", "999999999999999999"].map { "\(letter)\($0).png" }
  }

  @Test(arguments: [ReadingOptions.FrameFolder.Gaps.error, .hold, .skip])
  func uncountableMissingFramesDoNotTrap(gaps: ReadingOptions.FrameFolder.Gaps) throws {
    let order = FolderOrder(gaps: gaps, startNumber: nil, limit: 1000)
    if gaps == .skip {
      #expect(try order.arrange(Self.names).count == 30)
    } else {
      #expect(throws: (any Error).self) { try order.arrange(Self.names) }
    }
  }
}
