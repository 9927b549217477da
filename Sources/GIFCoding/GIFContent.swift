package import GIFBlocks

/// What ``ContentSurvey`` found.
package enum GIFContent: Sendable {
  /// Photographs, film, gradients: searched frame by frame. The palette is that of the whole clip,
  /// when all frames have to share one.
  case natural(palette: GIFPalette?)
  /// Few colours, of which the common ones stay exact.
  case flat(FlatPlan)

  /// Whether every frame is shown exactly, but for its alpha. Frames that are whole pictures can be
  /// only where one table holds all colours.
  package func isExact(_ settings: GIFEncodingSettings) -> Bool {
    guard case .flat(let plan) = self else { return false }
    return plan.isExact && (plan.isOneTable || !settings.isPlain)
  }

  /// Whether it is ``flat(_:)``.
  package var isFlat: Bool { if case .flat = self { true } else { false } }
}
