internal import AnimTiming
internal import Atlases
internal import Messages
internal import TextFormats

extension SheetPlan {
  /// The parts of the timing and the loop counts that the data formats cannot express, each with an
  /// alternative that keeps it.
  var losses: [ConversionMessage] {
    [lossOfTimes, lossOfFrames].compactMap(\.self) + data.compactMap(lossOfTicks)
      + data.compactMap(lossOfPlays)
      + data.compactMap(lossOfAnimations)
  }

  private var atlas: Atlas { sheets[0].atlas }

  /// A sheet with equal durations has one rate, which programs set themselves. Different durations
  /// are lost if no data format stores them.
  private var lossOfTimes: ConversionMessage? {
    let times = atlas.frames.compactMap(\.delay.time)
    guard !data.isEmpty, !data.contains(where: \.capabilities.carriesTime),
      let shortest = times.min(), let longest = times.max(), shortest < longest
    else { return nil }
    var note: ConversionMessage = """
      \(data.map(\.title).joined(separator: " and ")) has no times, and frames show for \
      \(shortest.formatted(in: .milliseconds)) to \(longest.formatted(in: .milliseconds)): players will show all equally long; \
      use \(.schedule, "fps=24", swift: ".constant(24)") \
      \(.mergeDuplicates, true)
      """
    if let other = companion { note = note + ", or \(with(other)) for a second file with them" }
    return note
  }

  /// A data format that stores durations and supports this sheet.
  private var companion: AtlasDataFormat? {
    let features = AtlasFeatures(atlas)
    return [.aseprite, .godot].first { (try? features.check($0)) != nil }
  }

  /// Durations that fall between the ticks of the format.
  private func lossOfTicks(_ format: AtlasDataFormat) -> ConversionMessage? {
    guard let tick = format.capabilities.tick,
      let unit = try? RationalTime(ticks: 1, timebase: tick),
      let error = try? format.errorOfTicks(of: atlas)
    else { return nil }
    let rate = tick.denominator
    return """
      \(format.title) counts in steps of \(unit.formatted(in: .milliseconds)), and frames begin up to \
      \(error.formatted(in: .milliseconds)) earlier or later; \
      use \(.schedule, "fps=\(rate)", swift: ".constant(\(rate))") for times that it can hold
      """
  }

  private func lossOfPlays(_ format: AtlasDataFormat) -> ConversionMessage? {
    let note: ConversionMessage
    switch format.capabilities.plays {
    case .none, .any: return nil
    case .onceOrForever:
      guard let losers = playsLost(above: 1) else { return nil }
      note = "\(format.title) stores only once or for ever: \(losers) become 1"
    case .forever:
      guard let losers = playsLost(above: 0) else { return nil }
      note = "\(format.title) always plays for ever, instead of \(losers)"
    }
    guard !data.contains(where: { $0.capabilities.plays == .any }),
      (try? AtlasFeatures(atlas).check(.aseprite)) != nil
    else { return note }
    return note + "; \(with(.aseprite)) writes a second file with the number"
  }

  /// Animations with a finite loop count above `least`; nil if there are none. A ping-pong is
  /// stored as repeated frames.
  private func playsLost(above least: Int) -> String? {
    if named.isEmpty {
      guard case .plays(let plays) = atlas.plays, plays > least else { return nil }
      return plays == 1 ? "1 play" : "\(plays) plays"
    }
    let tags = atlas.tags.filter { $0.direction == .forward || $0.direction == .reverse }
    let several =
      tags.map { ($0.name, $0.repeats ?? 0) }
      + atlas.animations.map { animation in
        if case .plays(let plays)? = animation.plays { (animation.name, plays) } else { ("", 0) }
      }
    let texts = several.filter { $0.1 > least }.map {
      "\($0.1) \($0.1 == 1 ? "play" : "plays") of \(quoted($0.0))"
    }
    return texts.isEmpty ? nil : listed(texts)
  }

  private var named: NamedAnimations {
    NamedAnimations(tags: atlas.tags, animations: atlas.animations)
  }

  /// Animations that the frames of the sheet cannot express in any format.
  private var lossOfFrames: ConversionMessage? {
    guard !lostAnimations.isEmpty, !data.isEmpty else { return nil }
    if joinedCount > 1 {
      return """
        \(listed(lostAnimations.map(quoted))) cannot be kept as \
        \(lostAnimations.count == 1 ? "an animation" : "animations"): no frame of \
        \(lostAnimations.count == 1 ? "it" : "them") is shown at this rate
        """
    }
    return """
      \(listed(lostAnimations.map(quoted))) cannot be kept as \
      \(lostAnimations.count == 1 ? "an animation" : "animations"): the sheet lacks their frames, \
      has them in another order, or shows them for other times; \(.tag) writes one of them
      """
  }

  /// Tags and animations that a format cannot name. A tag that covers all frames is the whole
  /// animation.
  private func lossOfAnimations(_ format: AtlasDataFormat) -> ConversionMessage? {
    let names: [String]
    switch format.capabilities.animations {
    case .none:
      let whole = AtlasTag(whole: "", count: atlas.frames.count, plays: atlas.plays)
      let isWhole = named.names.count == 1 && atlas.tags.first?.isAlike(whole) == true
      names = isWhole ? [] : named.names
    case .tags: names = Array(named.names.dropFirst(atlas.tags.count))
    case .byName, .lists: names = []
    }
    if names.isEmpty { return nil }
    let note: ConversionMessage = """
      \(format.title) cannot hold the \(names.count == 1 ? "animation" : "animations") \
      \(listed(names.map(quoted)))
      """ + (joinedCount > 1 ? "" : "; \(.tag) writes one alone")
    guard !data.contains(where: { $0.capabilities.animations == .lists }),
      (try? AtlasFeatures(atlas).check(.aseprite)) != nil
    else { return note }
    return note + (joinedCount > 1 ? "; " : ", and ")
      + "\(with(.aseprite)) writes a second file with all of them"
  }

  /// Joins at most eight items into a list for a sentence.
  private func listed(_ texts: [String]) -> String {
    let more = texts.count > 8 ? " and \(texts.count - 8) more" : ""
    return texts.prefix(8).joined(separator: ", ") + more
  }

  /// The setting that adds one more data format.
  private func with(_ other: AtlasDataFormat) -> ConversionMessage {
    let all = data + [other]
    let cases = all.map { ".\($0)" }.joined(separator: ", ")
    return
      "\(.data, all.map(\.rawValue).joined(separator: ","), swift: "[\(cases)]")"
  }
}

extension AtlasTag {
  /// Whether it plays exactly like another animation.
  fileprivate func isAlike(_ other: AtlasTag) -> Bool {
    var own = self
    own.name = other.name
    return own == other
  }
}
