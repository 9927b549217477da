internal import Raster
internal import Stages

/// A picture file, surveyed by its header.
///
/// Shared by all files of a folder with the same properties, usually by all files.
final class StillPicture: Sendable, Equatable {
  /// How it is decoded.
  let coding: any StillCoding
  /// The size of the upright picture.
  let size: PixelSize
  /// Whether a pixel may be transparent.
  let hasTransparency: Bool
  /// Bits of a sample, at least 8.
  let sampleDepth: Int
  /// The number of frames; files with several are not still images.
  let frameCount: Int
  /// The largest number of bytes for decoding in addition to the image: formats that are not
  /// decoded row by row are in memory as a whole, together with their decoder's output.
  let decodingBytes: Int

  /// - Throws: ``ReadingError/limitExceeded(limit:value:allowed:)`` for a size beyond the limits.
  init(
    _ coding: any StillCoding, size: PixelSize, hasTransparency: Bool, sampleDepth: Int = 8,
    frameCount: Int = 1, decodingBytes: Int, limits: ReadingLimits
  ) throws {
    self.coding = coding
    self.size = size
    self.hasTransparency = hasTransparency
    self.sampleDepth = sampleDepth
    self.frameCount = frameCount
    self.decodingBytes = decodingBytes
    try limits.check(canvas: size)
  }

  static func == (left: StillPicture, right: StillPicture) -> Bool {
    AnyHashable(left.coding) == AnyHashable(right.coding) && left.size == right.size
      && left.hasTransparency == right.hasTransparency && left.frameCount == right.frameCount
      && left.decodingBytes == right.decodingBytes && left.sampleDepth == right.sampleDepth
  }
}

/// How a format decodes one picture: the facts of its header that the decoder needs.
protocol StillCoding: Hashable, Sendable {
  /// Whether it is an editor's document rather than a plain image.
  var isDocument: Bool { get }

  /// The file's metadata.
  ///
  /// - Complexity: surveys some files as a whole; otherwise takes as much memory as metadata may
  ///   have.
  func metadata(in source: ByteSource, options: ReadingOptions) throws -> SourceInfo.Metadata

  /// The bytes after the image in its file; nil if there are none, if the end is unknown, and if
  /// the decoder reports them.
  func trailing(in source: ByteSource) throws -> ReadingWarning?

  /// Decodes the picture, upright.
  ///
  /// - Parameter pool: provides images of its size.
  /// - Returns: the image, with the tolerated damage.
  /// - Throws: ``ReadingError``; malformed if the file changed after the survey.
  func decode(
    _ still: StillPicture, from source: ByteSource, by reader: StillPictureReader,
    into pool: PixelBuffer.Pool
  ) throws -> (PixelBuffer, [ReadingWarning])
}

extension StillCoding {
  /// A plain image.
  var isDocument: Bool { false }

  /// Nothing follows.
  func trailing(in source: ByteSource) throws -> ReadingWarning? { nil }
}
