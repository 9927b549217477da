package import AnimTiming
internal import TextFormats

/// Numbered files for MBAnimationView: `animationFrame00.png` and so on, of one size, without gaps.
package struct AnimationViewAsset: PlayerAssetFiles {
  package var player: PlayerAsset { .animationView }

  /// The prefix of names.
  package let prefix: String
  /// The number of the first file.
  package let start: Int
  package let frameCount: Int
  /// The minimum number of digits; 0 for no padding.
  package let pad: Int
  package let fileExtension: String
  package let framesPerSecond: Int64
  package let plays: LoopCount

  /// - Parameters:
  ///   - frameCount: the number of files, including repeated ones.
  ///   - rate: must be whole.
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

  /// The file of a frame, from 0, at a scale of 1 or 2.
  package func fileName(of frame: Int, scale: Int = 1) -> String {
    "\(prefix)\(zeroPadded(start + frame, pad))\(scale == 1 ? "" : "@\(scale)x").\(fileExtension)"
  }

  package var files: [(name: String, bytes: [UInt8])] { [] }

  /// The view treats the second number of the range as the exclusive end rather than a length.
  /// After several plays the view is blank, so each play is started separately and stops on its
  /// last frame; the next one starts when the view has finished.
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
    // The view waits for whole display ticks and drops the excess.
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
