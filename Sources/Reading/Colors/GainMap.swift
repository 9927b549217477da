/// A second picture that says how much brighter each place is on a display of high dynamic range.
enum GainMap {
  /// Apple's type of such an auxiliary picture.
  static let apple = "urn:com:apple:photo:2020:aux:hdrgainmap"

  /// The note for users.
  ///
  /// - Parameter name: the name of the kind of gain map.
  static func note(_ name: String) -> String {
    "the picture has a gain map (\(name)), which is not applied: it is shown as on displays of standard "
      + "range"
  }
}
