package import GIFBlocks

/// The result of ``ContentSurvey``.
package enum GIFContent: Sendable {
  /// Photographs, film, gradients: searched frame by frame. The palette is that of the whole clip,
  /// and is used if all frames have to share one.
  case natural(palette: GIFPalette?)
  /// Few colours; the common ones stay exact.
  case flat(FlatPlan)

  /// Whether every frame is shown exactly, except for its alpha. Frames that are whole pictures are
  /// searched; in them, a colour may be replaced by one that looks the same.
  package func isExact(_ settings: GIFEncodingSettings) -> Bool {
    guard case .flat(let plan) = self else { return false }
    return plan.isExact && !settings.isPlain && plan.tolerance(settings) == 0
  }

  /// Whether it is ``flat(_:)``.
  package var isFlat: Bool { if case .flat = self { true } else { false } }
}
