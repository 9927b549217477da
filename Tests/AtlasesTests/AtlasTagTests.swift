import AnimTiming
import Testing

@testable import Atlases
@testable import Stages

@Suite struct AtlasTagTests {
  private func order(
    _ direction: AtlasTag.Direction, _ range: ClosedRange<Int>, repeats: Int? = nil
  ) throws -> [Int] {
    try AtlasTag(
      name: "t", from: range.lowerBound, to: range.upperBound, direction: direction,
      repeats: repeats
    ).playOrder(maxFrames: 1000).indices
  }

  /// The frames that Aseprite 1.3 plays for the same tags.
  @Test func playsAsAsepriteDoes() throws {
    #expect(try order(.forward, 1...2, repeats: 2) == [1, 2])
    #expect(try order(.reverse, 3...5, repeats: 2) == [5, 4, 3])
    #expect(try order(.pingpong, 0...1, repeats: 2) == [0, 1, 0])
    #expect(try order(.pingpong, 0...1, repeats: 3) == [0, 1, 0, 1])
    #expect(try order(.pingpong, 6...8, repeats: 3) == [6, 7, 8, 7, 6, 7, 8])
    #expect(try order(.pingpongReverse, 10...12, repeats: 2) == [12, 11, 10, 11, 12])
    #expect(try order(.pingpongReverse, 1...3, repeats: 1) == [3, 2, 1])
  }

  @Test func withoutRepeatsOneCycleIsPlayedForEver() throws {
    #expect(try order(.pingpong, 0...3) == [0, 1, 2, 3, 2, 1])
    #expect(try order(.pingpongReverse, 0...2) == [2, 1, 0, 1])
    #expect(try order(.pingpong, 4...4) == [4])
    #expect(try order(.pingpong, 0...1) == [0, 1])
    let plays = try AtlasTag(name: "t", from: 0, to: 3, direction: .pingpong)
      .playOrder(maxFrames: 10).plays
    #expect(plays == .forever)
  }

  @Test func repeatsOfOneDirectionAreOnePassPlayedSeveralTimes() throws {
    let tag = AtlasTag(name: "t", from: 2, to: 4, direction: .reverse, repeats: 5)
    #expect(try tag.playOrder(maxFrames: 3) == PlayOrder(indices: [4, 3, 2], plays: .plays(5)))
    let single = AtlasTag(name: "t", from: 2, to: 2, direction: .pingpong, repeats: 5)
    #expect(try single.playOrder(maxFrames: 1) == PlayOrder(indices: [2], plays: .plays(5)))
  }

  @Test func sweepsAreWhatASlowWalkGives() throws {
    for count in 2...5 {
      for repeats in 1...6 {
        var walk = Array(0..<count)
        var position = count - 1
        var step = -1
        for _ in 1..<repeats {
          for _ in 1..<count {
            position += step
            walk.append(position)
          }
          step = -step
        }
        #expect(try order(.pingpong, 0...(count - 1), repeats: repeats) == walk)
        let mirrored = walk.map { count - 1 - $0 }
        #expect(try order(.pingpongReverse, 0...(count - 1), repeats: repeats) == mirrored)
      }
    }
  }

  @Test func endlessRepeatsAreOverTheLimit() throws {
    let tag = AtlasTag(name: "t", from: 0, to: 2, direction: .pingpong, repeats: 4)
    #expect(try tag.playOrder(maxFrames: 9).indices.count == 9)
    #expect(throws: ReadingError.limitExceeded(limit: .frames, value: 9, allowed: 8)) {
      try tag.playOrder(maxFrames: 8)
    }
    let endless = AtlasTag(name: "t", from: 0, to: 2, direction: .pingpong, repeats: .max)
    #expect(throws: ReadingError.self) { try endless.playOrder(maxFrames: 200_000) }
  }
}
