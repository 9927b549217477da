internal import AnimTiming
internal import Raster
internal import Stages
internal import TextFormats

/// Reads animated tiles of Tiled tilesets, in XML (`.tsx`, or inside a `.tmx`) and in JSON (`.tsj`,
/// or inside a `.tmj`).
///
/// Tiles are counted row by row on one image, or each has its own image. Each animated tile is an
/// animation, named after its property `name`, its class or its number.
struct TiledTileset {
  private struct Tile {
    var image: String?
    var rect: [Int64?] = []
    var title: String?
    var steps: [(tile: Int64, milliseconds: ExactDecimal)] = []
  }

  private var values: [String: String] = [:]
  private var image: String?
  private var imageSize: PixelSize?
  private var offersKeyColor = false
  private var tiles: [Int64: Tile] = [:]

  // MARK: XML

  /// - Parameter root: `tileset` or `map`.
  static func readXML(
    _ bytes: [UInt8], limits: ReadingLimits, _ around: AtlasSurroundings
  ) throws -> Atlas {
    var reader = try XMLReader(bytes)
    var sets: [TiledTileset] = []
    var elsewhere: [String] = []
    while let event = try reader.next() {
      guard case .start("tileset", let attributes) = event else { continue }
      if let source = attributes["source"] {
        elsewhere.append(source)
      } else {
        var set = TiledTileset()
        set.values = attributes
        try set.readXML(&reader, limits: limits)
        sets.append(set)
      }
    }
    return try atlas(of: sets, elsewhere: elsewhere, limits: limits, around)
  }

  /// The contents of the `tileset` that was just opened.
  private mutating func readXML(_ reader: inout XMLReader, limits: ReadingLimits) throws {
    var path: [String] = []
    var tile: Int64?
    while let event = try reader.next() {
      switch event {
      case .text: continue
      case .end:
        if path.isEmpty { return }
        if path.removeLast() == "tile" { tile = nil }
      case .start(let name, let attributes):
        path.append(name)
        if name == "tile", path.count == 1 {
          tile = attributes["id"].flatMap { Int64($0) }
          try start(tile, attributes, limits: limits)
        } else {
          try read(name, attributes, of: tile, path.count, limits: limits)
        }
      }
    }
  }

  private mutating func start(
    _ number: Int64?, _ values: [String: String], limits: ReadingLimits
  ) throws {
    guard let number else { throw Self.malformed("a tile has no id") }
    try limits.check(.frames, tiles.count + 1, limits.maxFrames)
    var tile = Tile()
    tile.title = [values["class"], values["type"]].compactMap(\.self).first { !$0.isEmpty }
    tile.rect = ["x", "y", "width", "height"].map { values[$0].flatMap { Int64($0) } }
    tiles[number] = tile
  }

  private mutating func read(
    _ name: String, _ values: [String: String], of number: Int64?, _ depth: Int,
    limits: ReadingLimits
  ) throws {
    switch (name, number) {
    case ("image", nil) where depth == 1:
      image = values["source"]
      imageSize = PixelSize(
        tile: values["width"].flatMap { Int64($0) }, values["height"].flatMap { Int64($0) })
      offersKeyColor = values["trans"] != nil
    case ("image", let number?) where depth == 2: tiles[number]?.image = values["source"]
    case ("property", let number?) where values["name"] == "name":
      if let title = values["value"], !title.isEmpty { tiles[number]?.title = title }
    case ("frame", let number?):
      guard let step = values["tileid"].flatMap({ Int64($0) }),
        let time = values["duration"].flatMap({ ExactDecimal($0) })
      else { throw Self.malformed("a frame has no tileid or no duration") }
      try add((step, time), to: number, limits: limits)
    default: break
    }
  }

  private mutating func add(
    _ step: (tile: Int64, milliseconds: ExactDecimal), to number: Int64, limits: ReadingLimits
  ) throws {
    let count = tiles[number]?.steps.count ?? 0
    try limits.check(.frames, count + 1, limits.maxFrames)
    tiles[number]?.steps.append(step)
  }

  // MARK: JSON

  static func isTileset(_ json: JSONValue) -> Bool {
    json["tilewidth"]?.integer != nil
      && (json["tilesets"]?.isArray == true || json["type"]?.string == "tileset"
        || json["tilecount"] != nil)
  }

  static func readJSON(
    _ json: JSONValue, limits: ReadingLimits, _ around: AtlasSurroundings
  ) throws -> Atlas {
    let values = json["tilesets"].map { Array($0.elements) } ?? [json]
    let elsewhere = values.compactMap { $0["source"]?.string }
    let sets = try values.filter { $0["source"] == nil }.map { try Self($0, limits: limits) }
    return try atlas(of: sets, elsewhere: elsewhere, limits: limits, around)
  }

  private init() {}

