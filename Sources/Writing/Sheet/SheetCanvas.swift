internal import OutputFiles
package import Raster
internal import Stages
package import SystemPackage

/// What cells are drawn on: all pages of one sheet.
protocol SheetCanvas: AnyObject {
  /// Draws a cell.
  ///
  /// - Throws: ``WritingError``.
  func draw(_ rows: SheetCellRows, page: Int) throws

  /// Completes every page.
  func finish() throws
}

/// The files of the pages, and how they are written.
package struct SheetPageFiles {
  package let sizes: [PixelSize]
  /// Temporary ones that exist; one for each page.
  package let paths: [FilePath]
  /// Whether a pixel of the page can be other than opaque.
  package let mayBeTransparent: [Bool]
  package let options: PNGWritingOptions
  /// Called now and then while a page takes long.
  package var tick: () throws -> Void = {}

  package init(
    sizes: [PixelSize], paths: [FilePath], mayBeTransparent: [Bool], options: PNGWritingOptions,
    tick: @escaping () throws -> Void = {}
  ) {
    self.sizes = sizes
    self.paths = paths
    self.mayBeTransparent = mayBeTransparent
    self.options = options
    self.tick = tick
  }

  /// Starts the picture of a page.
  ///
  /// - Throws: ``WritingError/system(operation:errno:)``.
  func start(_ page: Int) throws -> ExactPNGWriter {
    let file = try PageFile(paths[page])
    return ExactPNGWriter(
      sizes[page], options: options, mayBeTransparent: mayBeTransparent[page],
      beside: paths[page], tick: tick, write: file.write)
  }
}

/// An open file that is written from its start; closed when it is let go of.
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
