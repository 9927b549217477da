internal import AnimTiming
package import Stages

extension Atlas {
  /// The selectable animations: tags and animations with unique names. For an atlas without them,
  /// frames that are numbered under one name, as engines without animations in their data use them.
  var choices: NamedAnimations {
    let known = Set(tags.map(\.name))
    let own = NamedAnimations(
      tags: tags, animations: animations.filter { !known.contains($0.name) })
    return namesAnimations ? own : namedSequences
  }

  /// Whether the data itself has tags or animations.
  var namesAnimations: Bool { !tags.isEmpty || !animations.isEmpty }

  /// Frames with only a number get the atlas's name.
  private var namedSequences: NamedAnimations {
    NamedAnimations(
      animations: NumberedSequences(frames.map(\.name)).named.map {
        AtlasAnimation(name: $0.name.isEmpty ? title : $0.name, indices: $0.indices)
      })
  }

  /// The frames of one tag or animation, or of several in a row. Names are separated by commas
  /// unless the whole text is a name; `\,` is a comma inside a name.
  ///
  /// - Throws: ``AtlasError/unknownTag(name:known:)``, ``AtlasError/ambiguousTag(name:known:)`` and
  ///   ``ReadingError/limitExceeded(limit:value:allowed:)``.
  package func playOrder(named text: String, limits: ReadingLimits) throws -> PlayOrder {
    let choices = choices
    if choices.names.contains(text) {
      return try playOrder(of: text, choices, limits: limits)
    }
    let names = Self.names(in: text)
    if names.count == 1 { return try playOrder(of: names[0], choices, limits: limits) }
    var whole = PlayOrder(indices: [], plays: .forever)
    for name in names {
      let order = try playOrder(of: name, choices, limits: limits)
      let start = whole.indices.count
      let plays = if case .plays(let count) = order.plays { count } else { 1 }
      let (count, overflow) = order.indices.count.multipliedReportingOverflow(by: plays)
      try limits.check(
        .frames, overflow ? .max : count.addingReportingOverflow(start).partialValue,
        limits.maxFrames)
      let delays =
        order.delays.isEmpty ? order.indices.map { frames[$0].delay } : order.delays
      for _ in 0..<plays {
        whole.indices += order.indices
        whole.delays += delays
      }
      whole.parts.append(AtlasTag(name: name, from: start, to: whole.indices.count - 1))
    }
    return whole
  }

  /// The names in a comma-separated list.
  package static func names(in text: String) -> [String] {
    var names = [""]
    var isEscaped = false
    for character in text {
      if isEscaped {
        names[names.count - 1] += character == "," ? "," : "\\\(character)"
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "," {
        names.append("")
      } else {
        names[names.count - 1].append(character)
      }
    }
    if isEscaped { names[names.count - 1] += "\\" }
    return names
  }

  private func playOrder(
    of name: String, _ choices: NamedAnimations, limits: ReadingLimits
  ) throws -> PlayOrder {
    guard let place = try choices.place(of: name) else {
      throw AtlasError.unknownTag(name: name, known: choices.names)
    }
    return try choices.playOrder(at: place, maxFrames: limits.maxFrames)
  }
}

extension NamedAnimations {
  /// - Parameter place: an index into ``names``.
  func playOrder(at place: Int, maxFrames: Int) throws -> PlayOrder {
    if place < tags.count { return try tags[place].playOrder(maxFrames: maxFrames) }
    let animation = animations[place - tags.count]
    return PlayOrder(
      indices: animation.indices, plays: animation.plays ?? .forever, delays: animation.delays)
  }
}
