internal import AnimTiming
internal import Raster
internal import Stages
internal import TextFormats

/// Reads the `.mcmeta` of a Minecraft texture: cells on one image, row by row, with their durations
/// in ticks of 1/20 s.
///
/// A cell is a square of the shorter side unless `width` or `height` is given. Without frames, or
/// with an empty list, all cells are shown in order. The game repeats it forever.
enum MinecraftAnimation {
  private static let ticksPerSecond: Int64 = 20

  /// Whether this is the metadata of a texture, with or without an animation.
  static func isMetadata(_ json: JSONValue) -> Bool {
    ["animation", "texture", "gui", "pack"].contains { json[$0]?.isObject == true }
  }

  static func read(
    _ json: JSONValue, limits: ReadingLimits, _ around: AtlasSurroundings
  ) throws -> Atlas {
    guard let animation = json["animation"], animation.isObject else {
      throw AtlasError.unsupported(format: .minecraft, detail: "no animation")
    }
    var builder = AtlasBuilder(.minecraft, limits: limits)
    let page = AtlasPage(image: nil)
    let size = try around.pictureSize(page)
    _ = try builder.addPage(page)
    let cell = try cell(of: animation, on: size)
    let grid = TileGrid(tile: cell, on: size)
    guard grid.count > 0 else { throw malformed("the picture of \(size) has no cell of \(cell)") }
    if size.width % cell.width != 0 || size.height % cell.height != 0 {
      builder.warn("the picture of \(size) is not a whole number of cells of \(cell)")
    }
    for number in 0..<grid.count {
      try builder.checkCount(number)
      if let frame = grid.frame(Int64(number), name: "\(number)") {
        try builder.addFrame(frame, page: 0)
      }
    }
    try addFrames(of: animation, cells: grid.count, title: around.title, to: &builder)
    if animation["interpolate"]?.bool == true {
      builder.note(
        "the game mixes each frame with the next one, tick by tick; here the frames stay as they are"
      )
    }
    return builder.atlas
  }

  private static func malformed(_ detail: String) -> AtlasError {
    .malformed(format: .minecraft, detail: detail)
  }

  private static func cell(of animation: JSONValue, on size: PixelSize) throws -> PixelSize {
    func side(_ key: String) throws -> Int? {
      guard let value = animation[key] else { return nil }
      guard let side = value.integer, 1...65_535 ~= side else {
        throw malformed("\(key) is not a number of pixels")
      }
      return Int(side)
    }
    let (width, height) = (try side("width"), try side("height"))
    if width == nil, height == nil {
      let shorter = min(size.width, size.height)
      return PixelSize(width: shorter, height: shorter)
    }
    return PixelSize(width: width ?? size.width, height: height ?? size.height)
  }

  private static func addFrames(
    of animation: JSONValue, cells: Int, title: String, to builder: inout AtlasBuilder
  ) throws {
    let usual = try delay(animation["frametime"], of: "frametime") ?? ticks(1)
    var shown = AtlasAnimation(name: title, indices: [], plays: .forever)
    let entries = JSONValue.list(animation["frames"])
    for entry in entries {
      try builder.checkCount(shown.indices.count)
      guard let number = entry.integer ?? entry["index"]?.integer else {
        throw malformed("an entry of frames has no index")
      }
      guard 0..<Int64(cells) ~= number else {
        builder.warn("frame \(number) is left out: the picture has \(cells) cells")
        continue
      }
      shown.indices.append(Int(number))
      shown.delays.append(try delay(entry["time"], of: "time") ?? usual)
    }
    if entries.isEmpty {
      shown.indices = Array(0..<cells)
      shown.delays = shown.indices.map { _ in usual }
    }
    try builder.addTimed(shown)
  }

  private static func ticks(_ count: Int64) -> Delay {
    .milliseconds(count * 1000 / ticksPerSecond)
  }

  private static func delay(_ value: JSONValue?, of key: String) throws -> Delay? {
    guard let value else { return nil }
    guard let count = value.integer, 1...Int64(Int32.max) ~= count else {
      throw malformed("\(key) is not a number of ticks")
    }
    return ticks(count)
  }
}
