package import Raster

/// The page and place of every cell: pure numbers.
package struct SheetGeometry: Sendable, Hashable {
  /// The place of one cell.
  package struct Placement: Sendable, Hashable {
    // 24 bytes, because a sheet has one for every cell; sides of pages are below 2³¹.
    private var storedPage: Int32
    private var storedRect: StoredRect
    /// Whether the cell is stored with a quarter turn; the data decides the direction.
    package var isTurned: Bool

    package init(page: Int, rect: PixelRect, isTurned: Bool = false) {
      storedPage = Int32(page)
      storedRect = StoredRect(rect)
      self.isTurned = isTurned
    }

    /// Index of the page.
    package var page: Int { Int(storedPage) }

    /// The cell's own pixels on the page, in stored orientation.
    package var rect: PixelRect { storedRect.rect }
  }

  /// The size of each page.
  package var pages: [PixelSize]
  /// One for each cell.
  package var placements: [Placement]

  /// The same layout enlarged by `factor`.
  package func scaled(by factor: Int) -> SheetGeometry {
    if factor == 1 { return self }
    return SheetGeometry(
      pages: pages.map { $0.scaled(by: factor) },
      placements: placements.map {
        Placement(page: $0.page, rect: $0.rect.scaled(by: factor), isTurned: $0.isTurned)
      })
  }

  /// The same layout on pages whose sides are powers of two.
  package func withPowersOfTwo() -> SheetGeometry {
    SheetGeometry(
      pages: pages.map {
        PixelSize(width: $0.width.nextPowerOfTwo, height: $0.height.nextPowerOfTwo)
      }, placements: placements)
  }

  /// The number of pixels on each page outside cells and their repeated edges.
  package func gaps(extrude: Int) -> [Int] {
    var gaps = pages.map(\.area)
    for placement in placements {
      gaps[placement.page] -=
        (placement.rect.width + 2 * extrude) * (placement.rect.height + 2 * extrude)
    }
    return gaps
  }
}

extension SheetGeometry {
  /// Arranges cells.
  ///
  /// - Parameters:
  ///   - cells: their sizes; all equal unless the layout is packed. At least one.
  ///   - starts: the first cells of animations, in order. If the cells need several pages, a page
  ///     ends before one of these cells if possible, so that no animation is divided.
  ///   - head: the rows above the cells of the first page.
  ///   - options: with sides that do not overflow, see ``SheetError``.
  /// - Throws: ``SheetError/cellTooLarge(size:allowed:)``, ``SheetError/tooManyPages(allowed:)``;
  ///   `CancellationError`.
  /// - Complexity: O(cells); packed up to O(cells²).
  package init(
    _ cells: some RandomAccessCollection<PixelSize>, starts: [Int] = [], head: Int = 0,
    options: DecidedSheetOptions
  ) throws {
    let largest = options.scales.max() ?? 1
    let allowed =
      (options.powerOfTwo ? options.maxSize.previousPowerOfTwo : options.maxSize) / largest
    let around = 2 * (options.extrude + options.border)
    for size in cells where max(size.width, size.height + head) + around > allowed {
      throw SheetError.cellTooLarge(
        size: size.scaled(by: largest), around: (around + head) * largest,
        allowed: allowed * largest)
    }
    if options.layout == .packed {
      self = try PackedLayout(options: options, allowed: allowed, starts: starts)
        .arrange(Array(cells))
    } else {
      self = UniformLayout(
        cell: cells[cells.startIndex], options: options, allowed: allowed, starts: starts,
        head: head
      ).arrange(cells.count)
    }
  }
}

extension SheetGeometry {
  /// The cells of a flip-book on its slides.
  package init(_ book: FlipBookLayout) {
    pages = (0..<book.slideCount).map(book.size(ofSlide:))
    placements = (0..<book.frameCount).map { frame in
      let place = book.place(of: frame)
      return Placement(page: place.slide, rect: place.rect)
    }
  }

  /// The same pages with the cells in reverse order.
  package func reversed() -> SheetGeometry {
    SheetGeometry(pages: pages, placements: placements.reversed())
  }
}

extension SheetGeometry {
  /// Full pages of equal cells in rows; the last cells may be empty.
  package init(filling count: Int, cell: PixelSize, columns: Int, rows: Int) {
    let onPage = columns * rows
    self.init(
      pages: Array(
        repeating: PixelSize(width: columns * cell.width, height: rows * cell.height),
        count: (count + onPage - 1) / onPage),
      placements: (0..<count).map { index in
        let place = index % onPage
        return Placement(
          page: index / onPage,
          rect: PixelRect(
            x: place % columns * cell.width, y: place / columns * cell.height,
            width: cell.width, height: cell.height))
      })
  }
}

extension PixelSize {
  package func scaled(by factor: Int) -> PixelSize {
    PixelSize(width: width * factor, height: height * factor)
  }
}

extension PixelRect {
  package func scaled(by factor: Int) -> PixelRect {
    PixelRect(x: x * factor, y: y * factor, width: width * factor, height: height * factor)
  }
}

extension Int {
  /// The smallest power of two that is at least this positive number.
  var nextPowerOfTwo: Int { self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }

  /// The largest power of two that is at most this positive number.
  var previousPowerOfTwo: Int { 1 << (Int.bitWidth - 1 - leadingZeroBitCount) }
}

extension SheetGeometry {
  /// Whether all cells begin and end between blocks of 2 x 2 pixels.
  package var isEven: Bool {
    placements.allSatisfy { place in
      [place.rect.x, place.rect.y, place.rect.width, place.rect.height]
        .allSatisfy { $0.isMultiple(of: 2) }
    }
  }
}
