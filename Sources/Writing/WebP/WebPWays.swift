/// Remembers which way of coding wins, so that frames that are alike are not coded both ways for
/// nothing.
struct WebPWays {
  enum Way { case lossy, lossless }

  private let mode: WebPMode
  /// Which way won last.
  private var winner: Way?
  /// For how many frames the other one is not tried.
  private var rest = 0
  /// How many blocks were painted when both were tried.
  private var tried = 0

  init(_ mode: WebPMode) { self.mode = mode }

  /// Whether ways have to be compared for a frame that paints so many blocks; otherwise the one
  /// that is to be used.
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

  /// Takes note of a comparison.
  ///
  /// - Parameters:
  ///   - lossy: bytes.
  ///   - lossless: bytes, or at least as many as are certain.
  mutating func note(_ winner: Way, lossy: Int, lossless: Int, blocks: Int) {
    self.winner = winner
    tried = blocks
    let (less, more) = (min(lossy, lossless), max(lossy, lossless))
    rest = more > less * 3 ? 15 : more > less * 3 / 2 ? 5 : 0
  }

  /// What lossless coding may cost for the bytes of lossy coding, since it is worth more, and most in
  /// a part of a drawing.
  static func worth(_ lossy: Int, isFlat: Bool) -> Int {
    isFlat ? lossy * 4 : lossy + lossy / 32
  }
}
