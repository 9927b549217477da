internal import Raster
internal import Stages

/// Decodes image files, each placed on the shared canvas.
///
/// Used by one thread at a time; several decoders may share their files and their pool.
final class PictureDecoder: @unchecked Sendable {
  /// A file with its survey.
  typealias Picture = (file: FrameFile, still: StillPicture)

  /// The result for a file: its image, and the tolerated damage.
  typealias Decoded = (pixels: PixelBuffer, warnings: [ReadingWarning])

  private let files: any FrameFiles
  private let placement: PicturePlacement
  private let pool: PixelBuffer.Pool
  private let reader: StillPictureReader
  private let wish: WideWish

  /// - Parameter files: open files by name, without mutable state.
  init(
    _ files: any FrameFiles, _ placement: PicturePlacement, pool: PixelBuffer.Pool,
    options: ReadingOptions, wish: WideWish
  ) {
    self.files = files
    self.placement = placement
    self.pool = pool
    self.wish = wish
    reader = StillPictureReader(options: options)
  }

  /// Decodes one file into a buffer of the pool.
  ///
  /// - Parameter frame: the frame for error messages.
  /// - Throws: ``FrameFolderError``.
  func decode(_ picture: Picture, frame: Int) throws -> Decoded {
    do {
      reader.handsOnWide = wish.isGranted
      let source = try picture.file.open(in: files)
      let (pixels, warnings) = try reader.read(picture.still, from: source, pool: pool)
      if pixels.size == pool.size { return (pixels, warnings) }
      let canvas = pool.take()
      canvas.contents = nil
      placement.place(pixels, on: canvas)
      return (canvas, warnings)
    } catch let error as ReadingError {
      throw FrameFolderError(error, name: picture.file.name, frame: frame)
    }
  }
}

/// Whether the pictures of a folder keep all of their bits. Changed while no picture is being
/// decoded.
final class WideWish: @unchecked Sendable {
  var isGranted = false
}
