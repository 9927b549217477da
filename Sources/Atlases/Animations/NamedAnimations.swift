internal import AnimTiming
internal import TextFormats

/// The tags and animations of a list of frames, separated from the frames, so that they can be
/// applied to another list.
package struct NamedAnimations: Sendable, Hashable {
  /// Ranges of frames.
  package var tags: [AtlasTag]
  /// Lists of frames, for animations that are not a range.
  package var animations: [AtlasAnimation]

  package init(tags: [AtlasTag] = [], animations: [AtlasAnimation] = []) {
    self.tags = tags
    self.animations = animations
  }

  package var isEmpty: Bool { tags.isEmpty && animations.isEmpty }

  /// The name of each tag, then of each animation. Aseprite allows two tags with one name; the
  /// second becomes `walk-2` where names must be unique.
  package var names: [String] {
    var unique = UniqueNames()
    return (tags.map(\.name) + animations.map(\.name)).map { unique.add($0) }
  }
}

extension NamedAnimations {
  /// The entry of ``names`` for a text: an exact match, otherwise the only match after a title
  /// (`run` for `dog/run`), otherwise the only match without case, otherwise the only one that
  /// starts with it.
  ///
  /// - Returns: nil if there is none.
  /// - Throws: ``AtlasError/ambiguousTag(name:known:)``.
  func place(of name: String) throws -> Int? {
    let names = names
    if let place = names.firstIndex(of: name) { return place }
    guard !name.isEmpty else { return nil }
    let places = names.indices.filter { names[$0].hasSuffix("/\(name)") }
    if places.count > 1 {
      throw AtlasError.ambiguousTag(name: name, known: places.map { names[$0] })
    }
    if let place = places.first { return place }
    let lower = name.lowercased()
    return only { $0.lowercased() == lower } ?? only { $0.lowercased().hasPrefix(lower) }
  }

  /// The index of the only match.
  private func only(_ fits: (String) -> Bool) -> Int? {
    let places = names.indices.filter { fits(names[$0]) }
    return places.count == 1 ? places[0] : nil
  }
}

extension Atlas {
  /// The tags and animations in terms of `order`, which has every frame once. An animation that can
  /// be a tag becomes one; a tag whose frames are no longer adjacent becomes an animation.
  ///
  /// - Throws: ``ReadingError/limitExceeded(limit:value:allowed:)`` if a tag is too long as a list.
  package func namedAnimations(in order: [Int], maxFrames: Int) throws -> NamedAnimations {
    var places = [Int](repeating: 0, count: frames.count)
    for (place, index) in order.enumerated() { places[index] = place }
    var named = NamedAnimations()
    for tag in tags {
      if let moved = tag.moved(to: places) {
        named.tags.append(moved)
      } else {
        let played = try tag.playOrder(maxFrames: maxFrames)
        named.animations.append(
          AtlasAnimation(
            name: tag.name, indices: played.indices.map { places[$0] }, plays: played.plays))
      }
    }
    let known = Set(tags.map(\.name))
    for var animation in animations where !known.contains(animation.name) {
      let own = animation.indices.map { frames[$0].delay.time }
      if animation.delays.map(\.time) == own { animation.delays = [] }
      animation.indices = animation.indices.map { places[$0] }
      if let tag = AtlasTag(animation) {
        named.tags.append(tag)
      } else {
        named.animations.append(animation)
      }
    }
    return named
  }
}

extension AtlasTag {
  /// The tag in terms of other places, one for each frame of the list; nil if they are not adjacent
  /// in the same order.
  fileprivate func moved(to places: [Int]) -> AtlasTag? {
    let first = places[from]
    guard (from...to).allSatisfy({ places[$0] == first + $0 - from }) else { return nil }
    var tag = self
    tag.from = first
    tag.to = first + to - from
    return tag
  }

  /// The tag that plays the same frames with the same loop count; nil if there is none, and if the
  /// animation has its own delays.
  init?(_ animation: AtlasAnimation) {
    let indices = animation.indices
    guard animation.delays.isEmpty, let first = indices.min(), let last = indices.max() else {
      return nil
    }
    var repeats: Int? = if case .plays(let count)? = animation.plays { count } else { nil }
    let length = last - first
    let isOneWay = indices.count == length + 1
    if !isOneWay {
      guard length > 0, indices.count > length else { return nil }
      // Sweeps that are written out share the frames at which they turn.
      if let plays = repeats {
        guard plays == 1, (indices.count - 1).isMultiple(of: length) else { return nil }
        repeats = (indices.count - 1) / length
      }
    }
    let directions: [Direction] = isOneWay ? [.forward, .reverse] : [.pingpong, .pingpongReverse]
    for direction in directions {
      let tag = AtlasTag(
        name: animation.name, from: first, to: last, direction: direction, repeats: repeats)
      if (try? tag.playOrder(maxFrames: indices.count))?.indices == indices {
        self = tag
        return
      }
    }
    return nil
  }
}
