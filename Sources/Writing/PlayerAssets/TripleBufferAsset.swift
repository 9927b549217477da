package import AnimTiming

/// A folder `1.png`, `2.png`, … for the triple-buffered image view, whose timer fires every 0.08 s.
package struct TripleBufferAsset: PlayerAssetFiles {
  package var player: PlayerAsset { .tripleBuffer }
  /// 0.08 s a frame.
  package static let rate = FrameRate(25, 2)
  /// Names are bare numbers, unpadded, from 1.
  package static let start = 1
  package static let pad = 0

  package let frameCount: Int
  package let plays: LoopCount

  /// - Parameter rate: must be 12.5.
  /// - Throws: ``PlayerAssetError``.
  package init(frameCount: Int, rate: FrameRate, plays: LoopCount = .forever) throws {
    guard frameCount > 0 else { throw PlayerAssetError.noFrames(player: .tripleBuffer) }
    guard rate == Self.rate else {
      throw PlayerAssetError.fixedRate(rate, expected: Self.rate, player: .tripleBuffer)
    }
    self.frameCount = frameCount
    self.plays = plays
  }

  /// The file of a frame, from 0: `1.png` is the first.
  package func fileName(of frame: Int) -> String { "\(frame + Self.start).png" }

  package var files: [(name: String, bytes: [UInt8])] { [] }

  /// On each tick the image that was loaded one tick earlier is shown, and the next one is loaded
  /// into the hidden view. After the last play the timer stops and the last frame stays.
  package var code: String {
    """
    // views: two image views of the same size, one above the other; frames 1.png to \
    \(frameCount).png
    var tick = 0
    Timer.scheduledTimer(withTimeInterval: 0.08, repeats: true) { \(plays == .forever ? "_" : "timer") in
      let (loading, loaded) = (views[tick % 2], views[(tick + 1) % 2])
      loaded.isHidden = tick == 0
      loading.isHidden = true
      let name = "\\(tick % \(frameCount) + 1)"
      let path = Bundle.main.path(forResource: name, ofType: "png")
      loading.image = path.flatMap { UIImage(contentsOfFile: $0) }
      tick += 1
    \(ending)}

    """
  }

  /// Stops the timer when the last frame of the last play is shown: one tick after it was loaded.
  private var ending: String {
    plays == .forever
      ? "" : "  if tick > \(plays.totalPlays) * \(frameCount) { timer.invalidate() }\n"
  }

  package var warnings: [String] { [] }
}
