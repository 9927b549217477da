/// How frames become files of their own.
public struct FrameFilesOptions: Sendable, Hashable {
  /// What becomes of an output frame that shows a source frame again.
  public enum Repeats: String, Sendable, Hashable, CaseIterable {
    /// It has a file of its own, which is a hard link to the first one.
    case link
    /// The lists name the first file again.
    case list
  }

  /// What names start with, before the number; nil for `frame`, for nothing in an archive, and for
  /// what the player looks for.
  public var name: String?
  /// Digits that numbers have at least; nil for as many as the last one has, for 6 in an archive,
  /// and for what the player looks for.
  public var pad: Int?
  /// The number of the first frame; nil for 0, or what the player looks for.
  public var start: Int?
  /// Nil for links, or what the player needs.
  public var repeats: Repeats?
  /// Writes equal frames once; the lists name that file again.
  public var mergesDuplicates = false
  /// The lists to write; nil for ``defaultLists``.
  public var lists: [FrameListFormat]?
  /// Whether there are pictures at all; where not, the output is a record of the frames alone.
  public var writesPictures = true
  /// What pictures are stored as; nil for PNG.
  public var format: FramePictureFormat?
  /// Bits of a sample; nil for 8.
  public var depth: FrameDepth?
  /// From 1, small, to 100; nil for 90 in JPEG, 70 in AVIF, and for exact pixels in WebP.
  public var quality: Int?
  /// Pictures of each frame, each so many times as large as the first: 1 is `frame0.png`, 2
  /// `frame0@2x.png`. Nil for 1 alone.
  public var scales: [Int]?
  /// Puts the pictures of each frame into an Apple imageset: `frame0.imageset`.
  public var usesImageSets = false
  /// Whether a folder that is not complete stays, beside the output and hidden, and is gone on with by
  /// the next run with the same input and the same choices.
  public var resumes = false
  /// How PNGs are compressed.
  public var png = PNGWritingOptions()
  /// Names the pictures in place of ``name``, ``pad`` and ``format``; nil for those.
  package var pattern: PicturePattern?

  /// What pictures' names end with, without the dot.
  package var fileExtension: String { pattern?.fileExtension ?? (format ?? .png).fileExtension }

  /// ``lists`` when nobody names any.
  public static let defaultLists: [FrameListFormat] = [.timing]

  /// PNGs that are numbered from 0.
  public init() {}
}
