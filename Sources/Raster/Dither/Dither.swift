/// Dither that was found in an animation: what has to be known to take it out again.
package struct Dither: Hashable, Sendable {
  /// How it was made.
  package enum Pattern: Hashable, Sendable {
    /// Every pixel was compared with a threshold that depends on its place.
    case ordered(OrderedMatrix)
    /// The error of every pixel was passed on to its neighbours.
    case diffused
  }

  package let pattern: Pattern
  /// The largest distance of colours, in a cube of 255, between neighbours that dither sets apart; what
  /// is further apart is an edge.
  package let edge: Float

  package init(_ pattern: Pattern, edge: Float) {
    self.pattern = pattern
    self.edge = edge
  }
}
