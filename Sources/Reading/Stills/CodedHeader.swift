internal import Messages
internal import Raster
internal import Stages

/// What is known of a still picture before a decoder of FFmpeg has seen it.
struct CodedHeader: Sendable, Hashable {
  /// What the samples of alpha mean.
  enum Alpha: Sendable, Hashable {
    /// There are none, or they mean something else.
    case absent
    case straight
    /// Writers that know of no alpha leave zeros: where all of them are 0, the picture is opaque.
    case straightUnlessZero
    /// Colours are multiplied by it.
    case premultiplied
  }

  let kind: SourceKind
  /// FFmpeg's name.
  let decoder: String
  /// Stored pixels.
  let stored: PixelSize
  var alpha = Alpha.absent
  /// How the picture becomes upright.
  var orientation = PictureOrientation.upright
  /// What its samples are, once they are decoded.
  var samples = ColorConversion.Samples.rgb
  /// Whether samples are light, as numbers of cameras and renderers are, not values of sRGB.
  var isLinear = false
  /// Whether a pixel is a word of gray, the lower byte, and alpha, which decoders take for a colour.
  var hasGrayAlphaWords = false
  /// Bits of a sample, at least 8; of floating point, 16.
  var sampleDepth = 8
  var profile: ICCProfile?
  /// How many pictures the file has.
  var pageCount = 1
  /// Where the picture ends; nil when only its data tells.
  var end: Int64?
  /// Whether the mark at the end is missing.
  var lacksEnd = false
  /// What a user should hear of its colours.
  var colorNote: String?

  /// The size of the upright picture.
  var size: PixelSize { orientation.upright(stored) }

  /// Notes where rows of samples end; nothing where no file is so long.
  mutating func setEnd(after start: Int64, rowBytes: Int64) {
    let (bytes, overflow) = rowBytes.multipliedReportingOverflow(by: Int64(stored.height))
    end = overflow || bytes > .max - start ? nil : start + bytes
  }

  /// What is wrong with a file whose header cannot be used.
  static func malformed(_ detail: String) -> ReadingError {
    .malformed(detail: detail, frame: nil, byteOffset: nil)
  }

  /// A picture that the format allows and nothing here decodes.
  static func unsupported(_ detail: String) -> ReadingError {
    .unsupported(detail: "\(detail) is not supported", remedy: "save it as PNG")
  }

  /// - Throws: ``ReadingError`` for a picture without pixels.
  init(_ kind: SourceKind, decoder: String, width: Int, height: Int) throws {
    guard width > 0, height > 0 else {
      throw Self.malformed("the \(kind.pictureTitle) is \(width)x\(height)")
    }
    self.kind = kind
    self.decoder = decoder
    stored = PixelSize(width: width, height: height)
  }
}

extension ByteReader {
  /// The first bytes of a file, from which a header is read.
  ///
  /// - Throws: ``ReadingError`` when there are fewer.
  func head(_ count: Int, of kind: SourceKind) throws -> [UInt8] {
    seek(to: 0)
    guard let bytes = try read(count) else {
      throw CodedHeader.malformed("the \(kind.pictureTitle) ends inside its header")
    }
    return bytes
  }
}

extension SourceMetadata {
  /// What the header of a still picture says.
  init(_ header: CodedHeader) {
    self.init(
      orientation: header.orientation.isIdentity
        ? nil : ExifOrientation.value(of: header.orientation), profileName: header.profile?.name)
  }
}
