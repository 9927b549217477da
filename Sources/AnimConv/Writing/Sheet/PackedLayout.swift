/// Arranges cells of different sizes close together with ``MaxRects``.
///
/// The largest are placed first. A page that holds all of what is left is made as small as a few
/// trials find; otherwise it is filled at its full size and the rest goes on.
struct PackedLayout {
  let options: SheetWritingOptions
  /// Pixels that a side of a page may have.
  let allowed: Int

  func arrange(_ cells: [PixelSize]) -> SheetGeometry {
    var geometry = SheetGeometry(
      pages: [],
      placements: cells.map { .init(page: 0, rect: PixelRect($0)) })
    var left = cells.indices.sorted { a, b in order(cells[a], a) < order(cells[b], b) }
    while !left.isEmpty {
      let page = fill(left.map { outer(cells[$0]) })
      var used = PixelSize(width: 0, height: 0)
      var further: [Int] = []
      for (index, place) in zip(left, page) {
        guard let place else {
          further.append(index)
          continue
        }
        let inset = options.border + options.extrude
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
      precondition(further.count < left.count, "a cell that fits a page fits an empty page")
      left = further
    }
    return geometry
  }

  /// The longest side first, then the area; the same for every run.
  private func order(_ size: PixelSize, _ index: Int) -> (Int, Int, Int) {
    (-max(size.width, size.height), -size.area, index)
  }

  /// A cell with its repeated edges and the padding on one side.
  private func outer(_ size: PixelSize) -> PixelSize {
    let around = 2 * options.extrude + options.padding
    return PixelSize(width: size.width + around, height: size.height + around)
  }

  private typealias Places = [(rect: PixelRect, isTurned: Bool)?]

  /// The places on one page, with the cells that found none left out.
  private func fill(_ sizes: [PixelSize]) -> Places {
    let most = allowed - 2 * options.border + options.padding
    for bin in candidates(sizes, most: most) {
      let places = pack(sizes, into: bin, stopsAtFirstLeftOver: true)
      if places.count == sizes.count { return places }
    }
    return pack(sizes, into: PixelSize(width: most, height: most), stopsAtFirstLeftOver: false)
  }

  private func pack(
    _ sizes: [PixelSize], into bin: PixelSize, stopsAtFirstLeftOver: Bool
  ) -> Places {
    var packer = MaxRects(bin)
    var places: Places = []
    places.reserveCapacity(sizes.count)
    for size in sizes {
      let place = packer.insert(size, mayTurn: options.allowsRotation)
      if place == nil, stopsAtFirstLeftOver { return places }
      places.append(place)
    }
    return places
  }

  /// Bins that might hold everything, from the smallest on: squares that grow by a twentieth, or
  /// powers of two of which one side is at most twice the other.
  private func candidates(_ sizes: [PixelSize], most: Int) -> [PixelSize] {
    let area = sizes.reduce(0) { $0 + $1.area }
    if area > most * most { return [] }
    let widest = sizes.reduce(0) { max($0, $1.width) }
    let highest = sizes.reduce(0) { max($0, $1.height) }
    var bins: [PixelSize] = []
    if options.powerOfTwo {
      // What is over a power of two is as good as the next one.
      let slack = options.padding - 2 * options.border
      var side = 1
      while side <= allowed {
        for (width, height) in [(side, side), (side * 2, side)] where width <= allowed {
          bins.append(PixelSize(width: width + slack, height: height + slack))
        }
        side *= 2
      }
      return bins.filter {
        $0.width >= widest && $0.height >= highest && $0.area >= area
      }
    }
    var side = Double(area).squareRoot().rounded(.up)
    while Int(side) < most {
      bins.append(PixelSize(width: max(Int(side), widest), height: max(Int(side), highest)))
      side = (side * 1.05).rounded(.up)
    }
    return bins.filter { $0.width <= most && $0.height <= most } + [PixelSize(width: most, height: most)]
  }
}
