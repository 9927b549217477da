internal import Raster

extension ConversionSetting {
  /// Size and transparency.
  static let ofShaping: [ConversionSetting] =
    [
      ConversionSetting(
        "scale", "a scale such as 0.5, 50%, 4x or 640x480",
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
        "alpha", "keep, template, matte, stacked, side-by-side, pair or mix",
        displaces: alphaSwitches.map(\.name),
        parse: { AlphaMode(parsing: $0) }, set: { $0.shaping.alpha = $1 }),
      ConversionSetting(
        "matte", "a colour such as #fff, #1e90ff or black",
        parse: { RGBColor(parsing: $0) }, set: { $0.shaping.matte = $1 }),
    ] + alphaSwitches.map { alphaSwitch($0.name, $0.mode) }

  /// Switches that each stand for one value of `alpha`.
  static let alphaSwitches: [(name: String, mode: AlphaMode)] = [
    ("template", .template), ("alpha-pair", .pair), ("alpha-mix", .mix),
  ]

  private static func alphaSwitch(_ name: String, _ mode: AlphaMode) -> ConversionSetting {
    let others = alphaSwitches.map(\.name).filter { $0 != name }
    return .switch(name, displaces: ["alpha"] + others) {
      if $1 { $0.shaping.alpha = mode }
    }
  }
}
