internal import Atlases
internal import Messages
internal import TextFormats

/// Cells of a sheet that the same animations show.
package struct SharedCells: Sendable, Hashable {
  /// The names of the animations, in their order.
  package let animations: [String]
  /// The number of cells.
  package let count: Int

  /// All sets of animations with a cell in common.
  ///
  /// - Parameter cellOfFrame: the cell of each frame.
  /// - Complexity: O(frames of all animations).
  static func all(_ named: NamedAnimations, _ cellOfFrame: [Int32]) -> [SharedCells] {
    let lists = named.tags.map { Array($0.from...$0.to) } + named.animations.map(\.indices)
    var users: [Int32: [Int]] = [:]
    for (animation, frames) in lists.enumerated() {
      for cell in Set(frames.map { cellOfFrame[$0] }) { users[cell, default: []].append(animation) }
    }
    var counts: [[Int]: Int] = [:]
    for animations in users.values where animations.count > 1 {
      counts[animations, default: 0] += 1
    }
    let names = named.names
    return counts.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { animations, count in
        SharedCells(animations: animations.map { names[$0] }, count: count)
      }
  }

  /// `idle and run share 4 of them, idle and jump share 1`, at most eight.
  static func text(_ all: [SharedCells]) -> String {
    let more = all.count > 8 ? ", and \(all.count - 8) other groups share more" : ""
    let texts = all.prefix(8).enumerated().map { place, cells in
      "\(cells.animations.map(quoted).inWords()) share \(cells.count)\(place == 0 ? " of them" : "")"
    }
    return texts.joined(separator: ", ") + more
  }
}
