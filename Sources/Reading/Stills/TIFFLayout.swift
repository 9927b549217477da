internal import Raster
internal import Stages

/// How a page of a TIFF stores its samples (TIFF 6.0, sections 8, 14 and 15).
struct TIFFLayout {
  /// The meaning of a sample's bits (TIFF 6.0, section 19).
  enum Samples: Int {
    case unsigned = 1
    case signed
    case float
  }

  let size: PixelSize
  /// Samples of a pixel.
  let channels: Int
  /// Bits of a sample.
  let depth: Int
  let samples: Samples
  let compression: Int
  let photometric: Int
  /// 2 for differences between neighbours, 3 for differences of floating-point values, otherwise 1.
  let predictor: Int
  /// Whether each channel is stored separately.
  let isPlanar: Bool
  let isTiled: Bool
  /// Whether the lowest bit of a byte comes first.
  let isReversed: Bool
  /// The size of a strip or a tile.
  let part: PixelSize

  static let jpeg = 7

  /// - Throws: ``ReadingError`` for numbers that contradict each other.
  init(_ page: TIFFDirectory, _ reader: ByteReader) throws {
    func number(_ tag: TIFFTag, or other: Int) throws -> Int {
      try page.numbers(tag, reader).first ?? other
    }
    size = PixelSize(width: try number(.width, or: 0), height: try number(.height, or: 0))
    channels = try number(.samplesPerPixel, or: 1)
    let depths = try page.numbers(.bitsPerSample, reader)
    depth = depths.first ?? 1
    samples = Samples(rawValue: try number(.sampleFormat, or: 1)) ?? .unsigned
    compression = try number(.compression, or: 1)
    photometric = try number(.photometric, or: 0)
    predictor = try number(.predictor, or: 1)
    isPlanar = try number(.planes, or: 1) == 2
    isTiled = page.field(.tileOffsets) != nil
    isReversed = try number(.fillOrder, or: 1) == 2
    let rows = try number(.rowsPerStrip, or: size.height)
    part =
      isTiled
      ? PixelSize(width: try number(.tileWidth, or: 0), height: try number(.tileHeight, or: 0))
      : PixelSize(width: size.width, height: min(rows, size.height))
    guard size.width > 0, size.height > 0, part.width > 0, part.height > 0,
      (1...64).contains(channels), depths.allSatisfy({ $0 == depth }),
      max(part.width, part.height) <= 1 << 20
    else { throw CodedHeader.malformed("the fields of a page of the TIFF contradict each other") }
  }

  /// Whether decoders need the samples in another form: FFmpeg 5.1 decodes strips of up to 16 bits,
  /// and planes of 8.
  var needsRewriting: Bool {
    isTiled || compression == Self.jpeg || depth > 16 || samples == .float
      || isPlanar && depth != 8 || predictor == 3
  }

  /// The number of strips or tiles of all channels, or of one channel.
  var partCount: Int {
    (size.width + part.width - 1) / part.width * ((size.height + part.height - 1) / part.height)
  }

  /// The channels that are kept: colours, and one that may be alpha.
  var keptChannels: Int {
    let colors = photometric == 5 ? 4 : photometric == 2 || photometric == 6 ? 3 : 1
    return min(channels, photometric == 3 ? 1 : colors + 1)
  }

  /// - Returns: the reason why the page cannot be rewritten; nil if it can.
  var obstacle: String? {
    switch samples {
    case .float where ![16, 32, 64].contains(depth): "of \(depth) bits of floating point a sample"
    case .signed: "of signed samples"
    case .unsigned where depth > 32: "of \(depth) bits a sample"
    default: nil
    }
  }
}
