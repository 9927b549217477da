package import Raster

/// Looks for dither in frames on their way to an output that keeps it, to be able to tell of it.
package struct DitherWatch {
  private static let frameCount = 4
  /// As many pixels each way are enough for a hint, and cost next to nothing.
  private static let side = 128

  private let places: Set<Int>
  private var survey = DitherSurvey()

  /// - Returns: nil when there is nothing to be told: where dither is taken out or was asked to stay, and
  ///   where it has to stay.
  package init?(_ conversion: Conversion, _ plan: ConversionPlan) {
    guard plan.source.kind == .gif, conversion.undithering == .off,
      conversion.allowsUndithering(to: plan.kind),
      !conversion.askedSettings.contains(where: { $0.name == "undither" })
    else { return nil }
    places = Set(DitherSearch.places(among: plan.frameCount, count: Self.frameCount))
  }

  /// Takes the frame that is shown at a place into account.
  ///
  /// - Complexity: less than 1 ms for each of four frames, nothing for the others.
  package mutating func watch(_ frame: CanvasFrame, at place: Int) {
    if places.contains(place) { survey.look(atMiddleOf: frame.pixels, most: Self.side) }
  }

  /// What was found, when it is certain.
  package var finding: Dither? { survey.finding }
}
