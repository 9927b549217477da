internal import AnimTiming
internal import TextFormats

extension AtlasBuilder.RawFrame {
  /// One frame in TexturePacker's form, which Aseprite, PixiJS, Phaser and free-tex-packer also
  /// use.
  ///
  /// Width and height are those of the upright frame, even if it is stored rotated. `trimmed` is
  /// ignored, because an untrimmed frame has its own size as `sourceSize`. `duration` is in
  /// milliseconds, with optional decimals.
  ///
  /// - Throws: ``AtlasError/malformedEntry(format:entry:detail:)``.
  init(name: String, json: JSONValue, format: AtlasFormat) throws {
    let entry = JSONEntry(format: format, name: name, json: json)
    let frame = try entry.object("frame")
    self.init(
      name: name, x: try frame.integer("x"), y: try frame.integer("y"),
      width: try frame.integer("w"), height: try frame.integer("h"))
    if let rotated = json["rotated"] {
      guard let isRotated = rotated.bool else { throw entry.error("rotated is not true or false") }
      if isRotated { rotation = .clockwise }
    }
    if json["spriteSourceSize"] != nil {
      let placement = try entry.object("spriteSourceSize")
      offsetX = try placement.integer("x")
      offsetY = try placement.integer("y")
    }
    if json["sourceSize"] != nil {
      let size = try entry.object("sourceSize")
      sourceWidth = try size.integer("w")
      sourceHeight = try size.integer("h")
    }
    if let duration = json["duration"] {
      guard let number = duration.number, let delay = Delay.decimal(number, in: .milliseconds)
      else {
        throw entry.error(
          "its duration is not a number of milliseconds from 0 up to 68 years")
      }
      self.delay = delay
    }
    if let point = json["pivot"] ?? json["anchor"],
      let x = point["x"]?.number, let y = point["y"]?.number
    {
      pivot = AtlasFrame.Pivot(x: x, y: y)
    }
  }
}
