internal import AnimTiming
internal import Raster
internal import TextFormats

/// Writes a tileset of Tiled, in XML (`.tsx`) or in JSON (`.tsj`).
///
/// Tiled repeats the animation of a tile forever, in whole milliseconds. An animation belongs to
/// the tile that it shows first or, if that tile already has another animation, to the next tile
/// without one; its name is the tile's property `name`.
enum TiledWriter {
  /// The version of the format, and of a release that supports it.
  private static let versions = (format: "1.10", program: "1.11.0")

  /// - Throws: ``AtlasWritingError``.
  static func xml(_ sheet: SheetDescription) throws -> [UInt8] {
    let (grid, size) = (try sheet.grid(), try sheet.pageSize(0))
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<tileset version=\"\(versions.format)\" tiledversion=\"\(versions.program)\""
    text += " name=\"\(try sheet.xml(sheet.baseName))\" tilewidth=\"\(grid.cell.width)\""
    text += " tileheight=\"\(grid.cell.height)\" spacing=\"\(grid.spacing)\""
    text += " margin=\"\(grid.margin)\" tilecount=\"\(grid.count)\" columns=\"\(grid.columns)\">\n"
    text += " <image source=\"\(try sheet.xml(sheet.image(0)))\" width=\"\(size.width)\""
    text += " height=\"\(size.height)\"/>\n"
    for (tile, animation) in try tiles(sheet, grid) {
      text += " <tile id=\"\(tile)\">\n  <properties>\n"
      text += "   <property name=\"name\" value=\"\(try sheet.xml(animation.name))\"/>\n"
      text += "  </properties>\n  <animation>\n"
      for step in animation.steps {
        text += "   <frame tileid=\"\(step.cell)\" duration=\"\(step.ticks)\"/>\n"
      }
      text += "  </animation>\n </tile>\n"
    }
    return Array((text + "</tileset>\n").utf8)
  }

  /// - Throws: ``AtlasWritingError``.
  static func json(_ sheet: SheetDescription) throws -> [UInt8] {
    let (grid, size) = (try sheet.grid(), try sheet.pageSize(0))
    let tiles = try tiles(sheet, grid).map { tile, animation in
      JSONOutput.object([
        (
          "animation",
          .list(
            animation.steps.map {
              .object(
                [("duration", .integer(Int($0.ticks))), ("tileid", .integer($0.cell))], .inline)
            })
        ),
        ("id", .integer(tile)),
        (
          "properties",
          .list([
            .object(
              [
                ("name", .text("name")), ("type", .text("string")),
                ("value", .text(animation.name)),
              ], .inline)
          ])
        ),
      ])
    }
    return JSONOutput.object([
      ("columns", .integer(grid.columns)), ("image", .text(sheet.image(0))),
      ("imageheight", .integer(size.height)), ("imagewidth", .integer(size.width)),
      ("margin", .integer(grid.margin)), ("name", .text(sheet.baseName)),
      ("spacing", .integer(grid.spacing)), ("tilecount", .integer(grid.count)),
      ("tiledversion", .text(versions.program)), ("tileheight", .integer(grid.cell.height)),
      ("tilewidth", .integer(grid.cell.width)), ("tiles", .list(tiles)),
      ("type", .text("tileset")), ("version", .text(versions.format)),
    ]).bytes
  }

  /// The animations with their tiles, by number.
  ///
  /// - Throws: ``AtlasWritingError/cannotSay(_:format:)`` for more animations than tiles.
  private static func tiles(
    _ sheet: SheetDescription, _ grid: CellGrid
  ) throws -> [(tile: Int, animation: CellAnimation)] {
    let animations = try sheet.cellAnimations(on: grid)
    var owners: [Int: CellAnimation] = [:]
    var homeless: [CellAnimation] = []
    for animation in animations {
      if let first = animation.steps.first?.cell, owners[first] == nil {
        owners[first] = animation
      } else {
        homeless.append(animation)
      }
    }
    for animation in homeless {
      let own = animation.steps.lazy.map(\.cell).first { owners[$0] == nil }
      guard let tile = own ?? (0..<grid.count).first(where: { owners[$0] == nil }) else {
        throw AtlasWritingError.cannotSay(.severalAnimations, format: sheet.format)
      }
      owners[tile] = animation
    }
    return owners.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
