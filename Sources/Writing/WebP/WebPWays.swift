/// Records which way of encoding wins, so that similar frames are not encoded both ways needlessly.
struct WebPWays {
  enum Way { case lossy, lossless }

  private let mode: WebPMode
  /// The last winner.
  private var winner: Way?
  /// The number of frames for which the other way is not tried.
  private var rest = 0
  /// The number of drawn blocks when both were tried.
  private var tried = 0

  init(_ mode: WebPMode) { self.mode = mode }

  /// Whether the ways must be compared for a frame with this many drawn blocks; otherwise the way
  /// to use.
  mutating func known(blocks: Int) -> Way? {
    switch mode {
    case .lossy: return .lossy
    case .lossless: return .lossless
    case .mixed: return nil
    case .auto:
      guard let winner, rest > 0, blocks <= tried * 3, blocks * 3 >= tried else { return nil }
      rest -= 1
      return winner
    }
  }

  /// Records a comparison.
  ///
  /// - Parameters:
  ///   - lossy: bytes.
  ///   - lossless: bytes, or a lower bound of them.
  mutating func note(_ winner: Way, lossy: Int, lossless: Int, blocks: Int) {
    self.winner = winner
    tried = blocks
    let (less, more) = (min(lossy, lossless), max(lossy, lossless))
    rest = more > less * 3 ? 15 : more > less * 3 / 2 ? 5 : 0
  }

  /// The ratio of lossless to lossy bytes up to which lossless coding is used, because its result
  /// is worth more, above all in a part of a drawing.
  static func worth(_ lossy: Int, isFlat: Bool) -> Int {
    isFlat ? lossy * 4 : lossy + lossy / 32
  }
}
