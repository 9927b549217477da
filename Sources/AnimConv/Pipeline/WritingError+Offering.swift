internal import Stages

extension WritingError {
  /// This error with the size that a plan has found to fit; others as they are.
  func offering(_ scale: ScaleRequest?) -> WritingError {
    guard case .pictureSize(let detail, let remedy) = self, let scale else { return self }
    let offer = "use --scale \(scale)"
    return .pictureSize(
      detail: detail, remedy: remedy == Self.shrinking ? offer : "\(offer), or \(remedy)")
  }
}
