package import Raster
package import Stages

/// The rows of one still image, from the top, readable repeatedly.
package protocol PictureRows: AnyObject {
  var size: PixelSize { get }
  /// Whether a pixel may be transparent.
  var hasTransparency: Bool { get }
  /// Damage that the survey tolerated.
  var warnings: [ReadingWarning] { get }
  /// The number of passes over all rows: 1, or more if each pass only writes its own pixels.
  var passes: Int { get }

  /// Restarts at the top row of the first pass; called before the first row.
  ///
  /// - Throws: ``ReadingError``.
  func restart() throws

  /// Reads the next row as straight RGBA, from the top in each pass.
  ///
  /// - Parameter row: room for the image's width, with the previous pass's content.
  /// - Returns: nil, or why no more rows follow after damage.
  /// - Throws: ``ReadingError``.
  func next(into row: UnsafeMutablePointer<UInt32>) throws -> String?

  /// Releases resources that are only needed while rows are read.
  func finish()
}
