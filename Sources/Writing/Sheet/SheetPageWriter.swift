internal import CLibrary
internal import Raster

/// Writes the rows of a page, from the top.
protocol SheetPageWriter: AnyObject {
  /// - Throws: ``WritingError`` or errors of the output.
  func writeRow(_ row: UnsafePointer<UInt32>) throws

  /// Writes the rest of the file.
  func complete() throws
}

extension ExactPNGWriter: SheetPageWriter {
  func complete() throws { try finish() }
}

/// Collects a page, whose encoder needs all of it.
final class WholePageWriter: SheetPageWriter {
  private let page: PixelBuffer
  private let pictures: SheetPictures
  private let hasFullChroma: Bool
  private let write: (UnsafeRawBufferPointer) throws -> Void
  private var rowsIn = 0

  /// - Parameter hasFullChroma: see ``SheetPictures/encode(_:hasFullChroma:)``.
  init(
    _ size: PixelSize, _ pictures: SheetPictures, hasFullChroma: Bool,
    write: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) {
    page = PixelBuffer.Pool(size: size).take()
    self.pictures = pictures
    self.hasFullChroma = hasFullChroma
    self.write = write
  }

  func writeRow(_ row: UnsafePointer<UInt32>) throws {
    let place = UnsafeMutableRawPointer(page.base + rowsIn * page.stride)
      .assumingMemoryBound(to: UInt32.self)
    place.update(from: row, count: page.size.width)
    if pictures.format == .jpeg { Matte(pictures.matte).flatten(place, count: page.size.width) }
    rowsIn += 1
  }

  func complete() throws {
    try pictures.encode(page, hasFullChroma: hasFullChroma).withUnsafeBytes(write)
  }
}
