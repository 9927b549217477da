/// A player for which animconv writes assets: images with the names, sizes and timing that it
/// expects, its extra files, and code that plays them.
///
/// The raw values are the names on the command line.
public enum PlayerAsset: String, Sendable, Hashable, CaseIterable {
  /// Slides over which a window moves at 25 frames per second.
  case flipBook = "flip-book"
  /// SpritedAnimationView of Material Components: a column of frames in an imageset.
  case spritedAnimationView = "mdc-sprited"
  /// The image view that loads one image ahead: `1.png` and so on, one every 0.08 s.
  case tripleBuffer = "triple-buffer"
  /// MBAnimationView: numbered files and a whole number of frames per second.
  case animationView = "mbanimationview"
  /// UIKit's `animatedImageNamed` and `animationImages`: files of equal duration.
  case animatedImage = "uiimage-animated"
  /// Android's `AnimationDrawable`.
  case androidDrawable = "android-drawable"
  /// A sprite of a GameMaker project.
  case gameMaker = "gamemaker"

  /// Its name in messages.
  public var title: String {
    switch self {
    case .flipBook: "the flip-book"
    case .spritedAnimationView: "SpritedAnimationView"
    case .tripleBuffer: "the triple-buffered image view"
    case .animationView: "MBAnimationView"
    case .animatedImage: "UIImage's animated image"
    case .androidDrawable: "Android's AnimationDrawable"
    case .gameMaker: "GameMaker"
    }
  }
}

extension PlayerAsset {
  /// Whether it supports only whole numbers of frames per second.
  package var takesWholeRates: Bool {
    switch self {
    case .spritedAnimationView, .animationView: true
    case .flipBook, .tripleBuffer, .animatedImage, .androidDrawable, .gameMaker: false
    }
  }
}
