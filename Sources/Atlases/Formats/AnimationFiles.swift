internal import AnimTiming
package import Stages

/// Animations of engines that store them in a separate file next to the frames.
extension Atlas {
  /// Candidate names of the animation file, the best first; empty for formats with frames and
  /// animations in one file.
  ///
  /// - Parameter name: the name of the frames' file.
  package func animationFileNames(besides name: String) -> [String] {
    switch format {
    case .cocos2d: CocosAnimations.fileNames(besides: name)
    case .phaserMultiAtlas: PhaserAnimations.fileNames(besides: name)
    default: []
    }
  }

  /// The atlas with the animations from such a file.
  ///
  /// - Throws: ``AtlasError`` and ``ReadingError/limitExceeded(limit:value:allowed:)``.
  package func adding(animations bytes: [UInt8], limits: ReadingLimits) throws -> Atlas {
    switch format {
    case .cocos2d: try CocosAnimations.add(bytes, to: self, limits: limits)
    case .phaserMultiAtlas: try PhaserAnimations.add(bytes, to: self, limits: limits)
    default: self
    }
  }

  /// The sheets that a Cocos2d animation list names, untrusted; empty if it leaves them to the
  /// program, nil for other files.
  package static func sheetNames(ofAnimations bytes: [UInt8]) -> [String]? {
    CocosAnimations.sheetNames(bytes)
  }

  /// The atlas, whose frames come from such sheets, with the animations for which it has frames.
  ///
  /// - Throws: ``AtlasError`` and ``ReadingError/limitExceeded(limit:value:allowed:)``.
  package func adding(listOfAnimations bytes: [UInt8], limits: ReadingLimits) throws -> Atlas {
    try CocosAnimations.add(bytes, to: self, leavesOut: true, limits: limits)
  }

  /// Assigns delays to frames of an animation that have none, and adds it.
  mutating func add(timed animation: AtlasAnimation) {
    fillDelays(from: animation)
    animations.append(animation)
  }

  /// Assigns delays to frames of an animation that have none.
  mutating func fillDelays(from animation: AtlasAnimation) {
    for (index, delay) in zip(animation.indices, animation.delays)
    where frames[index].delay == .missing {
      frames[index].delay = delay
    }
  }

  /// Applies the loop count of the only animation to the whole, if it shows all frames in order.
  mutating func takePlaysOfOnlyAnimation() {
    guard animations.count == 1, animations[0].indices.elementsEqual(frames.indices) else { return }
    plays = animations[0].plays
  }
}
