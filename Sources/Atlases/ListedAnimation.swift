package import AnimTiming
internal import Stages

/// One of the animations of an input, as a list of them tells it.
package struct ListedAnimation: Sendable, Hashable {
  /// Where it is from.
  package enum Origin: String, Sendable, Hashable {
    /// A stretch of the frames that the file names.
    case tags
    /// A list of frames that the file names.
    case list
    /// Numbers in the names of the frames.
    case names
  }

  package var name: String
  /// How many frames one play shows.
  package var frameCount: Int
  /// How long one play is; nil when that is too long to be counted.
  package var duration: RationalTime?
  package var plays: LoopCount
  package var direction: AtlasTag.Direction
  package var origin: Origin
}

extension Atlas {
  /// The animations that can be chosen, in the order of the data.
  ///
  /// - Parameters:
  ///   - rate: how long a frame shows, whatever the data says; nil to take what it says.
  ///   - usual: how long one shows of which the data says nothing.
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
      guard let time = delay.time, let sum = try? total + time else { return nil }
      total = sum
    }
    return total
  }

  /// What a user can choose who has chosen nothing, with the number of frames of each; empty where there
  /// is no choice.
  package var namesToChoose: [(name: String, count: Int)] {
    let choices = choices
    let counts =
      choices.tags.map { $0.to - $0.from + 1 } + choices.animations.map(\.indices.count)
    if !namesAnimations, counts == [frames.count] { return [] }
    return Array(zip(choices.names, counts)).map { (name: $0, count: $1) }
  }
}
