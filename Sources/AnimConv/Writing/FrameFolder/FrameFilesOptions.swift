/// How frames become files of their own.
public struct FrameFilesOptions: Sendable, Hashable {
  /// What becomes of an output frame that shows a source frame again.
  public enum Repeats: String, Sendable, Hashable, CaseIterable {
    /// It has a file of its own, which is a hard link to the first one.
    case link
    /// The lists name the first file again.
    case list
  }

  /// What names start with, before the number; nil for `frame`, and for nothing in an archive.
  public var name: String?
  /// Digits that numbers have at least; nil for as many as the last one has, and for 6 in an
  /// archive.
  public var pad: Int?
  /// The number of the first frame.
  public var start = 0
  public var repeats = Repeats.link
  /// Writes equal frames once; the lists name that file again.
  public var mergesDuplicates = false
  /// The lists to write.
  public var lists: [FrameListFormat] = [.timing]
  public var png = PNGWritingOptions()

  public init() {}
}
