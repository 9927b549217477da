package import AnimTiming
internal import Stages

/// One animation of an input, for lists.
package struct ListedAnimation: Sendable, Hashable {
  /// Its origin.
  package enum Origin: String, Sendable, Hashable {
    /// A range of frames named in the file.
    case tags
    /// A list of frames named in the file.
    case list
    /// Numbers in the names of the frames.
    case names
  }

  package var name: String
  /// The number of frames in one play.
  package var frameCount: Int
  /// The duration of one play; nil on overflow.
  package var duration: RationalTime?
  package var plays: LoopCount
  package var direction: AtlasTag.Direction
  package var origin: Origin

  package init(
    name: String, frameCount: Int, duration: RationalTime?, plays: LoopCount,
    direction: AtlasTag.Direction, origin: Origin
  ) {
    self.name = name
    self.frameCount = frameCount
    self.duration = duration
    self.plays = plays
    self.direction = direction
    self.origin = origin
  }
}

extension Atlas {
  /// The selectable animations, in the order of the data.
  ///
  /// - Parameters:
  ///   - rate: a duration for all frames that overrides the data; nil to use the data.
  ///   - usual: the duration of frames without one.
  package func listedAnimations(
    rate: Delay?, usual: Delay, maxFrames: Int
  ) -> [ListedAnimation] {
    let choices = choices
    return choices.names.enumerated().map { place, name in
      let tag = place < choices.tags.count ? choices.tags[place] : nil
      let order = try? choices.playOrder(at: place, maxFrames: maxFrames)
      let indices = order?.indices ?? []
      let own = order.map { $0.delays.isEmpty ? indices.map { frames[$0].delay } : $0.delays }
      let delays = (own ?? []).map { delay in rate ?? (delay == .missing ? usual : delay) }
      return ListedAnimation(
        name: name, frameCount: order == nil ? tag.map { $0.to - $0.from + 1 } ?? 0 : indices.count,
        duration: order == nil ? nil : Self.total(delays), plays: order?.plays ?? .forever,
        direction: tag?.direction ?? .forward,
        origin: tag != nil ? .tags : namesAnimations ? .list : .names)
    }
  }

  private static func total(_ delays: [Delay]) -> RationalTime? {
    var total = RationalTime.zero
    for delay in delays {
      guard let time = delay.time, let sum = try? total.adding(time) else { return nil }
      total = sum
    }
    return total
  }

  /// The choices for a user who has not chosen any, with their numbers of frames; empty without a
  /// choice.
  package var namesToChoose: [(name: String, count: Int)] {
    let choices = choices
    let counts =
      choices.tags.map { $0.to - $0.from + 1 } + choices.animations.map(\.indices.count)
    if !namesAnimations, counts == [frames.count] { return [] }
    return Array(zip(choices.names, counts)).map { (name: $0, count: $1) }
  }
}
