internal import Raster
internal import Threads

/// Packs cells of different sizes with ``MaxRects``.
///
/// On each page the largest cells are placed first. A page that holds all remaining cells is made
/// as small as ``PackingTrials`` allow; other pages take as many cells as fit, in order.
struct PackedLayout {
  let options: DecidedSheetOptions
  /// The longest side of a page in pixels.
  let allowed: Int
  /// The first cells of animations, in order.
  var starts: [Int] = []

  /// - Throws: ``SheetError/tooManyPages(allowed:)`` as soon as the limit is reached;
  ///   `CancellationError`.
  func arrange(_ cells: [PixelSize]) throws -> SheetGeometry {
    var geometry = SheetGeometry(
      pages: [],
      placements: cells.map { .init(page: 0, rect: PixelRect($0)) })
    var left = Array(cells.indices)[...]
    while !left.isEmpty {
      guard geometry.pages.count < SheetWritingOptions.maxPages else {
        throw SheetError.tooManyPages(allowed: SheetWritingOptions.maxPages)
      }
      let (count, places) = try fill(left, cells)
      var used = PixelSize(width: 0, height: 0)
      let inset = options.border + options.extrude
      for (index, place) in places {
        geometry.placements[index] = .init(
          page: geometry.pages.count,
          rect: PixelRect(
            x: place.rect.x + inset, y: place.rect.y + inset,
            width: place.rect.width - 2 * options.extrude - options.padding,
            height: place.rect.height - 2 * options.extrude - options.padding),
          isTurned: place.isTurned)
        used.width = max(used.width, place.rect.maxX)
        used.height = max(used.height, place.rect.maxY)
      }
      let edge = 2 * options.border - options.padding
      geometry.pages.append(
        PixelSize(width: used.width + edge, height: used.height + edge))
      left = left.dropFirst(count)
    }
    return geometry
  }

  /// The longest side first, then the area; deterministic.
  private func order(_ size: PixelSize, _ index: Int) -> (Int, Int, Int) {
    (-max(size.width, size.height), -size.area, index)
  }

  /// A cell with its repeated edges, and the padding on one side.
  private func outer(_ size: PixelSize) -> PixelSize {
    let around = 2 * options.extrude + options.padding
    return PixelSize(width: size.width + around, height: size.height + around)
  }

  private typealias Places = PackingTrials.Places

  /// As many cells as fit on one page, in order, because not every data format supports frames out
  /// of page order.
  private func fill(
    _ left: ArraySlice<Int>, _ cells: [PixelSize]
  ) throws -> (count: Int, Places) {
    let most = allowed - 2 * options.border + options.padding
    if let places = try whole(left, cells, most: most) { return (left.count, places) }
    let bin = PixelSize(width: most, height: most)
    // One cell always fits; bisection finds the largest number of cells that fit.
    var best = (count: 1, places: try pack(left.prefix(1), cells, into: bin) ?? [])
    var (low, high) = (1, left.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if let places = try pack(left.prefix(middle), cells, into: bin) {
        best = (middle, places)
        low = middle
      } else {
        high = middle
      }
    }
    return try endingBeforeAnAnimation(best, of: left, cells, most: most) ?? best
  }

  /// The same page with fewer cells if one of its animations continues on the next page.
  private func endingBeforeAnAnimation(
    _ full: (count: Int, places: Places), of left: ArraySlice<Int>, _ cells: [PixelSize], most: Int
  ) throws -> (count: Int, Places)? {
    let first = left.startIndex
    let end = starts.end(ofPage: first + full.count, from: first, of: left.endIndex)
    guard end < first + full.count else { return nil }
    let fewer = left.prefix(end - first)
    return try whole(fewer, cells, most: most).map { (fewer.count, $0) }
  }

  /// All these cells on one page, as small as possible; nil if no arrangement is found.
  private func whole(
    _ indices: ArraySlice<Int>, _ cells: [PixelSize], most: Int
  ) throws -> Places? {
    let sizes = indices.map { outer(cells[$0]) }
    let trials = PackingTrials(sizes: sizes, mayTurn: options.allowsRotation)
    var first: Places?
    for bin in candidates(sizes, most: most) {
      first = try pack(indices, cells, into: bin)
      if first == nil, options.powerOfTwo { first = try trials.fitting(bin)?.of(indices) }
      if first != nil { break }
    }
    if first == nil, sizes.reduce(0, { $0 + $1.area }) <= most * most {
      first = try trials.fitting(PixelSize(width: most, height: most))?.of(indices)
    }
    guard let first, !options.powerOfTwo else { return first }
    let places = first.map { (index: $0.index - indices.startIndex, place: $0.place) }
    return try trials.smallest(
      from: places, most: most, edge: 2 * options.border - options.padding
    ).of(indices)
  }

  /// The places of all these cells, the largest placed first; nil if one does not fit.
  private func pack(
    _ indices: ArraySlice<Int>, _ cells: [PixelSize], into bin: PixelSize
  ) throws -> Places? {
    var packer = MaxRects(bin)
    var places: Places = []
    places.reserveCapacity(indices.count)
    for index in indices.sorted(by: { order(cells[$0], $0) < order(cells[$1], $1) }) {
      if places.count % 256 == 0 { try CancellationFlag.betweenFrames?.check() }
      guard let place = packer.insert(outer(cells[index]), mayTurn: options.allowsRotation) else {
        return nil
      }
      places.append((index, place))
    }
    return places
  }

  /// Candidate bins, from the smallest on: squares that grow by a twentieth, or powers of two with
  /// a ratio of at most two.
  private func candidates(_ sizes: [PixelSize], most: Int) -> [PixelSize] {
    let area = sizes.reduce(0) { $0 + $1.area }
    if area > most * most { return [] }
    let widest = sizes.reduce(0) { max($0, $1.width) }
    let highest = sizes.reduce(0) { max($0, $1.height) }
    var bins: [PixelSize] = []
    if options.powerOfTwo {
      // A size above a power of two is rounded up to the next one.
      let slack = options.padding - 2 * options.border
      var side = 1
      while side <= allowed {
        for (width, height) in [(side, side), (side * 2, side)] where width <= allowed {
          bins.append(PixelSize(width: width + slack, height: height + slack))
        }
        side *= 2
      }
      // If the scale is not a power of two, the limit is not a power of two either.
      bins.removeAll { $0.width < widest || $0.height < highest || $0.area < area }
      let largest = PixelSize(width: most, height: most)
      return bins.contains(largest) ? bins : bins + [largest]
    }
    var side = Double(area).squareRoot().rounded(.up)
    while Int(side) < most {
      bins.append(PixelSize(width: max(Int(side), widest), height: max(Int(side), highest)))
      side = (side * 1.05).rounded(.up)
    }
    return bins.filter { $0.width <= most && $0.height <= most } + [
      PixelSize(width: most, height: most)
    ]
  }
}

extension PackingTrials.Places {
  /// The same places for cells that are part of a larger set.
  fileprivate func of(_ indices: ArraySlice<Int>) -> Self {
    map { (indices[indices.startIndex + $0.index], $0.place) }
  }
}
