internal import AnimTiming

extension PicturePattern {
  /// The name of the first picture, if it does not depend on the input; nil otherwise.
  package func firstName(stem: String, start: Int) -> String? {
    guard values.isSubset(of: [.index, .number, .stem]), hasDigits else { return nil }
    let source = PictureNames.Source(stem: stem, start: start, digits: [:])
    let first = PictureNames.Picture(index: 0, frame: 0, start: .zero, pts: nil, tag: nil)
    let name = try? PictureNames(self, source).name(of: first)
    return name.map { "\($0).\(fileExtension)" }
  }

  /// Whether the name does not depend on the largest number.
  private var hasDigits: Bool {
    pieces.allSatisfy { piece in
      if case .value(let value, nil) = piece { !value.isNumber } else { true }
    }
  }
}
