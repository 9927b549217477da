internal import AnimConv
internal import ArgumentParser

extension RGBColor {
  /// - Throws: `ValidationError` for an invalid colour.
  init(argument text: String) throws {
    guard let color = RGBColor(text) else {
      throw ValidationError("'\(text)' is not a colour such as #ff8800 or white")
    }
    self = color
  }
}
