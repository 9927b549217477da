import Testing

@testable import Raster

@Suite struct ResamplingAxisTests {
  @Test(arguments: ScaleFilter.allCases)
  func weightsAreWholeAndAddUpToTheTotal(filter: ScaleFilter) {
    for old in 1...24 {
      for new in 1...24 {
        let axis = ResamplingAxis(filter, from: old, to: new, outputs: 0..<new)
        for output in 0..<new {
          let start = axis.weightStarts[output]
          let weights = axis.weights[start..<start + axis.ends[output] - axis.starts[output]]
          #expect(weights.reduce(0, +) == axis.total)
          #expect(weights.allSatisfy { $0 == $0.rounded() })
          #expect(axis.starts[output] >= 0 && axis.ends[output] <= old)
          #expect(axis.maxCount >= weights.count)
        }
      }
    }
  }

  @Test(arguments: ScaleFilter.allCases)
  func touchedOutputsAreThoseThatReadTheSources(filter: ScaleFilter) {
    for old in 1...12 {
      for new in 1...12 {
        let visible = new / 3..<max(new / 3 + 1, new - new / 4)
        let axis = ResamplingAxis(filter, from: old, to: new, outputs: visible)
        for low in 0..<old {
          for high in low + 1...old {
            let reading = visible.filter { output in
              axis.sources(of: output..<output + 1).overlaps(low..<high)
            }
            let touched = axis.outputs(touching: low..<high)
            #expect(Array(touched) == reading, "\(old) to \(new), \(low)..<\(high)")
          }
        }
      }
    }
  }

  @Test func aPartOfTheTableEqualsTheWhole() {
    for filter in ScaleFilter.allCases {
      let whole = ResamplingAxis(filter, from: 17, to: 40, outputs: 0..<40)
      let part = ResamplingAxis(filter, from: 17, to: 40, outputs: 11..<30)
      #expect(Array(whole.starts[11..<30]) == part.starts)
      #expect(Array(whole.ends[11..<30]) == part.ends)
      let first = whole.weightStarts[11]
      #expect(Array(whole.weights[first..<first + part.weights.count]) == part.weights)
    }
  }
}
