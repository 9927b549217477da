package import Stages

/// How files of one format are recognized and read.
///
/// Each format is in the folder of its reader. A new format is such a file, its entry in ``all``,
/// and its names in ``InputKind``.
package struct InputFormat: Sendable {
  /// Opens a file of the format.
  enum Reader: Sendable {
    /// Its frames are drawn on a canvas.
    case painter(@Sendable (ByteSource, ReadingOptions) throws -> any FramePainter)
    /// A file with one picture, which is decoded as a whole; the value is the result of its survey.
    case still
    /// Its decoder makes whole frames, upright.
    case frames(@Sendable (ByteSource, ReadingOptions) throws -> any FrameSource)
    /// A file that contains other files, which determine how it is read.
    case archive
  }

  /// The library that decodes pictures of the format, as `doctor` lists it.
  package struct Decoder: Sendable {
    package let library: String
    /// The bits of a sample that are kept, and the variants that are read.
    package let depths: String
    private let finds: @Sendable () -> Bool

    init(
      _ library: String, _ depths: String = "8 bits",
      isAvailable: @escaping @Sendable () -> Bool = { true }
    ) {
      self.library = library
      self.depths = depths
      finds = isAvailable
    }

    /// Whether it can be used here.
    package var isAvailable: Bool { finds() }
  }

  package let kind: InputKind
  /// Nil for formats that are not pictures.
  package let decoder: Decoder?
  /// Whether a file starts like this format; nothing else is examined.
  let matches: @Sendable (_ head: [UInt8]) -> Bool
  let reader: Reader
  /// Surveys a picture among others; nil for formats that are not pictures. It refuses canvases
  /// beyond the limits.
  let survey: (@Sendable (ByteSource, ReadingOptions) throws -> StillPicture)?
  /// The end of the picture that starts at an offset, without decoding; nil if the bytes end
  /// earlier. Nil for formats whose files are not concatenated.
  let end: (@Sendable (ByteReader, Int64) throws -> Int64?)?

  init(
    _ kind: InputKind, _ decoder: Decoder?, reader: Reader,
    survey: (@Sendable (ByteSource, ReadingOptions) throws -> StillPicture)? = nil,
    end: (@Sendable (ByteReader, Int64) throws -> Int64?)? = nil,
    matches: @escaping @Sendable ([UInt8]) -> Bool
  ) {
    self.kind = kind
    self.decoder = decoder
    self.reader = reader
    self.survey = decoder == nil ? nil : survey ?? Self.survey(kind, reader)
    self.end = end
    self.matches = matches
  }

  /// The survey by opening the file as an animation.
  private static func survey(
    _ kind: InputKind, _ reader: Reader
  ) -> (@Sendable (ByteSource, ReadingOptions) throws -> StillPicture)? {
    switch reader {
    case .painter(let open):
      { source, options in
        try StillPicture(PaintedPicture(kind: kind, open: open), source, options)
      }
    case .frames(let open):
      { source, options in
        try StillPicture(FramedPicture(kind: kind, open: open), source, options)
      }
    case .still, .archive: nil
    }
  }

  /// The painter that draws the frames of a file; nil for formats whose decoder makes whole frames,
  /// and for archives.
  ///
  /// - Throws: a ``StageFailure``.
  /// - Complexity: reads the whole file once, or the header of a still picture; decodes no pixels.
  func painter(_ source: ByteSource, options: ReadingOptions) throws -> (any FramePainter)? {
    switch reader {
    case .painter(let open): try open(source, options)
    case .still:
      try survey.map { try StillPainter(kind, $0(source, options), source, options: options) }
    case .frames, .archive: nil
    }
  }

  /// The frames of a file, upright; nil for archives.
  ///
  /// - Throws: a ``StageFailure``.
  /// - Complexity: reads the whole file once, or the header of a still picture; decodes no pixels.
  func frames(_ source: ByteSource, options: ReadingOptions) throws -> (any FrameSource)? {
    if case .frames(let open) = reader { return try open(source, options) }
    return try painter(source, options: options).map { painter in
      let frames = ComposedSource(painter)
      return painter.orientation.isIdentity ? frames : TurnedSource(frames, painter.orientation)
    }
  }
}
