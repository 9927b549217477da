internal import Messages
internal import Raster

extension SettingGroup {
  /// The size of the output.
  package static let size = SettingGroup(
    "Size",
    settings: [
      .value(
        .scale, "a scale such as 0.5, 50%, 4x or 640x480", as: "scale",
        """
        Output size: a factor (2, 0.5, 1/2, 50%), a whole-pixel factor (4x), or a size (640x480, \
        640x-1, x480).
        """,
        default: "the input's size",
        parse: { Conversion.Shaping.Scale(parsing: $0) }, set: { $0.shaping.scale = $1 }
      )
      .example("640x-1"),
      .choice(
        .filter, ScaleFilter.self, as: "filter",
        "Scaling filter: nearest, area, bicubic or lanczos.",
        default: "area to shrink, nearest for whole factors, bicubic otherwise"
      ) { $0.shaping.filter = $1 }
      .scoped(condition: .scaling)
      .synonyms(["bilinear": "bicubic", "lanczos3": "lanczos", "neighbor": "nearest"]),
      .choice(
        .fit, Conversion.Shaping.Fit.self, as: "fit",
        """
        With another aspect ratio than --scale WxH: contain pads, cover crops, inside scales \
        without padding, exact distorts.
        """,
        default: "contain"
      ) { $0.shaping.fit = $1 }
      .scoped(condition: .box)
      .synonyms(["fill": "exact", "pad": "contain"]),
      .value(
        .crop, "a rectangle such as 320x200+16+8", as: "rect",
        "Keep this part of the input, WxH+X+Y in pixels. Applied before scaling.",
        default: "the whole canvas",
        parse: { PixelRect(parsing: $0) }, set: { $0.shaping.crop = $1 }
      )
      .example("64x48+0+0"),
    ])
}
