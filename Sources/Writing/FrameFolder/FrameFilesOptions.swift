/// How frames are written as separate files.
public struct FrameFilesOptions: Sendable, Hashable {
  /// How an output frame that repeats a source frame is written.
  public enum Repeats: String, Sendable, Hashable, CaseIterable {
    /// As its own file, a hard link to the first one.
    case link
    /// The lists name the first file again.
    case list
  }

  /// The start of names, before the number; nil for `frame`, for nothing in an archive, and for the
  /// player's prefix.
  public var name: String?
  /// The smallest number of digits; nil for as many as the last number has, for 6 in an archive,
  /// and for the player's number.
  public var pad: Int?
  /// The number of the first frame; nil for 0, or the player's number.
  public var start: Int?
  /// Nil for links, or the player's choice.
  public var repeats: Repeats?
  /// Writes equal frames once; the lists repeat that file's name.
  public var mergesDuplicates = false
  /// The lists to write; nil for ``defaultLists``.
  public var lists: [FrameFilesOptions.ListFormat]?
  /// Whether to write pictures; otherwise the output is only a record of the frames.
  public var writesPictures = true
  /// The format of pictures; nil for PNG.
  public var format: FrameFilesOptions.PictureFormat?
  /// Bits per sample; nil for 8.
  public var depth: FrameFilesOptions.Depth?
  /// From 1, small, to 100; nil for 90 in JPEG, 70 in AVIF, and for exact pixels in WebP.
  public var quality: Int?
  /// The scales of each frame's pictures, relative to the first: 1 is `frame0.png`, 2
  /// `frame0@2x.png`. Nil for 1 alone.
  public var scales: [Int]?
  /// Puts the pictures of each frame into an Apple imageset: `frame0.imageset`.
  public var usesImageSets = false
  /// Whether an incomplete folder stays, hidden next to the output, so that the next run with the
  /// same input and choices continues it.
  public var resumes = false
  /// How PNGs are compressed.
  public var png = PNGWritingOptions()
  /// Names the pictures instead of ``name``, ``pad`` and ``format``; nil to use those.
  package var pattern: PicturePattern?

  /// The extension of pictures, without the dot.
  package var fileExtension: String { pattern?.fileExtension ?? (format ?? .png).fileExtension }

  /// The default of ``lists``.
  public static let defaultLists: [FrameFilesOptions.ListFormat] = [.timing]

  /// PNGs numbered from 0.
  public init() {}
}
