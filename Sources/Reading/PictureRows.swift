package import Raster
package import Stages

/// The rows of one still picture, from the top, as often as they are wanted.
package protocol PictureRows: AnyObject {
  var size: PixelSize { get }
  /// Whether a pixel can be other than opaque.
  var hasTransparency: Bool { get }
  /// What the survey tolerated.
  var warnings: [ReadingWarning] { get }
  /// How often all rows have to be read: 1, or more when each pass only touches its own pixels.
  var passes: Int { get }

  /// Makes the top row of the first pass the next one; called before the first row.
  ///
  /// - Throws: ``ReadingError``.
  func restart() throws

  /// Reads the next row as straight RGBA, in each pass anew.
  ///
  /// - Parameter row: room for the picture's width, as the pass before left it.
  /// - Returns: nil, or why no more rows come because the data is damaged.
  /// - Throws: ``ReadingError``.
  func next(into row: UnsafeMutablePointer<UInt32>) throws -> String?

  /// Lets go of what is only needed while rows are read.
  func finish()
}
