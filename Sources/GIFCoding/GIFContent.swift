package import GIFBlocks

/// What ``ContentSurvey`` found.
package enum GIFContent: Sendable {
  /// Photographs, film, gradients: searched frame by frame. The palette is that of the whole clip,
  /// when all frames have to share one.
  case natural(palette: GIFPalette?)
  /// Few colours, of which the common ones stay exact.
  case flat(FlatPlan)

  /// Whether every frame is shown exactly, but for its alpha. Frames that are whole pictures are
  /// searched, where a colour may give way to one that no eye tells from it.
  package func isExact(_ settings: GIFEncodingSettings) -> Bool {
    guard case .flat(let plan) = self else { return false }
    return plan.isExact && !settings.isPlain && plan.tolerance(settings) == 0
  }

  /// Whether it is ``flat(_:)``.
  package var isFlat: Bool { if case .flat = self { true } else { false } }
}
