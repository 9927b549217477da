/// The drawing order in a group of a frame, or at the top level, from the bottom up.
struct AsepriteOrder {
  enum Item: Hashable {
    /// The cel with this index in the survey.
    case cel(Int)
    /// A separately composed group.
    case group(Int)
  }

  private struct Placed {
    let item: Item
    let place: Int
    let order: Int
  }

  /// By the number of the group; nil for the top.
  private let lists: [Int?: [Item]]

  /// Sorts the cels of a frame.
  ///
  /// A cel's place is that of its layer, moved by its order; of two cels at one place, the one that
  /// moved further up is drawn later. Hidden layers keep their places. If groups are composed
  /// separately, places are counted within each. Backgrounds are drawn first.
  init(_ frame: Int, of survey: AsepriteSurvey) {
    let layers = survey.layers.all
    let isApart = survey.header.composesGroups
    var placed: [Int?: [Placed]] = [:]
    var groups: Set<Int> = []
    for index in survey.frames[frame].cels {
      let cel = survey.cels[index]
      let layer = layers[Int(cel.layer)]
      guard layer.isDrawn, !layer.isBackground else { continue }
      let place = isApart ? layer.place : Int(cel.layer)
      let order = Int(cel.order)
      placed[isApart ? layer.parent : nil, default: []].append(
        Placed(item: .cel(index), place: place, order: order))
      var parent = isApart ? layer.parent : nil
      while let group = parent, groups.insert(group).inserted {
        parent = layers[group].parent
        placed[parent, default: []].append(
          Placed(item: .group(group), place: layers[group].place, order: 0))
      }
    }
    lists = placed.mapValues { list in
      list.sorted {
        ($0.place + $0.order, $0.order, $0.place) < ($1.place + $1.order, $1.order, $1.place)
      }.map(\.item)
    }
  }

  /// - Parameter group: nil for the top level.
  func items(in group: Int?) -> [Item] { lists[group] ?? [] }
}
