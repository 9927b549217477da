import Testing

@testable import GIFCoding

@Suite struct NearestColorTests {
  @Test(arguments: [1, 7, 8, 9, 255, 256])
  func findsWhatAPlainLoopFinds(count: Int) {
    var numbers = TestPictures(seed: 3)
    func color() -> Lab {
      Lab(
        Float(numbers.number(below: 16384)), Float(numbers.number(below: 9000) - 4500),
        Float(numbers.number(below: 9000) - 4500), 0)
    }
    let colors = (0..<count).map { _ in color() }
    let search = NearestColor(colors)
    for _ in 0..<40 {
      let wanted = color()
      let distances = colors.map { wanted.squaredDistance($0) }
      let least = distances.min()!
      let found = search.nearest(to: wanted)
      #expect(distances[found.index] <= least * 1.0001)
      #expect(abs(search.distances(to: wanted) - least) <= least * 0.0001)
    }
  }
}

@Suite struct PaletteBuilderTests {
  private func points(_ count: Int) -> [Lab] {
    var numbers = TestPictures(seed: 9)
    return (0..<count).map { _ in
      Lab(
        Float(numbers.number(below: 16384)), Float(numbers.number(below: 4000)),
        Float(numbers.number(below: 4000)), Float(1 + numbers.number(below: 9)))
    }
  }

  @Test func keepsColorsThatFit() {
    let few = points(12)
    #expect(PaletteBuilder.colors(for: few, count: 16) == few.map(\.withoutWeight))
  }

  @Test func moreColorsLeaveLessError() {
    let many = points(400)
    let errors = [4, 16, 64].map {
      PaletteBuilder.error(
        of: many, with: NearestColor(PaletteBuilder.colors(for: many, count: $0)))
    }
    #expect(errors == errors.sorted(by: >))
    #expect(errors[2] < errors[0] / 4)
  }

  @Test func givesNoMoreThanWasAskedForWhenAllPointsAreEqual() {
    let same = Array(repeating: Lab(5, 6, 7, 1), count: 40)
    #expect(PaletteBuilder.colors(for: same, count: 8).count <= 8)
  }
}
