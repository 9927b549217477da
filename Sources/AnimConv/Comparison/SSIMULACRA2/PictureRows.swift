internal import CLibrary
internal import Raster

/// Rows of an image on its background, tiled horizontally. Used by one thread at a time.
final class PictureRows {
  private let picture: PixelBuffer
  private let matte: Matte
  private let copies: Int
  private let row: UnsafeMutablePointer<UInt32>

  /// - Parameter copies: number of copies in each row.
  init(_ picture: PixelBuffer, on matte: RGBColor, copies: Int = 1) {
    self.picture = picture
    self.matte = Matte(matte)
    self.copies = copies
    row = .allocate(capacity: picture.size.width * copies)
  }

  deinit { row.deallocate() }

  /// Bytes in a row.
  var byteCount: Int { picture.stride * copies }

  /// A row in RGBA, fully opaque. After the last row, the first one follows again. Valid until the
  /// next call.
  func callAsFunction(_ y: Int) -> UnsafePointer<UInt8> {
    let width = picture.size.width
    row.update(from: PixelPlane(picture).row(y % picture.size.height, from: 0), count: width)
    matte.flatten(row, count: width)
    for copy in 1..<max(2, copies) where copy < copies {
      (row + copy * width).update(from: row, count: width)
    }
    return UnsafePointer(UnsafeRawPointer(row).assumingMemoryBound(to: UInt8.self))
  }
}
