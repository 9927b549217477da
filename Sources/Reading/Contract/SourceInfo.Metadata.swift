extension SourceInfo {
  /// Metadata of a file; for a frame folder, that of its first image.
  public struct Metadata: Sendable, Hashable {
    /// The largest number of stored comments; further ones only count towards the limits.
    static let maxComments = 1000

    /// Readable texts: comments of GIF and JPEG, `tEXt`, `zTXt` and `iTXt` of PNG; at most 1,000.
    public var comments: [String]
    /// The Exif orientation, 1...8 (Exif 2.32, 4.6.4); nil if the file has none. Frames are already
    /// rotated as in browsers, except those of WebP.
    public var orientation: Int?
    /// The XMP packet as stored in the file (ISO 16684-1).
    public var xmp: String?
    /// The name of the colours' ICC profile. Frames are converted to sRGB.
    public var profileName: String?
    /// Whether there is a C2PA manifest, a signed statement of the images' origin.
    package var hasCredentials = false
    /// Whether there is an XMP packet that is not stored in ``xmp``.
    package var hasOtherXMP = false

    /// Creates the metadata of a program's own source.
    public init(
      comments: [String] = [], orientation: Int? = nil, xmp: String? = nil,
      profileName: String? = nil
    ) {
      self.comments = comments
      self.orientation = orientation
      self.xmp = xmp
      self.profileName = profileName
    }
  }
}
