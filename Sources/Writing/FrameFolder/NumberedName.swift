/// A name with a number in it, which stands for the numbered pictures of an animation:
/// `frame_%04d.png`.
package struct NumberedName: Sendable, Hashable {
  /// What comes before the number.
  package let prefix: String
  /// Digits that numbers have at least.
  package let digits: Int
  /// What comes between the number and the dot.
  package let suffix: String
  /// What the pictures are stored as.
  package let format: FramePictureFormat
  /// As it was given, without the dot.
  package let fileExtension: String

  /// - Parameter name: of a file, without folders.
  /// - Returns: nil unless it has one number, `%d` or `%04d`, and ends as a picture of frames does.
  package init?(_ name: String) {
    guard let match = name.wholeMatch(of: /([^%]*)%([0-9]{0,3})d([^%]*)\.([A-Za-z]+)/),
      let format = FramePictureFormat(fileExtension: match.4.lowercased())
    else { return nil }
    prefix = String(match.1)
    digits = Int(match.2) ?? 0
    suffix = String(match.3)
    self.format = format
    fileExtension = String(match.4)
  }
}

extension FramePictureFormat {
  /// - Parameter fileExtension: in lower case, without the dot.
  fileprivate init?(fileExtension: String) {
    self.init(rawValue: fileExtension == "jpg" ? "jpeg" : fileExtension)
  }
}
