extension ConversionSetting {
  /// Size and transparency.
  static let ofShaping: [ConversionSetting] = [
    ConversionSetting(
      "scale", "a scale such as 0.5, 4x or 640x480",
      parse: { ScaleRequest(parsing: $0) }, set: { $0.shaping.scale = $1 }),
    ConversionSetting(
      "filter", "nearest, area, bicubic or lanczos",
      parse: { ScaleFilter(parsing: $0) }, set: { $0.shaping.filter = $1 }),
    ConversionSetting(
      "fit", "contain, cover, inside or exact",
      parse: { Fit(parsing: $0) }, set: { $0.shaping.fit = $1 }),
    ConversionSetting(
      "crop", "a rectangle such as 320x200+16+8",
      parse: { PixelRect(parsing: $0) }, set: { $0.shaping.crop = $1 }),
    ConversionSetting(
      "alpha", "keep, template, matte, stacked, side-by-side or pair", displaces: ["template"],
      parse: { AlphaMode(parsing: $0) }, set: { $0.shaping.alpha = $1 }),
    .switch("template", displaces: ["alpha"]) { if $1 { $0.shaping.alpha = .template } },
    ConversionSetting(
      "matte", "a colour such as #fff, #1e90ff or black",
      parse: { RGBColor(parsing: $0) }, set: { $0.shaping.matte = $1 }),
  ]
}
