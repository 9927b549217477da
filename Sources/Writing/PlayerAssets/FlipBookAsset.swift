package import AnimTiming
internal import Atlases
package import Raster
internal import TextFormats

/// A flip-book: slides over which a window moves at 25 frames per second, and a sidecar with the
/// size and number of frames, which a slide cannot express.
package struct FlipBookAsset: PlayerAssetFiles {
  package var player: PlayerAsset { .flipBook }
  /// The rate of the player's clock.
  package static let rate = FrameRate(25)

  package let name: String
  /// The extension of slides, such as `png`.
  let fileExtension: String
  package let layout: FlipBookLayout
  /// The frame of each slot of 1/25 s.
  package let slots: [Int]
  package let plays: LoopCount

  /// - Parameters:
  ///   - name: the name of slides and sidecar, without extension.
  ///   - fileExtension: the extension of the slides.
  ///   - frames: the number of different frames on the slides.
  ///   - slots: the frame of each slot, from 0, from a schedule of 25 frames per second.
  /// - Throws: ``PlayerAssetError``.
  package init(
    name: String, fileExtension: String = "png", frameSize: PixelSize, frames: Int, slots: [Int],
    plays: LoopCount = .forever
  ) throws {
    try checkName(name, player: .flipBook)
    layout = try FlipBookLayout(frameSize: frameSize, frameCount: frames)
    precondition(slots.allSatisfy { 0..<frames ~= $0 }, "slots show frames")
    self.name = name
    self.fileExtension = fileExtension
    self.slots = slots
    self.plays = plays
  }

  /// The file of a slide: `walk.png` for a single one, otherwise `walk-0.png` and so on.
  package func fileName(ofSlide slide: Int) -> String {
    (layout.slideCount == 1 ? name : "\(name)-\(slide)") + "." + fileExtension
  }

  /// `walk.json`: `frameWidth`, `frameHeight`, `frameCount`, `framesPerSlide`, `fps`, `slides`,
  /// `slots` and `loopCount` (0 for forever). It can be read as an animation.
  package var files: [(name: String, bytes: [UInt8])] {
    let slides = (0..<layout.slideCount).map { slide in
      let size = layout.size(ofSlide: slide)
      return JSONOutput.object(
        [
          ("image", .text(fileName(ofSlide: slide))), ("width", .integer(size.width)),
          ("height", .integer(size.height)),
          ("frameCount", .integer(layout.frameCount(ofSlide: slide))),
        ], .inline)
    }
    let json = JSONOutput.object([
      ("format", .text(FlipBookJSON.formatName)), ("version", .integer(1)),
      ("frameWidth", .integer(layout.frameSize.width)),
      ("frameHeight", .integer(layout.frameSize.height)),
      ("frameCount", .integer(layout.frameCount)),
      ("framesPerSlide", .integer(layout.framesPerSlide)), ("fps", .integer(25)),
      ("slides", .list(slides)), ("slots", .list(slots.map { .integer($0) }, .inline)),
      ("loopCount", .integer(plays.totalPlays)),
    ])
    return [("\(name).json", json.bytes)]
  }

  package var code: String {
    let (width, height) = (layout.frameSize.width, layout.frameSize.height)
    return """
      // A clipping view of \(width) x \(height) with an image view for each slide in it: slides.
      let slots: [Int] = [\(slots.map(String.init).joined(separator: ", "))]
      let tick = Int((CACurrentMediaTime() - start) * 25)
      let slot = \(position) % slots.count
      let (slide, cell) = slots[slot].quotientAndRemainder(dividingBy: \(layout.framesPerSlide))
      for (index, view) in slides.enumerated() { view.isHidden = index != slide }
      slides[slide].transform = CGAffineTransform(
        translationX: CGFloat(-\(width) * (cell % \(layout.columns))),
        y: CGFloat(-\(height) * (cell / \(layout.columns))))

      """
  }

  /// The slot at a tick, counted over all plays: after the last play its last slot stays.
  private var position: String {
    plays == .forever ? "tick" : "min(tick, \(plays.totalPlays) * slots.count - 1)"
  }

  package var warnings: [String] { [] }
}
