import Testing

@testable import AnimConv

@Suite struct NearestNameTests {
  @Test(arguments: [
    ("", "", 0), ("crf", "", 3), ("crf", "crf", 0), ("cfr", "crf", 1), ("cfr", "cut", 2),
    ("kitten", "sitting", 3), ("ca", "ac", 1), ("paddnig", "padding", 1), ("scale", "scales", 1),
  ])
  func editsAreCounted(one: String, other: String, edits: Int) {
    #expect(NearestName.distance(one, other) == edits)
    #expect(NearestName.distance(other, one) == edits)
  }

  @Test func farNamesAreNotMeant() {
    let names = ["cut", "crf", "columns"]
    #expect(NearestName.nearest(to: "cfr", among: names) == "crf")
    #expect(NearestName.nearest(to: "colums", among: names) == "columns")
    #expect(NearestName.nearest(to: "xx", among: names) == nil)
    #expect(NearestName.nearest(to: "quality", among: names) == nil)
  }
}
