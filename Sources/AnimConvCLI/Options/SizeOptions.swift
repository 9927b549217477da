internal import AnimConv
internal import ArgumentParser

/// What size the output has and how pixels get there.
struct SizeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Scale by a factor (2, 0.5, 1/2), by whole pixels (4x), or to a size (640x480, 640x-1, x480). \
      Default: the input's size.
      """, valueName: "scale"),
    transform: parsing("a scale such as 0.5, 4x or 640x480") { ScaleRequest(parsing: $0) })
  var scale: ScaleRequest?

  @Option(
    help: ArgumentHelp(
      """
      nearest, area, bicubic or lanczos. Default: area to shrink, nearest for whole factors, else \
      bicubic.
      """, valueName: "filter"),
    transform: parsing("nearest, area, bicubic or lanczos") { ScaleFilter(parsing: $0) })
  var filter: ScaleFilter?

  @Option(
    help: ArgumentHelp(
      """
      For --scale WxH of another shape: contain pads, cover crops, exact distorts. Default: contain.
      """, valueName: "fit"),
    transform: parsing("contain, cover or exact") { Fit(parsing: $0) })
  var fit: Fit?

  @Option(
    help: ArgumentHelp(
      "Keep only this part of the input, before scaling: WxH+X+Y in pixels.", valueName: "rect"),
    transform: parsing("a rectangle such as 320x200+16+8") { PixelRect(parsing: $0) })
  var crop: PixelRect?
}

/// What becomes of transparency.
struct AlphaOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      keep, matte, stacked (colour above alpha), side-by-side, or pair (OUT and a second file \
      OUT-alpha). Default: keep where the format can, else matte.
      """, valueName: "mode"),
    transform: parsing("keep, matte, stacked, side-by-side or pair") { AlphaMode(parsing: $0) })
  var alpha: AlphaMode?

  @Option(
    help: ArgumentHelp(
      "What shows through where alpha is not kept: #rgb, #rrggbb or a CSS basic colour name. "
        + "Default: white.", valueName: "colour"),
    transform: parsing("a colour such as #fff, #1e90ff or black") { RGBColor(parsing: $0) })
  var matte: RGBColor?
}

extension ShapingOptions {
  init(size: SizeOptions, alpha: AlphaOptions) {
    self.init(
      crop: size.crop, scale: size.scale, filter: size.filter, fit: size.fit ?? .contain,
      matte: alpha.matte ?? .white, alpha: alpha.alpha)
  }
}
