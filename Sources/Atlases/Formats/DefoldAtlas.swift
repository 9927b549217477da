internal import AnimTiming
internal import Raster
internal import Stages
internal import TextFormats

/// Reads Defold's `.atlas`, whose frames are separate image files, and `.tilesource`, whose frames
/// are tiles of one image, counted from 1.
///
/// Paths are relative to the folder of `game.project`. By default, an animation has 30 frames per
/// second and plays once, forwards.
enum DefoldAtlas {
  /// The fields at the start of such a file.
  static func matches(_ line: String) -> Bool {
    let name = line.prefix { $0 != ":" && $0 != "{" && $0 != " " }
    let rest = trimmed(line.dropFirst(name.count))
    return switch name {
    case "images", "animations": rest.hasPrefix("{")
    case "image": rest.hasPrefix(":") && rest.contains("\"")
    case "extrude_borders", "margin", "inner_padding", "tile_width", "tile_height":
      rest.hasPrefix(":")
    default: false
    }
  }

  static func read(
    _ bytes: [UInt8], limits: ReadingLimits, _ around: AtlasSurroundings
  ) throws -> Atlas {
    let text = try DefoldText.read(bytes)
    var builder = AtlasBuilder(.defold, limits: limits)
    if text.text("tile_width") != nil {
      try readTiles(text, into: &builder, around)
    } else {
      try readPictures(text, into: &builder, around)
    }
    return builder.atlas
  }

  private static func malformed(_ detail: String) -> AtlasError {
    .malformed(format: .defold, detail: detail)
  }

  private static func page(_ path: String) -> AtlasPage {
    var page = AtlasPage(image: path.hasPrefix("/") ? String(path.dropFirst()) : path)
    page.projectFile = "game.project"
    return page
  }

  private static func readPictures(
    _ text: DefoldText, into builder: inout AtlasBuilder, _ around: AtlasSurroundings
  ) throws {
    var places: [String: Int] = [:]
    func place(of path: String) throws -> Int {
      if let place = places[path] { return place }
      let page = page(path)
      let size = try around.pictureSize(page)
      let file = path.split(separator: "/").last ?? ""
      let name = file.lastIndex(of: ".").map { file[..<$0] } ?? file
      let place = try builder.addFrame(
        AtlasBuilder.RawFrame(
          name: String(name), x: 0, y: 0, width: Int64(size.width), height: Int64(size.height)),
        page: try builder.addPage(page))
      places[path] = place
      return place
    }
    for image in text.messages("images").compactMap({ $0.text("image") }) {
      _ = try place(of: image)
    }
    for animation in text.messages("animations") {
      let images = animation.messages("images").compactMap { $0.text("image") }
      try add(animation, try images.map(place), to: &builder)
    }
  }

  private static func readTiles(
    _ text: DefoldText, into builder: inout AtlasBuilder, _ around: AtlasSurroundings
  ) throws {
    guard let path = text.text("image") else { throw malformed("it names no picture") }
    let page = page(path)
    let size = try around.pictureSize(page)
    func side(_ key: String) throws -> Int {
      guard let value = Int(text.text(key) ?? "0"), 0...65_535 ~= value else {
        throw malformed("\(key) is not a number of pixels")
      }
      return value
    }
    let (width, height) = (try side("tile_width"), try side("tile_height"))
    let (margin, spacing) = (try side("tile_margin"), try side("tile_spacing"))
    guard width > 0, height > 0 else { throw malformed("its tiles have no size") }
    let pitch = PixelSize(
      width: width + 2 * margin + spacing, height: height + 2 * margin + spacing)
    let grid = TileGrid(
      tile: PixelSize(width: width, height: height),
      margin: PixelSize(width: margin, height: margin), pitch: pitch,
      columns: (size.width + spacing) / pitch.width, rows: (size.height + spacing) / pitch.height)
    _ = try builder.addPage(page)
    var places: [Int64: Int] = [:]
    for animation in text.messages("animations") {
      let numbers = ["start_tile", "end_tile"].compactMap {
        animation.text($0).flatMap { Int64($0) }
      }
      let title = animation.text("id") ?? ""
      guard numbers.count == 2, numbers.allSatisfy({ 1...Int64(grid.count) ~= $0 }) else {
        throw malformed("animation \(quoted(title)) is not a range of the \(grid.count) tiles")
      }
      let up = Array(min(numbers[0], numbers[1])...max(numbers[0], numbers[1]))
      let shown = try (numbers[0] <= numbers[1] ? up : up.reversed()).map { number in
        if let place = places[number] { return place }
        guard let frame = grid.frame(number - 1, name: "\(number)") else {
          throw malformed("no tile")
        }
        let place = try builder.addFrame(frame, page: 0)
        places[number] = place
        return place
      }
      try add(animation, shown, to: &builder)
    }
    if builder.atlas.frames.isEmpty {
      throw AtlasError.unsupported(format: .defold, detail: "no animation")
    }
  }

  private static func add(
    _ text: DefoldText, _ shown: [Int], to builder: inout AtlasBuilder
  ) throws {
    let title = text.text("id") ?? ""
    let rate = ExactDecimal(text.text("fps") ?? "30")
    guard let rate, let delay = Delay.seconds(ExactDecimal(1), over: rate) else {
      throw malformed("animation \(quoted(title)) has no positive number of frames per second")
    }
    if ["flip_horizontal", "flip_vertical"].contains(where: {
      ["1", "true"].contains(text.text($0))
    }) {
      builder.warn("animation \(quoted(title)) is mirrored, which is not supported")
    }
    if shown.isEmpty { return }
    let playback = text.text("playback") ?? "PLAYBACK_ONCE_FORWARD"
    let direction: AtlasTag.Direction =
      playback.hasSuffix("BACKWARD")
      ? .reverse : playback.hasSuffix("PINGPONG") ? .pingpong : .forward
    let isLoop = playback.contains("_LOOP_")
    // Once back and forth is two sweeps.
    let repeats = isLoop ? nil : direction == .pingpong ? 2 : 1
    let tag = AtlasTag(
      name: title, from: 0, to: shown.count - 1, direction: direction, repeats: repeats)
    let order = try tag.playOrder(maxFrames: builder.limits.maxFrames)
    try builder.addTimed(
      AtlasAnimation(
        name: title, indices: order.indices.map { shown[$0] },
        delays: order.indices.map { _ in delay }, plays: order.plays))
  }
}
