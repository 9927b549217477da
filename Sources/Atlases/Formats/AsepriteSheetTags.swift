internal import AnimTiming
internal import TextFormats

/// Reads `meta.frameTags` and `meta.layers` of Aseprite's data. A tag that is not a range of the
/// frames is a warning, because the frames are valid without it.
enum AsepriteSheetTags {
  /// - Throws: ``ReadingError/limitExceeded(limit:value:allowed:)``.
  static func read(_ meta: JSONValue?, into builder: inout AtlasBuilder) throws {
    guard builder.atlas.format == .aseprite, let meta else { return }
    let tags = try rawTags(meta, into: &builder)
    let layers = try layers(meta, builder)
    guard !tags.isEmpty || layers.count > 1, !builder.atlas.frames.isEmpty else { return }
    var names = AsepriteSheetNames(
      builder.atlas.frames.map(\.name), tags: tags, layers: layers.map(\.name),
      isOfAseprite: meta["app"]?.string?.lowercased().contains("aseprite") == true)
    if names.isLayered { names = stack(names, layers, into: &builder) }
    if names.tagsCountTheList {
      for tag in tags {
        try builder.addTag(
          name: tag.name, from: tag.from, to: tag.to, direction: tag.direction,
          repeats: tag.repeats)
      }
    } else {
      try add(tags, by: names, into: &builder)
    }
  }

  private static func rawTags(
    _ meta: JSONValue, into builder: inout AtlasBuilder
  ) throws -> [AsepriteSheetNames.RawTag] {
    var tags: [AsepriteSheetNames.RawTag] = []
    guard let list = meta["frameTags"] else { return [] }
    for (index, json) in list.elements.enumerated() {
      try builder.checkCount(index)
      let name = json["name"]?.string ?? ""
      guard let from = json["from"]?.integer, let to = json["to"]?.integer else {
        builder.warn("tag \(quoted(name)) is left out: it has no frames")
        continue
      }
      let repeats =
        json["repeat"].flatMap { $0.number ?? $0.string.flatMap { ExactDecimal($0) } }?.integer
      tags.append(
        .init(
          name: name, from: from, to: to, direction: json["direction"]?.string ?? "forward",
          repeats: repeats))
    }
    return tags
  }

  /// The layers from the bottom, with their modes if not normal.
  private static func layers(
    _ meta: JSONValue, _ builder: AtlasBuilder
  ) throws -> [(name: String, mode: String?)] {
    var layers: [(name: String, mode: String?)] = []
    for json in meta["layers"]?.elements.map({ $0 }) ?? [] {
      try builder.checkCount(layers.count)
      let mode = json["blendMode"]?.string
      if let name = json["name"]?.string { layers.append((name, mode == "normal" ? nil : mode)) }
    }
    return layers
  }

  /// Stacks the layers of each frame. Their opacity is already in the pixels.
  private static func stack(
    _ names: AsepriteSheetNames, _ layers: [(name: String, mode: String?)],
    into builder: inout AtlasBuilder
  ) -> AsepriteSheetNames {
    var ranks: [String: Int] = [:]
    for (rank, layer) in layers.enumerated() where ranks[layer.name] == nil {
      ranks[layer.name] = rank
    }
    let stacks = names.stacks(ranks: ranks)
    builder.stack(stacks) { place in
      names.names[place].layer.flatMap { ranks[$0] }.flatMap { layers[$0].mode }
    }
    return names.keeping(stacks.map { $0[0] })
  }

  /// Adds tags whose frames are found by name.
  private static func add(
    _ tags: [AsepriteSheetNames.RawTag], by names: AsepriteSheetNames,
    into builder: inout AtlasBuilder
  ) throws {
    guard let titles = names.titlesOfTags else {
      // Without the list of layers, their names look like file names.
      let mayBeLayers = names.titles.allSatisfy { $0.hasSuffix(")") }
      builder.warn(
        "the tags \(tags.prefix(8).map { quoted($0.name) }.joined(separator: ", ")) are left out: "
          + "the sheet has frames of \(names.titles.count) files, and it is not known which file "
          + "each tag belongs to"
          + (mayBeLayers ? "; if these are layers, export the sheet with the list of layers" : ""))
      return
    }
    for (tag, title) in zip(tags, titles) {
      let name = names.name(of: tag, title: title)
      let places = names.places(of: tag, title: title)
      guard let first = places.first else {
        builder.warn(
          "tag \(quoted(name)) is left out: the sheet has none of its frames \(tag.from) to "
            + "\(tag.to)")
        continue
      }
      if places == Array(first..<first + places.count) {
        try builder.addTag(
          name: name, from: Int64(first), to: Int64(first + places.count - 1),
          direction: tag.direction, repeats: tag.repeats)
      } else {
        try builder.addList(name: name, places, direction: tag.direction, repeats: tag.repeats)
      }
    }
  }
}
