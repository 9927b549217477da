internal import Raster

/// A frame with what becomes of it. A class, because it is one decision however many states share it.
final class DisposedFrame {
  let candidate: FrameCandidate
  let disposal: GIFDisposal

  init(_ candidate: FrameCandidate, _ disposal: GIFDisposal) {
    self.candidate = candidate
    self.disposal = disposal
  }
}

/// A canvas that may stand before the next frame, and the frames that lead to it.
struct DisposalState {
  /// What the next frame is drawn on.
  var canvas: [UInt32]
  /// Bytes of the frames that lead here, as far as they differ from other states'.
  var cost: Int
  /// Frames that are not yet written, each with its disposal.
  var waiting: [DisposedFrame] = []

  /// The state after one more frame.
  func following(
    _ candidate: FrameCandidate, _ disposal: GIFDisposal, canvas shown: [UInt32], width: Int
  ) -> DisposalState {
    var after = self
    after.waiting.append(DisposedFrame(candidate, disposal))
    switch disposal {
    case .keep: after.canvas = shown
    case .restorePrevious: break
    case .clear:
      after.canvas = shown
      let rect = candidate.rect
      for y in rect.y..<rect.maxY {
        for at in y * width + rect.x..<y * width + rect.maxX { after.canvas[at] = 0 }
      }
    }
    return after
  }

  /// Adds what the last frame takes.
  mutating func addCost(_ effort: LZWEffort, parser: LZWParser) {
    cost += waiting.last!.candidate.estimate(effort, parser: parser)
  }
}
