/// A PNG as iTerm2 takes it inline (iterm2.com/documentation-images.html).
enum ITermImage {
  /// - Parameter width, height: size of the image in pixels.
  static func text(_ png: [UInt8], width: Int, height: Int) -> String {
    "\u{1B}]1337;File=inline=1;size=\(png.count);width=\(width)px;height=\(height)px:"
      + Base64.text(png) + "\u{07}"
  }
}
