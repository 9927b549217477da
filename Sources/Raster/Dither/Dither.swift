/// Dither found in an animation: the properties needed to remove it.
package struct Dither: Hashable, Sendable {
  /// The method that made it.
  package enum Pattern: Hashable, Sendable {
    /// Every pixel was compared with a threshold that depends on its position.
    case ordered(OrderedMatrix)
    /// The error of every pixel was passed on to its neighbours.
    case diffused
  }

  package let pattern: Pattern
  /// The largest distance of colours, in a cube of 255, between neighbours that dither separates;
  /// larger distances are edges.
  package let edge: Float

  package init(_ pattern: Pattern, edge: Float) {
    self.pattern = pattern
    self.edge = edge
  }
}
