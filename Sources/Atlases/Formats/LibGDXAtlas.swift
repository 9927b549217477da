internal import AnimTiming
internal import Raster
internal import Stages
internal import TextFormats

/// Reads the text atlases of libGDX and Spine, old (`xy`, `size`, `orig`, `offset`) and new
/// (`bounds`, `offsets`).
///
/// Sizes are those of the upright frame; stored frames are rotated counterclockwise by `rotate`
/// degrees. Offsets are from the bottom left. Regions with the same name are distinguished by
/// `index`; they are sorted by index, placed where the first of them is, and form an animation.
enum LibGDXAtlas {
  private struct Region {
    var name: String
    var page: Int
    var fields: [String: [String]]
    var index: Int64
  }

  static func read(_ bytes: [UInt8], limits: ReadingLimits) throws -> Atlas {
    var builder = AtlasBuilder(.libGDX, limits: limits)
    let lines = try TextLines(bytes, language: "text atlas").lines
    var regions: [Region] = []
    var position = 0
    var page: Int?
    while position < lines.count {
      let line = trimmed(lines[position])
      position += 1
      if line.isEmpty {
        page = nil
        continue
      }
      let fields = readFields(lines, &position)
      if let page {
        try builder.checkCount(regions.count)
        let index = fields["index"]?.first.flatMap { Int64($0) } ?? -1
        regions.append(Region(name: line, page: page, fields: fields, index: index))
      } else {
        page = try builder.addPage(readPage(line, fields))
      }
    }
    try add(regions, to: &builder)
    return builder.atlas
  }

  private static let knownFields: Set = [
    "size", "pma", "index", "bounds", "xy", "rotate", "offsets", "orig", "offset",
  ]

  /// The lines `key: value, value` from `position` on; unneeded keys are skipped.
  private static func readFields(
    _ lines: [Substring], _ position: inout Int
  ) -> [String: [String]] {
    var fields: [String: [String]] = [:]
    while position < lines.count, let colon = lines[position].firstIndex(of: ":") {
      let line = lines[position]
      position += 1
      let values = line[line.index(after: colon)...].split(
        separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
      let key = trimmed(line[..<colon])
      if knownFields.contains(key) { fields[key] = values.map { trimmed($0) } }
    }
    return fields
  }

  private static func readPage(_ name: String, _ fields: [String: [String]]) throws -> AtlasPage {
    var page = AtlasPage(image: name, isPremultiplied: fields["pma"] == ["true"])
    if let size = fields["size"] {
      let sides = size.compactMap { Int32($0) }
      guard size.count == 2, sides.count == 2, sides.allSatisfy({ $0 >= 0 }) else {
        throw AtlasError.malformed(
          format: .libGDX, detail: "the size of page \(quoted(name)) is not two whole numbers")
      }
      // 0, 0 stands for unknown.
      if sides.allSatisfy({ $0 > 0 }) {
        page.size = PixelSize(width: Int(sides[0]), height: Int(sides[1]))
      }
    }
    return page
  }

  private static func add(_ regions: [Region], to builder: inout AtlasBuilder) throws {
    var places: [String: Int] = [:]
    for (place, region) in regions.enumerated() where places[region.name] == nil {
      places[region.name] = place
    }
    let order = regions.indices.sorted { a, b in
      let (left, right) = (regions[a], regions[b])
      return (places[left.name] ?? a, left.index, a) < (places[right.name] ?? b, right.index, b)
    }
    var groups: [(name: String, indices: [Int])] = []
    for position in order {
      let region = regions[position]
      let frame = try builder.addFrame(frame(region), page: region.page)
      if groups.last?.name == region.name {
        groups[groups.count - 1].indices.append(frame)
      } else {
        groups.append((region.name, [frame]))
      }
    }
    for group in groups where group.indices.count > 1 {
      try builder.addAnimation(AtlasAnimation(name: group.name, indices: group.indices))
    }
  }

  private static func frame(_ region: Region) throws -> AtlasBuilder.RawFrame {
    func error(_ detail: String) -> AtlasError {
      .malformedEntry(format: .libGDX, entry: region.name, detail: detail)
    }
    func integers(_ key: String, _ count: Int) throws -> [Int64]? {
      guard let values = region.fields[key] else { return nil }
      let numbers = values.compactMap { ExactDecimal($0)?.integer }
      guard values.count == count, numbers.count == count else {
        throw error("\(key) is not \(count) whole numbers")
      }
      return numbers
    }
    let bounds: [Int64]
    if let values = try integers("bounds", 4) {
      bounds = values
    } else {
      guard let xy = try integers("xy", 2), let size = try integers("size", 2) else {
        throw error("it has neither bounds nor xy and size")
      }
      bounds = xy + size
    }
    let name = region.index >= 0 ? "\(region.name)_\(region.index)" : region.name
    var frame = AtlasBuilder.RawFrame(
      name: name, x: bounds[0], y: bounds[1], width: bounds[2], height: bounds[3])
    switch region.fields["rotate"]?.first ?? "false" {
    case "false", "0": break
    case "true", "90": frame.rotation = .counterclockwise
    case "180": frame.rotation = .halfTurn
    case "270": frame.rotation = .clockwise
    default: throw error("rotate is not true, false or a quarter turn")
    }
    var offsets = try integers("offsets", 4)
    if offsets == nil, let size = try integers("orig", 2) {
      offsets = (try integers("offset", 2) ?? [0, 0]) + size
    }
    // An original size of 0 means the size of the region.
    guard let offsets, offsets[2] != 0, offsets[3] != 0 else { return frame }
    (frame.sourceWidth, frame.sourceHeight) = (offsets[2], offsets[3])
    frame.offsetX = offsets[0]
    let (bottom, overflow) = offsets[3].subtractingReportingOverflow(offsets[1])
    let (top, further) = bottom.subtractingReportingOverflow(bounds[3])
    guard !overflow, !further else { throw error("its offset lies beyond every picture") }
    frame.offsetY = top
    return frame
  }
}
