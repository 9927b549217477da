package import AnimTiming
package import Raster

/// A column of frames for SpritedAnimationView, in an imageset with an image for each scale.
package struct SpritedAnimationAsset: PlayerAssetFiles {
  package var player: PlayerAsset { .spritedAnimationView }

  package let name: String
  /// At 1x, in pixels.
  package let frameSize: PixelSize
  package let frameCount: Int
  package let framesPerSecond: Int64
  package let plays: LoopCount
  package let scales: [Int]
  /// Whether only transparency matters and the view's tint colour is used.
  package let isTemplate: Bool
  private let isOpaque: Bool
  private let twin: String?

  /// - Parameters:
  ///   - name: the name of the imageset and its images.
  ///   - frameSize: at 1x, in pixels.
  ///   - rate: must be whole; the view has one rate for all frames.
  ///   - scales: scales to list, by default 1x, 2x and 3x.
  ///   - isOpaque: whether no frame has a transparent pixel.
  ///   - twin: the imageset that plays backward, if there is one.
  /// - Throws: ``PlayerAssetError``.
  package init(
    name: String, frameSize: PixelSize, frameCount: Int, rate: FrameRate,
    plays: LoopCount = .forever, scales: [Int] = [1, 2, 3], isTemplate: Bool = false,
    isOpaque: Bool = false, twin: String? = nil
  ) throws {
    try checkName(name, player: .spritedAnimationView)
    if let twin { try checkName(twin, player: .spritedAnimationView) }
    guard frameCount > 0 else { throw PlayerAssetError.noFrames(player: .spritedAnimationView) }
    framesPerSecond = try wholeRate(rate, player: .spritedAnimationView)
    self.name = name
    self.frameSize = frameSize
    self.frameCount = frameCount
    self.plays = plays
    self.scales = scales
    self.isTemplate = isTemplate
    self.isOpaque = isOpaque
    self.twin = twin
  }

  /// The folder of the images and `Contents.json`.
  package var folderName: String { "\(name).imageset" }

  /// The image at a scale: `walk.png`, `walk@2x.png`.
  package func fileName(scale: Int) -> String { Self.fileName(name, scale: scale) }

  private static func fileName(_ name: String, scale: Int) -> String {
    scale == 1 ? "\(name).png" : "\(name)@\(scale)x.png"
  }

  /// The size of the image at a scale: one column without gaps.
  package func sheetSize(scale: Int) -> PixelSize {
    PixelSize(width: scale * frameSize.width, height: scale * frameSize.height * frameCount)
  }

  /// The view assumes square frames unless their number is set.
  package var isSquare: Bool { frameSize.width == frameSize.height }

  /// `Contents.json`, for ``folderName``.
  package var files: [(name: String, bytes: [UInt8])] { files(named: name) }

  /// ``files`` for an imageset of another name, such as the twin.
  package func files(named name: String) -> [(name: String, bytes: [UInt8])] {
    let images = scales.map { scale in
      ImageSetText.Image(fileName: Self.fileName(name, scale: scale), scale: scale)
    }
    return [("Contents.json", ImageSetText(images: images, isTemplate: isTemplate).bytes)]
  }

  package var code: String {
    let initializer =
      isSquare
      ? "initWithSpriteSheetImage:sheet];"
      : "initWithSpriteSheetImage:sheet numberOfFrames:\(frameCount)];"
    var text = """
      UIImage *sheet = [UIImage imageNamed:@\(codeText(name))];
      MDCSpritedAnimationView *view =
          [[MDCSpritedAnimationView alloc] \(initializer)
      view.frameRate = \(framesPerSecond);
      view.animationRepeatCount = \(plays.totalPlays);

      """
    // After several plays the view returns to its current frame, which is the first unless it was
    // moved.
    if plays.totalPlays > 1 { text += "[view seekToEnd];\n" }
    if isTemplate { text += "view.tintColor = UIColor.blackColor;\n" }
    guard let twin else { return text + "[view startAnimatingWithCompletion:nil];\n" }
    return text + """
      [view startAnimatingWithCompletion:^(BOOL finished) {
        view.spriteSheetImage = [UIImage imageNamed:@\(codeText(twin))];
      }];

      """
  }

  package var warnings: [String] {
    var warnings: [String] = []
    if !isSquare {
      warnings.append(
        "frames of \(frameSize) are not square: numberOfFrames is \(frameCount), and the view "
          + "cannot swap the sheet for another one")
    }
    if isTemplate, isOpaque {
      warnings.append("no frame is transparent anywhere: a tint colour shows a filled rectangle")
    }
    if twin != nil, plays == .forever {
      warnings.append("an animation that plays for ever never ends, so its twin is never shown")
    }
    return warnings
  }
}
