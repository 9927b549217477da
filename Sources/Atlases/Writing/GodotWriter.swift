internal import AnimTiming
internal import Raster

/// Writes a Godot 4 `SpriteFrames` resource as text. The image's path is relative to the resource,
/// so both must be in the same folder of a project.
///
/// A frame's duration is relative to the animation's speed. The speed is the denominator of the
/// durations' common unit, and durations are whole multiples of it, so both are exact.
enum GodotWriter {
  /// - Throws: ``AtlasWritingError``.
  static func contents(_ sheet: SheetDescription) throws -> [UInt8] {
    let atlas = sheet.atlas
    var text = "[gd_resource type=\"SpriteFrames\" "
    text += "load_steps=\(atlas.pages.count + atlas.frames.count + 1) format=3]\n"
    for page in atlas.pages.indices {
      text += "\n[ext_resource type=\"Texture2D\" path=\(try string(sheet.image(page), sheet)) "
      text += "id=\"\(page + 1)\"]\n"
    }
    for (index, frame) in atlas.frames.enumerated() {
      let (rect, full) = (frame.rect, frame.sourceSize)
      text += "\n[sub_resource type=\"AtlasTexture\" id=\"AtlasTexture_\(index)\"]\n"
      text += "atlas = ExtResource(\"\(frame.page + 1)\")\n"
      text += "region = Rect2(\(rect.x), \(rect.y), \(rect.width), \(rect.height))\n"
      if frame.isTrimmed {
        text += "margin = Rect2(\(frame.offset.x), \(frame.offset.y), "
        text += "\(full.width - rect.width), \(full.height - rect.height))\n"
      }
    }
    text += "\n[resource]\nanimations = ["
    text += try sheet.animations().map { try self.animation($0, sheet) }.joined(separator: ", ")
    return Array((text + "]\n").utf8)
  }

  private static func animation(
    _ animation: SheetAnimation, _ sheet: SheetDescription
  ) throws -> String {
    let times = animation.timeline
    let frames = try zip(animation.indices, times.durations).map { index, duration in
      let (units, overflow) = duration.multipliedReportingOverflow(by: times.timebase.numerator)
      guard !overflow else { throw AtlasWritingError.times(.outOfRange, format: sheet.format) }
      return "{\n\"duration\": \(units).0,\n\"texture\": SubResource(\"AtlasTexture_\(index)\")\n}"
    }
    return """
      {
      "frames": [\(frames.joined(separator: ", "))],
      "loop": \(animation.plays == .forever),
      "name": &\(try string(animation.name, sheet)),
      "speed": \(times.timebase.denominator).0
      }
      """
  }

  /// A text in Godot's quotation marks.
  private static func string(_ value: String, _ sheet: SheetDescription) throws -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7F}":
        throw AtlasWritingError.name(
          value, detail: "it contains a control character", format: sheet.format)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
