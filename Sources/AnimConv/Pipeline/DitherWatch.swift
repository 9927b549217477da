internal import Messages
package import Raster

/// Looks for dithering in frames on their way to an output that keeps it, in order to report it.
package struct DitherWatch {
  private static let frameCount = 4
  /// This many pixels in each direction are enough for a hint, at almost no cost.
  private static let side = 128

  private let places: Set<Int>
  private var survey = DitherSurvey()

  /// - Returns: nil if there is nothing to report: if dithering is removed, was kept on request, or
  ///   has to be kept.
  package init?(_ conversion: Conversion, _ plan: Conversion.Plan) {
    guard plan.source.kind == .gif, conversion.undithering == .off,
      conversion.allowsUndithering(to: plan.kind),
      !conversion.askedSettings.contains(where: { $0.name == .undither })
    else { return nil }
    places = Set(DitherSearch.places(among: plan.frameCount, count: Self.frameCount))
  }

  /// Examines the frame shown at a position.
  ///
  /// - Complexity: less than 1 ms for each of four frames, nothing for the others.
  package mutating func watch(_ frame: CanvasFrame, at place: Int) {
    if places.contains(place) { survey.look(atMiddleOf: frame.pixels, most: Self.side) }
  }

  /// The result, if it is certain.
  package var finding: Dither? { survey.finding }
}
