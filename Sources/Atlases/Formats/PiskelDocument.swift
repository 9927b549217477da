internal import AnimTiming
internal import Raster
internal import Stages
internal import TextFormats

/// Reads Piskel's documents: layers that each contain all frames as embedded PNGs, in one row or in
/// columns, and one rate for all.
enum PiskelDocument {
  static func read(
    _ json: JSONValue, limits: ReadingLimits, _ around: AtlasSurroundings
  ) throws -> Atlas {
    var builder = AtlasBuilder(.piskel, limits: limits)
    guard let document = json["piskel"], let layers = document["layers"], layers.isArray,
      let size = PixelSize(tile: document["width"]?.integer, document["height"]?.integer)
    else { throw malformed("it has no size or no layers") }
    let delay = delay(document["fps"]?.number)
    for layer in layers.elements {
      guard let text = layer.string else { throw malformed("a layer is not a text") }
      let layer: JSONValue
      do { layer = try JSONReader.read(Array(text.utf8)) } catch let error as TextError {
        throw AtlasError(error)
      }
      try add(layer, size: size, delay: delay, to: &builder)
    }
    try hide(document["hiddenFrames"], title: around.title, in: &builder)
    return builder.atlas
  }

  private static func malformed(_ detail: String) -> AtlasError {
    .malformed(format: .piskel, detail: detail)
  }

  private static func delay(_ rate: ExactDecimal?) -> Delay {
    rate.flatMap { .seconds(ExactDecimal(1), over: $0) } ?? .missing
  }

  /// Stacks a layer's frames on the existing ones.
  private static func add(
    _ layer: JSONValue, size: PixelSize, delay: Delay, to builder: inout AtlasBuilder
  ) throws {
    guard let count = layer["frameCount"]?.integer, 0...Int64(Int32.max) ~= count else {
      throw malformed("a layer has no frameCount")
    }
    let opacity = layer["opacity"]?.number.map(opacity) ?? 255
    for (picture, layout) in try pictures(
      of: layer, count: count, maxFrames: builder.limits.maxFrames)
    {
      let page = try addPage(picture, to: &builder)
      while builder.atlas.frames.count < count {
        try addBlank(size: size, delay: delay, to: &builder)
      }
      if opacity == 0 { continue }
      for (column, frames) in layout.enumerated() {
        for (row, frame) in frames.enumerated() where builder.atlas.frames.indices ~= frame {
          let rect = PixelRect(
            x: column * size.width, y: row * size.height, width: size.width, height: size.height)
          builder.addLayer(
            AtlasLayer(
              frame: AtlasFrame(name: "", page: page, rect: rect, sourceSize: size),
              opacity: opacity),
            above: frame)
        }
      }
    }
  }

  /// A frame without visible pixels, below its layers. It uses the first image.
  private static func addBlank(
    size: PixelSize, delay: Delay, to builder: inout AtlasBuilder
  ) throws {
    var frame = AtlasBuilder.RawFrame(
      name: "\(builder.atlas.frames.count)", x: 0, y: 0, width: 0, height: 0)
    (frame.sourceWidth, frame.sourceHeight) = (Int64(size.width), Int64(size.height))
    frame.delay = delay
    try builder.addFrame(frame, page: 0)
  }

  private static func opacity(_ value: ExactDecimal) -> UInt8 {
    guard value.significand > 0 else { return 0 }
    let thousandths = value.shifted(by: value.exponent + 3) ?? 1000
    return UInt8(min(255, (min(1000, thousandths) * 255 + 500) / 1000))
  }

  /// The images of a layer, and the frames of each by column and row.
  private static func pictures(
    of layer: JSONValue, count: Int64, maxFrames: Int
  ) throws -> [(JSONValue, [[Int]])] {
    if let chunks = layer["chunks"], chunks.isArray {
      return try chunks.elements.map { chunk in
        guard let picture = chunk["base64PNG"], let layout = chunk["layout"], layout.isArray else {
          throw malformed("a chunk has no layout or no picture")
        }
        return (
          picture,
          layout.elements.map { $0.elements.map { Int(clamping: $0.integer ?? -1) } }
        )
      }
    }
    guard let picture = layer["base64PNG"] else { throw malformed("a layer has no picture") }
    return [(picture, (0..<min(Int(count), maxFrames)).map { [$0] })]
  }

  private static func addPage(_ picture: JSONValue, to builder: inout AtlasBuilder) throws -> Int {
    guard let text = picture.string, let comma = text.firstIndex(of: ","),
      text[..<comma].lowercased() == "data:image/png;base64",
      let bytes = Base64Text.bytes(text[text.index(after: comma)...])
    else { throw malformed("the picture of a layer is not a PNG in base64") }
    var page = AtlasPage(image: nil)
    page.bytes = bytes
    return try builder.addPage(page)
  }

  /// Hidden frames are not part of the animation.
  private static func hide(
    _ hidden: JSONValue?, title: String, in builder: inout AtlasBuilder
  ) throws {
    let numbers = Set(hidden.map { $0.elements.compactMap(\.integer) } ?? [])
    let shown = builder.atlas.frames.indices.filter { !numbers.contains(Int64($0)) }
    guard !shown.isEmpty, shown.count < builder.atlas.frames.count else { return }
    builder.note("\(builder.atlas.frames.count - shown.count) hidden frames are left out")
    try builder.addAnimation(
      AtlasAnimation(
        name: title, indices: shown, delays: shown.map { builder.atlas.frames[$0].delay },
        plays: .forever))
  }
}
