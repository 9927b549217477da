internal import AnimTiming
internal import Stages
internal import TextFormats

/// A named order of frames with the exact duration of every step.
struct SheetAnimation {
  var name: String
  /// Indices into the atlas's frames.
  var indices: [Int]
  /// One step for each index.
  var timeline: AnimationTimeline
  var plays: LoopCount

  /// The number of slots; a slot is the durations' common divisor.
  var slotCount: Int {
    let slot = timeline.commonDivisor
    return slot > 0 ? Int(timeline.total / slot) : 0
  }

  /// The indices repeated for the slots of each, so that equal steps keep the exact timing.
  ///
  /// - Returns: nil if there would be more than `limit`.
  func slots(limit: Int) -> [Int]? {
    let slot = timeline.commonDivisor
    guard slotCount <= limit else { return nil }
    return zip(indices, timeline.durations).flatMap { index, duration in
      repeatElement(index, count: Int(duration / slot))
    }
  }
}

extension SheetDescription {
  /// The largest number of entries in an animation, including repetitions.
  static let maxEntries = 36_000

  /// The tags, unrolled into display order, then the animations. If two tags have the same name,
  /// which Aseprite allows, the second gets a number. If players show only animations, the
  /// remaining frames form another one.
  ///
  /// - Throws: ``AtlasWritingError``.
  func animations() throws -> [SheetAnimation] {
    var unique = UniqueNames()
    var result: [SheetAnimation] = []
    for tag in tags {
      var animation = try animation(tag)
      animation.name = unique.add(tag.name)
      result.append(animation)
    }
    let known = Set(tags.map(\.name))
    for animation in atlas.animations where !known.contains(animation.name) {
      result.append(
        try self.animation(
          unique.add(animation.name), animation.indices, delays: animation.delays,
          plays: animation.plays ?? atlas.plays ?? .forever))
    }
    if format.capabilities.showsOnlyAnimations {
      let shown = Set(result.flatMap(\.indices))
      let rest = atlas.frames.indices.filter { !shown.contains($0) }
      if !rest.isEmpty {
        result.append(
          try animation(unique.add(baseName), rest, delays: [], plays: atlas.plays ?? .forever))
      }
    }
    return result
  }

  /// One tag, unrolled.
  func animation(_ tag: AtlasTag) throws -> SheetAnimation {
    let order: PlayOrder
    do {
      order = try tag.playOrder(maxFrames: Self.maxEntries)
    } catch ReadingError.limitExceeded(_, let entries, let allowed) {
      throw AtlasWritingError.tooLong(
        animation: tag.name, entries: entries, allowed: allowed, format: format)
    }
    return try animation(tag.name, order.indices, delays: order.delays, plays: order.plays)
  }

  private func animation(
    _ name: String, _ indices: [Int], delays: [Delay], plays: LoopCount
  ) throws -> SheetAnimation {
    let all = delays.isEmpty ? try times() : nil
    if let missing = delays.firstIndex(of: .missing) {
      throw AtlasWritingError.missingDuration(frame: indices[missing], format: format)
    }
    do throws(TimingError) {
      let timeline =
        if let all {
          try AnimationTimeline(
            durations: indices.map { all.duration(of: $0) }, timebase: all.timebase
          )
          .reduced()
        } else {
          try AnimationTimeline(delays: delays)
        }
      return SheetAnimation(name: name, indices: indices, timeline: timeline, plays: plays)
    } catch {
      throw AtlasWritingError.times(error, format: format)
    }
  }
}
