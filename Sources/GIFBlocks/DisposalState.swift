internal import Raster

/// A frame and its disposal. A class, because several states share the decision.
final class DisposedFrame {
  let candidate: FrameCandidate
  let disposal: GIFDisposal
  /// Whether it shows nothing new: it uses the end of the previous frame's time to clear pixels.
  let isAdded: Bool

  init(_ candidate: FrameCandidate, _ disposal: GIFDisposal, isAdded: Bool = false) {
    self.candidate = candidate
    self.disposal = disposal
    self.isAdded = isAdded
  }

  /// Its size in bytes.
  func estimate(_ effort: LZWEffort, parser: LZWParser) -> Int {
    candidate.estimate(effort, parser: parser) + (isAdded ? GIFFrameControl.byteCount : 0)
  }
}

/// A canvas that may precede the next frame, and the frames that lead to it.
struct DisposalState {
  /// The canvas that the next frame is drawn on.
  var canvas: [UInt32]
  /// Bytes of the frames that lead to this state, counted where they differ between states.
  var cost: Int
  /// Frames that are not written yet, each with its disposal.
  var waiting: [DisposedFrame] = []

  /// The number of waiting frames that were added last.
  private var newCount = 0

  /// The state before the first frame.
  init(canvas: [UInt32]) {
    self.canvas = canvas
    cost = 0
  }

  /// The state after one more frame, which may be written as two frames.
  func following(_ frames: [DisposedFrame], canvas shown: [UInt32], width: Int) -> DisposalState {
    var after = self
    after.waiting += frames
    after.newCount = frames.count
    let last = frames.last!
    switch last.disposal {
    case .keep: after.canvas = shown
    case .restorePrevious: break
    case .clear:
      after.canvas = shown
      let rect = last.candidate.rect
      for y in rect.y..<rect.maxY {
        for at in y * width + rect.x..<y * width + rect.maxX { after.canvas[at] = 0 }
      }
    }
    return after
  }

  /// Adds the bytes of the last frame.
  mutating func addCost(_ effort: LZWEffort, parser: LZWParser) {
    for frame in waiting.suffix(newCount) { cost += frame.estimate(effort, parser: parser) }
  }
}
