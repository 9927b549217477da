package import AnimTiming
internal import TextFormats

/// Numbered files for MBAnimationView: `animationFrame00.png` and so on, one size, no gap.
package struct AnimationViewAsset: PlayerAsset {
  package var player: Player { .animationView }

  /// What names start with.
  package let prefix: String
  /// The number of the first file.
  package let start: Int
  package let frameCount: Int
  /// Digits that numbers have at least; 0 for no padding.
  package let pad: Int
  package let fileExtension: String
  package let framesPerSecond: Int64
  package let plays: LoopCount

  /// - Parameters:
  ///   - frameCount: how many files there are, repeated ones included.
  ///   - rate: has to be whole.
  /// - Throws: ``PlayerAssetError``.
  package init(
    prefix: String, start: Int = 0, frameCount: Int, pad: Int, fileExtension: String = "png",
    rate: FrameRate, plays: LoopCount = .forever
  ) throws {
    try checkName(prefix, player: .animationView)
    guard frameCount > 0 else { throw PlayerAssetError.noFrames(player: .animationView) }
    let needed = String(start + frameCount - 1).count
    if pad > 0, needed > pad, needed > String(start).count {
      throw PlayerAssetError.mixedWidths(pad: pad, needed: needed, player: .animationView)
    }
    framesPerSecond = try wholeRate(rate, player: .animationView)
    self.prefix = prefix
    self.start = start
    self.frameCount = frameCount
    self.pad = pad
    self.fileExtension = fileExtension
    self.plays = plays
  }

  /// The file of a frame, counted from 0, at a scale of 1 or 2.
  package func fileName(of frame: Int, scale: Int = 1) -> String {
    "\(prefix)\(zeroPadded(start + frame, pad))\(scale == 1 ? "" : "@\(scale)x").\(fileExtension)"
  }

  package var files: [(name: String, bytes: [UInt8])] { [] }

  /// The view takes the second number of the range for the end, which is not shown, and not for a
  /// length. Of several plays the view leaves the last one blank, so each is a play of its own,
  /// which rests on its last frame; the next one starts when the view has done with the one before.
  package var code: String {
    guard plays.totalPlays > 1 else {
      return call(repeats: plays == .forever ? "INT_MAX" : "0", completion: "^{ }")
    }
    let play = call(
      repeats: "0",
      completion: "^{ if (--plays > 0) dispatch_async(queue, play); else play = nil; }")
    return """
      dispatch_queue_t queue = dispatch_get_main_queue();
      __block NSInteger plays = \(plays.totalPlays);
      __block void (^play)(void) = ^{
      \(play.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
      };
      play();

      """
  }

  private func call(repeats: String, completion: String) -> String {
    """
    [animationView playAnimation:@\(codeText(prefix))
                       withRange:NSMakeRange(\(start), \(start + frameCount))
                   numberPadding:\(pad)
                          ofType:@\(codeText(fileExtension))
                             fps:\(framesPerSecond)
                          repeat:\(repeats)
                      completion:\(completion)];

    """
  }

  package var warnings: [String] {
    var warnings: [String] = []
    // The view waits for whole ticks of the display and forgets what it waited too long.
    if 60 % framesPerSecond != 0 {
      let ticks = (60 + framesPerSecond - 1) / framesPerSecond
      let shown = FrameRate(60, ticks)
      warnings.append(
        "a display of 60 Hz plays \(framesPerSecond) frames per second as \(shown): use a divisor "
          + "of 60")
    }
    return warnings
  }
}
