/// A player whose assets animconv writes: pictures with the names, places and times that it counts
/// on, what it needs beside them, and the lines of code that play them.
///
/// The raw values are the names on the command line.
public enum Player: String, Sendable, Hashable, CaseIterable {
  /// Slides over which a window moves, 25 frames a second.
  case flipBook = "flip-book"
  /// SpritedAnimationView of Material Components: a column of frames in an imageset.
  case spritedAnimationView = "mdc-sprited"
  /// The image view that loads a picture ahead: `1.png` on, one every 0.08 s.
  case tripleBuffer = "triple-buffer"
  /// MBAnimationView: numbered files and a whole number of frames per second.
  case animationView = "mbanimationview"
  /// UIKit's `animatedImageNamed` and `animationImages`: files of equal time.
  case animatedImage = "uiimage-animated"
  /// Android's `AnimationDrawable`.
  case androidDrawable = "android-drawable"

  /// What people call it.
  public var title: String {
    switch self {
    case .flipBook: "the flip-book"
    case .spritedAnimationView: "SpritedAnimationView"
    case .tripleBuffer: "the triple-buffered image view"
    case .animationView: "MBAnimationView"
    case .animatedImage: "UIImage's animated image"
    case .androidDrawable: "Android's AnimationDrawable"
    }
  }
}

extension Player {
  /// Whether it plays whole numbers of frames per second only.
  package var takesWholeRates: Bool {
    switch self {
    case .spritedAnimationView, .animationView: true
    case .flipBook, .tripleBuffer, .animatedImage, .androidDrawable: false
    }
  }
}
