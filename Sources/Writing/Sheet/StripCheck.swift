internal import Atlases
internal import Raster

/// Checks that a sheet matches its name in GameMaker's form: `walk_strip8.png` has eight frames
/// side by side, and nothing else.
package struct StripCheck {
  private let name: String
  /// The number of frames in the name.
  private let count: Int

  /// - Parameter name: without folder and extension.
  /// - Returns: nil for names that are not of this form.
  package init?(name: String) {
    guard let strip = StripName(name) else { return nil }
    self.name = name
    count = strip.count
  }

  /// - Throws: ``SheetError/strip(name:count:_:)``.
  package func check(_ geometry: SheetGeometry, _ options: DecidedSheetOptions) throws {
    func refuse(_ fault: SheetError.StripFault) -> SheetError {
      .strip(name: name, count: count, fault)
    }
    let cells = geometry.placements
    guard cells.count == count else { throw refuse(.count(cells.count)) }
    if options.layout != .row { throw refuse(.layout) }
    if options.padding + options.border + options.extrude > 0 || options.powerOfTwo {
      throw refuse(.gaps)
    }
    if geometry.pages.count > 1 {
      let scale = options.scales.max() ?? 1
      throw refuse(.pages(width: cells.reduce(0) { $0 + $1.rect.width } * scale))
    }
  }
}
