internal import AnimTiming
internal import Raster
internal import Reading
internal import Writing

extension ConversionSetting {
  /// The allowed words, in the order of help; empty for numbers, names and times. If `takesLists`,
  /// several may be given, separated by commas.
  public var values: [String] {
    switch name {
    case "codec": VideoCodec.allCases.map(\.rawValue)
    case "chroma": ["420", "444"]
    case "hdr": HighDynamicRange.allCases.map(\.rawValue)
    case "deinterlace": Deinterlacing.allCases.map(\.rawValue)
    case "undither": Undithering.allCases.map(\.rawValue)
    case "audio": AudioHandling.allCases.map(\.rawValue)
    case "encoder-preset": EncoderRecipe.x264.presets
    case "layout": ["grid", "column", "row", "packed"]
    case "poster": ["best", "first"]
    case "select": FrameChoice.allCases.map(\.rawValue)
    case "label-font": ["dots"]
    case "data":
      (DataFormats.namesOfSheets + ", " + DataFormats.namesOfFrames)
        .split(separator: ", ").map(String.init) + ["none"]
    case "alpha-edge": ImageOptions.AlphaEdge.allCases.map(\.rawValue)
    case "webp": WebPMode.allCases.map(\.rawValue)
    case "duplicates": FrameFilesOptions.Repeats.allCases.map(\.rawValue)
    case "frame-format": FramePictureFormat.allCases.map(\.rawValue) + ["none"]
    case "depth": FrameDepth.allCases.map(\.rawValue)
    case "for": Player.allCases.map(\.rawValue)
    case "container": OutputKind.all.map(\.description)
    case "shrink": SizeTarget.Step.allCases.map(\.rawValue)
    case "alpha": AlphaMode.allCases.map(\.rawValue)
    case "filter": ScaleFilter.allCases.map(\.rawValue)
    case "fit": Fit.allCases.map(\.rawValue)
    case "matte": RGBColor.names
    case "gaps": FrameGaps.allCases.map(\.rawValue)
    case "sizes": MixedSizes.allCases.map(\.rawValue)
    case "cut": ["auto", "on", "off"]
    case "order": ["rows", "columns", "file", "name"]
    case "delays": ["browser", "flanimatedimage", "ffmpeg", "gifu", "verbatim"]
    case "schedule": ["variable", "slots", "fps=30", "slots-or-fps=30"]
    default: []
    }
  }

  /// Whether it accepts several of its ``values``, separated by commas.
  package var takesLists: Bool { name == "data" || name == "shrink" }

  /// What to type instead of an invalid value; nil if unknown.
  package func hint(on text: String) -> String? {
    if name == "at",
      let number = text.split(separator: ",").map({ $0.drop { $0 == " " } }).first(where: {
        $0.allSatisfy { $0.isNumber || $0 == "." }
      }), RationalTime(parsing: String(number)) != nil
    {
      return number.contains(".")
        ? "a time has a unit: write \(number)s"
        : "write \(number)s for the time, or f\(number) for the frame"
    }
    return nearest(to: text).map { "did you mean '\($0)'?" }
  }

  /// A suggestion for an invalid value; nil if there is no similar one.
  package func nearest(to text: String) -> String? {
    let other: [String: [String: String]] = [
      "codec": [
        "h265": "hevc", "x265": "hevc", "h.265": "hevc", "x264": "h264", "avc": "h264",
        "h.264": "h264",
      ],
      "container": ["sheet": "png", "folder": "frames", "ugoira": "zip", "m4v": "mp4"],
      "filter": ["bilinear": "bicubic", "lanczos3": "lanczos", "neighbor": "nearest"],
      "fit": ["fill": "exact", "pad": "contain"],
      "alpha": ["none": "matte", "flatten": "matte"],
    ]
    var attempts = [other[name]?[text.lowercased()], text.lowercased()].compactMap(\.self)
    // Two dots are used for times.
    if name == "range" { attempts.append(text.replacing("..", with: "...")) }
    if takesLists {
      let parts = text.split(separator: ",").map { part in
        values.contains(String(part))
          ? String(part)
          : NearestName.nearest(to: part.lowercased(), among: values) ?? String(part)
      }
      attempts.append(parts.joined(separator: ","))
    } else if let near = NearestName.nearest(to: text.lowercased(), among: values) {
      attempts.append(near)
    }
    return attempts.first { $0 != text && accepts($0) }
  }
}
