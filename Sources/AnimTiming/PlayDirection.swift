/// The order in which one play goes through its frames.
///
/// Drawn for frames `a b c d`:
///
/// | direction | one play |
/// |---|---|
/// | forward | `a b c d` |
/// | reverse | `d c b a` |
/// | bounce | `a b c d c b` |
/// | reverseBounce | `d c b a b c` |
///
/// Durations travel with their frames. A bounce does not repeat its ends, so that repeated plays
/// swing evenly; with one or two frames it equals the way there alone.
public enum PlayDirection: String, Hashable, Sendable, CaseIterable {
  case forward
  case reverse
  case bounce
  case reverseBounce
}
