/// What a file says beside its pictures and their times; a frame folder says what its first picture
/// does.
public struct SourceMetadata: Sendable, Hashable {
  /// How many comments are kept of a file; further ones only count towards the limits.
  static let maxComments = 1000

  /// Text for people: comments of GIF and JPEG, `tEXt`, `zTXt` and `iTXt` of PNG; at most 1,000.
  public var comments: [String]
  /// How the file says that its pictures are to be turned, 1...8 as Exif counts (Exif 2.32, 4.6.4);
  /// nil when it does not say. Frames are handed out as browsers show them: turned already, but not
  /// those of WebP.
  public var orientation: Int?
  /// The XMP packet, as it stands in the file (ISO 16684-1).
  public var xmp: String?
  /// What the ICC profile of the colours calls itself. Colours are handed out as sRGB.
  public var profileName: String?
  /// Whether there is a manifest of C2PA, which says where the pictures come from and is signed.
  package var hasCredentials = false
  /// Whether there is an XMP packet that is not kept in ``xmp``.
  package var hasOtherXMP = false

  /// What a source of a program's own tells.
  public init(
    comments: [String] = [], orientation: Int? = nil, xmp: String? = nil, profileName: String? = nil
  ) {
    self.comments = comments
    self.orientation = orientation
    self.xmp = xmp
    self.profileName = profileName
  }
}
