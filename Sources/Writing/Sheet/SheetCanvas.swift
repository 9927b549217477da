internal import OutputFiles
package import Raster
internal import Stages
package import SystemPackage

/// A drawing surface for all pages of one sheet.
protocol SheetCanvas: AnyObject {
  /// Draws a cell.
  ///
  /// - Throws: ``WritingError``.
  func draw(_ rows: SheetCellRows, page: Int) throws

  /// Completes every page.
  func finish() throws
}

/// The files of the pages, with their options.
package struct SheetPageFiles {
  package let sizes: [PixelSize]
  /// Existing temporary files, one for each page.
  package let paths: [FilePath]
  /// Whether a pixel of the page may be transparent.
  package let mayBeTransparent: [Bool]
  package let options: PNGWritingOptions
  package let pictures: SheetPictures
  /// Whether each block of 2 x 2 pixels belongs to a single cell.
  package let isEven: Bool
  /// Called from time to time while a page takes long.
  package var tick: () throws -> Void = {}

  package init(
    sizes: [PixelSize], paths: [FilePath], mayBeTransparent: [Bool], options: PNGWritingOptions,
    pictures: SheetPictures = SheetPictures(), isEven: Bool = true,
    tick: @escaping () throws -> Void = {}
  ) {
    self.sizes = sizes
    self.paths = paths
    self.mayBeTransparent = mayBeTransparent
    self.options = options
    self.pictures = pictures
    self.isEven = isEven
    self.tick = tick
  }

  /// Starts the image of a page.
  ///
  /// - Throws: ``WritingError/system(operation:errno:)``.
  func start(_ page: Int) throws -> any SheetPageWriter {
    let file = try PageFile(paths[page])
    if pictures.format != .png {
      return WholePageWriter(
        sizes[page], pictures, hasFullChroma: !isEven || !pictures.sharesChroma, write: file.write)
    }
    return ExactPNGWriter(
      sizes[page], options: options, mayBeTransparent: mayBeTransparent[page],
      beside: paths[page], tick: tick, write: file.write)
  }
}

/// An open file that is written from its start; closed on release.
private final class PageFile {
  private let file: FileDescriptor

  init(_ path: FilePath) throws {
    do {
      file = try openTemporary(path)
    } catch let errno as Errno {
      throw WritingError.system(operation: "opening the temporary file", errno: errno.rawValue)
    }
  }

  deinit { try? file.close() }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    do { _ = try file.writeAll(bytes) } catch let errno as Errno {
      throw WritingError.system(operation: "writing", errno: errno.rawValue)
    }
  }
}