  private init(_ json: JSONValue, limits: ReadingLimits) throws {
    for key in ["tilewidth", "tileheight", "spacing", "margin", "columns"] {
      if let number = json[key]?.integer { values[key] = "\(number)" }
    }
    image = json["image"]?.string
    imageSize = PixelSize(tile: json["imagewidth"]?.integer, json["imageheight"]?.integer)
    offersKeyColor = json["transparentcolor"] != nil
    for tile in JSONValue.list(json["tiles"]) {
      guard let number = tile["id"]?.integer else { throw Self.malformed("a tile has no id") }
      try start(number, [:], limits: limits)
      let names = [tile["class"]?.string, tile["type"]?.string].compactMap(\.self)
      var known = Tile(image: tile["image"]?.string, title: names.first { !$0.isEmpty })
      known.rect = ["x", "y", "width", "height"].map { tile[$0]?.integer }
      for property in JSONValue.list(tile["properties"])
      where property["name"]?.string == "name" {
        known.title = property["value"]?.string ?? known.title
      }
      tiles[number] = known
      for step in JSONValue.list(tile["animation"]) {
        guard let place = step["tileid"]?.integer, let time = step["duration"]?.number else {
          throw Self.malformed("a frame has no tileid or no duration")
        }
        try add((place, time), to: number, limits: limits)
      }
    }
  }

  // MARK: The atlas

  private static func malformed(_ detail: String) -> AtlasError {
    .malformed(format: .tiled, detail: detail)
  }

  private static func atlas(
    of sets: [TiledTileset], elsewhere: [String], limits: ReadingLimits,
    _ around: AtlasSurroundings
  ) throws -> Atlas {
    var builder = AtlasBuilder(.tiled, limits: limits)
    for set in sets where set.tiles.contains(where: { !$0.value.steps.isEmpty }) {
      try set.add(to: &builder, around)
    }
    if builder.atlas.frames.isEmpty {
      if let other = elsewhere.first {
        throw AtlasError.unsupported(
          format: .tiled,
          detail: "tiles in another file, \(quoted(other)), which can be read instead,")
      }
      throw AtlasError.unsupported(format: .tiled, detail: "no animated tile")
    }
    return builder.atlas
  }

  private func add(to builder: inout AtlasBuilder, _ around: AtlasSurroundings) throws {
    let animated = tiles.filter { !$0.value.steps.isEmpty }.sorted { $0.key < $1.key }
    let used = Set(animated.flatMap { $0.value.steps.map(\.tile) }).sorted()
    var places: [Int64: Int] = [:]
    let sheet = try image.map { try self.sheet($0, in: &builder, around) }
    for number in used {
      places[number] = try add(tile: number, sheet, to: &builder, around)
    }
    if offersKeyColor { builder.warn("the colour that stands for transparent is kept as it is") }
    var names = UniqueNames()
    for (number, tile) in animated {
      var animation = AtlasAnimation(
        name: names.add(tile.title ?? "\(number)"), indices: [], plays: .forever)
      for step in tile.steps {
        guard let place = places[step.tile],
          let delay = Delay.decimal(step.milliseconds, in: .milliseconds)
        else { throw Self.malformed("tile \(number) has a duration out of range") }
        animation.indices.append(place)
        animation.delays.append(delay)
      }
      try builder.addTimed(animation)
    }
  }

  /// The image of all tiles, and their layout.
  private func sheet(
    _ image: String, in builder: inout AtlasBuilder, _ around: AtlasSurroundings
  ) throws -> (page: Int, grid: TileGrid) {
    let page = AtlasPage(image: image, size: imageSize)
    let size = try imageSize ?? around.pictureSize(page)
    guard let tile = PixelSize(tile: number("tilewidth"), number("tileheight")) else {
      throw Self.malformed("tilewidth or tileheight is not a number of pixels")
    }
    let (margin, spacing) = (number("margin") ?? 0, number("spacing") ?? 0)
    guard 0...65_535 ~= margin, 0...65_535 ~= spacing else {
      throw Self.malformed("margin or spacing is not a number of pixels")
    }
    let columns = number("columns").flatMap { 1...65_535 ~= $0 ? Int($0) : nil }
    let grid = TileGrid(
      tile: tile, margin: PixelSize(width: Int(margin), height: Int(margin)),
      pitch: PixelSize(width: tile.width + Int(spacing), height: tile.height + Int(spacing)),
      columns: columns
        ?? TileGrid.count(
          along: size.width, tile: tile.width, margin: Int(margin), spacing: Int(spacing)),
      rows: TileGrid.count(
        along: size.height, tile: tile.height, margin: Int(margin), spacing: Int(spacing)))
    return (try builder.addPage(page), grid)
  }

  private func number(_ key: String) -> Int64? { values[key].flatMap { Int64($0) } }

  private func add(
    tile number: Int64, _ sheet: (page: Int, grid: TileGrid)?, to builder: inout AtlasBuilder,
    _ around: AtlasSurroundings
  ) throws -> Int {
    if let sheet {
      guard let frame = sheet.grid.frame(number, name: "\(number)") else {
        throw Self.malformed("there is no tile \(number)")
      }
      return try builder.addFrame(frame, page: sheet.page)
    }
    guard let tile = tiles[number], let image = tile.image else {
      throw Self.malformed("tile \(number) has no picture")
    }
    let page = AtlasPage(image: image)
    var rect = tile.rect.compactMap(\.self)
    if rect.count < 4 {
      let size = try around.pictureSize(page)
      rect = [0, 0, Int64(size.width), Int64(size.height)]
    }
    return try builder.addFrame(
      AtlasBuilder.RawFrame(
        name: "\(number)", x: rect[0], y: rect[1], width: rect[2], height: rect[3]),
      page: try builder.addPage(page))
  }
}
