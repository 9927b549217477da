internal import AnimTiming
internal import TextFormats

extension AtlasDataFormat {
  /// The frames in a format's order. If animations are identified only by frame names, each frame
  /// is named after its animation and its place in it (`walk_0000`), in play order. A frame of
  /// several animations has an entry in each; they share its rectangle.
  ///
  /// - Parameter baseName: the name for frames without an animation.
  /// - Throws: ``AtlasWritingError/tooLong(animation:entries:allowed:format:)``.
  package func entries(of atlas: Atlas, baseName: String) throws -> Atlas {
    guard capabilities.animations == .byName, !atlas.isOneAnimation else { return atlas }
    var groups = try namedGroups(of: atlas)
    let shown = Set(groups.flatMap(\.indices))
    let rest = atlas.frames.indices.filter { !shown.contains($0) }
    if !rest.isEmpty { groups.append((baseName, rest)) }
    var listed = atlas
    (listed.tags, listed.animations) = ([], [])
    listed.frames = Self.entries(groups, of: atlas)
    return listed
  }

  /// The animations by name. Formats of this kind have no loop counts, so a ping-pong is one cycle.
  private func namedGroups(of atlas: Atlas) throws -> [(name: String, indices: [Int])] {
    let limit = max(SheetDescription.maxEntries, atlas.frames.count)
    var groups: [(name: String, indices: [Int])] = []
    var count = 0
    func add(_ name: String, _ length: Int, _ indices: () throws -> [Int]) throws {
      count += length
      guard count <= limit else {
        throw AtlasWritingError.tooLong(
          animation: name, entries: count, allowed: limit, format: self)
      }
      groups.append((name, try indices()))
    }
    for var tag in atlas.tags {
      tag.repeats = nil
      try add(tag.name, tag.to - tag.from + 1) {
        try tag.playOrder(maxFrames: limit).indices
      }
    }
    for animation in atlas.animations {
      try add(animation.name, animation.indices.count) { animation.indices }
    }
    return groups
  }

  /// Page by page, because each page may have its own file; within a page, animations stay at the
  /// place of their first frame.
  private static func entries(
    _ groups: [(name: String, indices: [Int])], of atlas: Atlas
  ) -> [AtlasFrame] {
    let digits = max(4, String((groups.lazy.map(\.indices.count).max() ?? 1) - 1).count)
    var unique = UniqueNames()
    let named = groups.map { group in
      let name = unique.add(group.name)
      return (
        first: group.indices.min() ?? 0,
        frames: group.indices.enumerated().map { place, index in
          var frame = atlas.frames[index]
          frame.name = "\(name)_\(zeroPadded(place, digits))"
          return frame
        }
      )
    }
    let order = named.indices.sorted { (named[$0].first, $0) < (named[$1].first, $1) }
    let frames = order.flatMap { named[$0].frames }
    return frames.indices.sorted { (frames[$0].page, $0) < (frames[$1].page, $1) }
      .map { frames[$0] }
  }
}

extension Atlas {
  /// Whether all frames play in a row, so that animations need not be distinguished.
  fileprivate var isOneAnimation: Bool {
    guard animations.isEmpty, let tag = tags.first else { return animations.isEmpty }
    return tags.count == 1 && tag.from == 0 && tag.to == frames.count - 1
      && tag.direction == .forward
  }
}
