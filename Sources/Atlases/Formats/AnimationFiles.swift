internal import AnimTiming
package import Stages

/// The animations of engines that keep them in a file of their own, beside that of the frames.
extension Atlas {
  /// The names that the file of animations may have, the best one first; none for formats whose frames
  /// and animations are in one file.
  ///
  /// - Parameter name: that of the frames' file.
  package func animationFileNames(besides name: String) -> [String] {
    switch format {
    case .cocos2d: CocosAnimations.fileNames(besides: name)
    case .phaserMultiAtlas: PhaserAnimations.fileNames(besides: name)
    default: []
    }
  }

  /// The atlas with the animations of such a file.
  ///
  /// - Throws: ``AtlasError`` and ``ReadingError/limitExceeded(limit:value:allowed:)``.
  package func adding(animations bytes: [UInt8], limits: ReadingLimits) throws -> Atlas {
    switch format {
    case .cocos2d: try CocosAnimations.add(bytes, to: self, limits: limits)
    case .phaserMultiAtlas: try PhaserAnimations.add(bytes, to: self, limits: limits)
    default: self
    }
  }

  /// The sheets whose frames a list of animations of Cocos2d plays, as it names them, untrusted; empty when
  /// it leaves them to the program, nil for what is no such list.
  package static func sheetNames(ofAnimations bytes: [UInt8]) -> [String]? {
    CocosAnimations.sheetNames(bytes)
  }

  /// The atlas, whose frames come from such sheets, with the animations that it has frames for.
  ///
  /// - Throws: ``AtlasError`` and ``ReadingError/limitExceeded(limit:value:allowed:)``.
  package func adding(listOfAnimations bytes: [UInt8], limits: ReadingLimits) throws -> Atlas {
    try CocosAnimations.add(bytes, to: self, leavesOut: true, limits: limits)
  }

  /// Gives the frames of an animation the delays that they lack, and adds it.
  mutating func add(timed animation: AtlasAnimation) {
    fillDelays(from: animation)
    animations.append(animation)
  }

  /// Gives the frames of an animation the delays that they lack.
  mutating func fillDelays(from animation: AtlasAnimation) {
    for (index, delay) in zip(animation.indices, animation.delays)
    where frames[index].delay == .missing {
      frames[index].delay = delay
    }
  }

  /// Takes the plays of the only animation for those of the whole, when it shows all frames in their order.
  mutating func takePlaysOfOnlyAnimation() {
    guard animations.count == 1, animations[0].indices.elementsEqual(frames.indices) else { return }
    plays = animations[0].plays
  }
}
