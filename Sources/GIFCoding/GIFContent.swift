package import GIFBlocks

/// What ``ContentSurvey`` found.
package enum GIFContent: Sendable {
  /// Photographs, film, gradients: searched frame by frame. The palette is that of the whole clip,
  /// when all frames have to share one.
  case natural(palette: GIFPalette?)
  /// Few colours, of which the common ones stay exact.
  case flat(FlatPlan)

  /// Whether it is ``flat(_:)``.
  package var isFlat: Bool { if case .flat = self { true } else { false } }
}
