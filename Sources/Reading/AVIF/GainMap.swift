internal import FileBoxes

/// A second picture that tells how much brighter each place is on a display of high dynamic range.
enum GainMap {
  /// Apple's type of such an auxiliary picture.
  static let apple = "urn:com:apple:photo:2020:aux:hdrgainmap"

  /// The note for users.
  ///
  /// - Parameter name: of the kind of gain map.
  static func note(_ name: String) -> String {
    "the picture has a gain map (\(name)), which is not applied: it is shown as on displays of standard "
      + "range"
  }
}

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
