internal import FileBoxes

extension AVIFItems {
  /// The kind of gain map of a picture; nil without one.
  ///
  /// - Throws: ``FileBoxError``.
  func gainMap(of picture: Int) throws -> String? {
    let mapped = try items(of: "tmap").contains {
      try references(of: $0, as: "dimg").first == picture
    }
    if mapped { return "ISO 21496-1" }
    let isApple = try referring(to: picture, as: "auxl").contains { item in
      try properties(of: item).contains { property in
        property.kind == "auxC"
          && property.content.dropFirst(4).prefix { $0 != 0 }.elementsEqual(GainMap.apple.utf8)
      }
    }
    return isApple ? "Apple's" : nil
  }
}
