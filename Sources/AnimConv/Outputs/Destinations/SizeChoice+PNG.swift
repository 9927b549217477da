extension [SizeChoice] {
  /// Only time can be traded for smaller PNGs with the same pixels.
  static func ofPNG(_ conversion: Conversion) -> [SizeChoice] {
    if Swift.max(conversion.sheet.png.level, conversion.frames.png.level) >= 9 { return [] }
    return [
      SizeChoice(title: "PNG level 9") {
        $0.sheet.png.level = 9
        $0.frames.png.level = 9
      }
    ]
  }
}
