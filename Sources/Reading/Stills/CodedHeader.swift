internal import Messages
internal import Raster
internal import Stages

/// The facts about a still image before an FFmpeg decoder has read it.
struct CodedHeader: Sendable, Hashable {
  /// The meaning of alpha samples.
  enum Alpha: Sendable, Hashable {
    /// There are none, or they have another meaning.
    case absent
    case straight
    /// Some writers store zeros instead of alpha: if all are 0, the image is opaque.
    case straightUnlessZero
    /// Colours are premultiplied.
    case premultiplied
  }

  let kind: InputKind
  /// FFmpeg's name, where FFmpeg decodes it.
  let decoder: String
  /// Stored pixels.
  let stored: PixelSize
  var alpha = Alpha.absent
  /// The rotation that makes the image upright.
  var orientation = PictureOrientation.upright
  /// The type of its decoded samples.
  var samples = ColorConversion.Samples.rgb
  /// Whether samples are linear light, as from cameras and renderers, rather than sRGB values.
  var isLinear = false
  /// Whether a pixel is a word of grey, the lower byte, and alpha, which decoders treat as a
  /// colour.
  var hasGrayAlphaWords = false
  /// Bits of a sample, at least 8; 16 for floating point.
  var sampleDepth = 8
  var profile: ICCProfile?
  /// The number of images in the file.
  var pageCount = 1
  /// The end of the image; nil if only its data determines it.
  var end: Int64?
  /// Whether the end marker is missing.
  var lacksEnd = false
  /// Whether it is an editor's document rather than a plain image.
  var isDocument = false
  /// Notes for users about its colours.
  var colorNotes: [String] = []
  /// The colours, if no profile describes them.
  var codePoints: ColorDescription?
  /// Bytes of memory for a pixel while it is decoded, in addition to the result.
  var decodingBytesPerPixel = 20
  /// Whether the file has an XMP packet, and a manifest of C2PA.
  var (hasXMP, hasCredentials) = (false, false)

  /// The colours as the file describes them; nil for sRGB and without a description.
  var colors: ColorDescription? { profile.map { .profile($0) } ?? codePoints }

  /// The size of the upright picture.
  var size: PixelSize { orientation.upright(stored) }

  /// Records the end of the sample rows, unless no file can be that long.
  mutating func setEnd(after start: Int64, rowBytes: Int64) {
    let (bytes, overflow) = rowBytes.multipliedReportingOverflow(by: Int64(stored.height))
    end = overflow || bytes > .max - start ? nil : start + bytes
  }

  /// The error for a file with an unusable header.
  static func malformed(_ detail: String) -> ReadingError {
    .malformed(detail: detail, frame: nil, byteOffset: nil)
  }

  /// The error for a file that ends inside its header.
  static func cut(_ kind: InputKind) -> ReadingError {
    .truncated(detail: "the \(kind.noun) ends inside its header", frame: nil, byteOffset: nil)
  }

  /// The error for a valid but unsupported image.
  static func unsupported(_ detail: String) -> ReadingError {
    .unsupported(detail: "\(detail) is not supported", remedy: "save it as PNG")
  }

  /// - Throws: ``ReadingError`` for an image without pixels.
  init(_ kind: InputKind, decoder: String, width: Int, height: Int) throws {
    guard width > 0, height > 0 else {
      throw Self.malformed("the \(kind.noun) is \(width)x\(height)")
    }
    self.kind = kind
    self.decoder = decoder
    stored = PixelSize(width: width, height: height)
  }
}

extension ByteReader {
  /// The first bytes of a file, for reading its header.
  ///
  /// - Throws: ``ReadingError`` if there are fewer.
  func head(_ count: Int, of kind: InputKind) throws -> [UInt8] {
    seek(to: 0)
    guard let bytes = try read(count) else {
      throw CodedHeader.cut(kind)
    }
    return bytes
  }
}

extension SourceInfo.Metadata {
  /// The facts in the header of a still picture.
  init(_ header: CodedHeader) {
    self.init(
      orientation: header.orientation.isIdentity
        ? nil : ExifOrientation.value(of: header.orientation), profileName: header.profile?.name)
    (hasOtherXMP, hasCredentials) = (header.hasXMP, header.hasCredentials)
  }
}
