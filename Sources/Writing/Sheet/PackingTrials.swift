internal import Raster
internal import Threads

/// Packs cells repeatedly by different rules, orders and widths, and keeps the smallest page.
///
/// No rule is best for all sheets: pages made by a single rule are 8 to 25 % larger than those by
/// the best of these. The trials end after a number of steps instead of a time, so that the result
/// is the same everywhere.
struct PackingTrials {
  typealias Places = [(index: Int, place: (rect: PixelRect, isTurned: Bool))]

  /// The sizes of cells with their surroundings.
  let sizes: [PixelSize]
  let mayTurn: Bool

  /// About a second in release builds.
  private static let mostWork = 8_000_000
  /// The number of widths, from half to twice the side of a square.
  private static let widthCount = 160
  /// The factor from one width to the next: 4 to the power of 1/159.
  private static let widthStep = 1.008757

  /// The order in which cells are placed: the largest first, by one of these measures.
  private enum Order: Int, CaseIterable {
    case height, width, area, longSide, sides
  }

  private func indices(_ order: Order) -> [Int] {
    func key(_ index: Int) -> (Int, Int, Int) {
      let size = sizes[index]
      let (low, high) = (min(size.width, size.height), max(size.width, size.height))
      return switch order {
      case .height: (-size.height, -size.width, index)
      case .width: (-size.width, -size.height, index)
      case .area: (-size.area, -high, index)
      case .longSide: (-high, -size.area, index)
      case .sides: (-low - high, -size.area, index)
      }
    }
    return sizes.indices.map { key($0) }.sorted { $0 < $1 }.map(\.2)
  }

  /// The pairs that are tried, starting with the one that is most often the best.
  private static let methods: [(rule: MaxRects.Rule, order: Order)] = [
    (.height, .height), (.contact, .height), (.contact, .sides), (.contact, .area),
    (.contact, .width), (.shortSide, .longSide), (.height, .width), (.contact, .longSide),
    (.longSide, .area), (.height, .sides), (.area, .area), (.shortSide, .height),
    (.shortSide, .area),
  ]

  /// The places of all cells in the smallest page that is found.
  ///
  /// - Parameters:
  ///   - first: a page that contains them; the result is never larger.
  ///   - most: the longest side.
  ///   - edge: the additional pixels of the page in each direction.
  /// - Throws: `CancellationError`.
  func smallest(from first: Places, most: Int, edge: Int) throws -> Places {
    let widest = sizes.reduce(0) { max($0, mayTurn ? min($1.width, $1.height) : $1.width) }
    let highest = sizes.reduce(0) { max($0, mayTurn ? min($1.width, $1.height) : $1.height) }
    let area = sizes.reduce(0) { $0 + $1.area }
    var width = Double(area).squareRoot() / 2
    var widths: [Int] = []
    for _ in 0..<Self.widthCount {
      let whole = min(most, max(widest, Int(width.rounded(.up))))
      if widths.last != whole { widths.append(whole) }
      width *= Self.widthStep
    }
    var orders: [Order: [Int]] = [:]
    var best = (places: first, area: Self.area(of: first, edge: edge))
    var work = 0
    for method in Self.methods {
      let order = orders[method.order] ?? indices(method.order)
      orders[method.order] = order
      for width in widths {
        // A page is smaller only if its height is below this.
        while width + edge > 0 {
          let height = min(most, (best.area - 1) / (width + edge) - edge)
          guard height >= highest, width * height >= area,
            let places = try pack(
              order, into: PixelSize(width: width, height: height), by: method.rule, &work)
          else { break }
          best = (places, Self.area(of: places, edge: edge))
        }
        if work > Self.mostWork { return best.places }
      }
    }
    return best.places
  }

  /// Places all cells in a bin by the first method that succeeds; nil if none does.
  ///
  /// - Throws: `CancellationError`.
  func fitting(_ bin: PixelSize) throws -> Places? {
    var work = 0
    for method in Self.methods {
      if let places = try pack(indices(method.order), into: bin, by: method.rule, &work) {
        return places
      }
      if work > Self.mostWork { break }
    }
    return nil
  }

  private static func area(of places: Places, edge: Int) -> Int {
    let width = places.reduce(0) { max($0, $1.place.rect.maxX) }
    let height = places.reduce(0) { max($0, $1.place.rect.maxY) }
    return (width + edge) * (height + edge)
  }

  /// - Parameter work: increases by the steps of the packer.
  private func pack(
    _ order: [Int], into bin: PixelSize, by rule: MaxRects.Rule, _ work: inout Int
  ) throws -> Places? {
    var packer = MaxRects(bin, rule)
    defer { work += packer.work }
    var places: Places = []
    places.reserveCapacity(order.count)
    try CancellationFlag.betweenFrames?.check()
    for index in order {
      guard work + packer.work <= Self.mostWork,
        let place = packer.insert(sizes[index], mayTurn: mayTurn)
      else { return nil }
      places.append((index, place))
    }
    return places
  }
}
