internal import Raster
internal import Stages

/// The first 128 bytes of an Aseprite file.
///
/// Source of all layouts in this folder: Aseprite's own description of its file format
/// (`docs/ase-file-specs.md` of its repository). Numbers are stored with the least significant byte
/// first.
struct AsepriteHeader {
  static let byteCount = 128
  private static let magic: [UInt8] = [0xE0, 0xA5]

  /// What one pixel is.
  enum Depth: Int {
    case indexed = 8
    /// Value and alpha.
    case gray = 16
    /// Straight.
    case rgba = 32

    var byteCount: Int { rawValue / 8 }
  }

  /// How many frames the file says that it has.
  let frameCount: Int
  let size: PixelSize
  let depth: Depth
  /// Whether the opacity of layers means anything.
  let hasLayerOpacity: Bool
  /// Whether groups are composed apart and have a blend mode and an opacity of their own.
  let composesGroups: Bool
  /// Milliseconds of frames that do not say how long they show.
  let defaultDelay: Int
  /// The index that shows nothing; in indexed pictures only.
  let transparentIndex: Int
  /// Colours of the palette before any chunk changes it, 1 to 256.
  let colorCount: Int
  /// How wide and how high a pixel is meant to be.
  let pixelRatio: PixelSize

  /// Whether a file begins like this: the magic number, a whole number of bytes a pixel, and the eight
  /// bytes that are always zero. Other files share the extension `.ase`.
  static func isMarked(_ signature: some Collection<UInt8>) -> Bool {
    let bytes = Array(signature.prefix(28))
    guard bytes.count == 28, bytes[4..<6].elementsEqual(magic) else { return false }
    return bytes[13] == 0 && bytes[12] % 8 == 0 && bytes[20..<28].allSatisfy { $0 == 0 }
  }

  /// - Throws: ``ReadingError/malformed(detail:frame:byteOffset:)`` and limitExceeded.
  init(_ reader: ByteReader, limits: ReadingLimits) throws {
    guard let bytes = try reader.read(Self.byteCount) else {
      throw ReadingError.malformed(
        detail: "the file ends inside its header of \(Self.byteCount) bytes", frame: nil,
        byteOffset: reader.source.byteCount)
    }
    let record = LittleEndianRecord(bytes[...])
    frameCount = Int(record.uint16(6))
    size = PixelSize(width: Int(record.uint16(8)), height: Int(record.uint16(10)))
    guard let depth = Depth(rawValue: Int(record.uint16(12))) else {
      throw ReadingError.malformed(
        detail: "pixels of \(record.uint16(12)) bits, expected 8, 16 or 32", frame: nil,
        byteOffset: 12)
    }
    self.depth = depth
    hasLayerOpacity = bytes[14] & 1 != 0
    composesGroups = bytes[14] & 2 != 0
    defaultDelay = Int(record.uint16(18))
    transparentIndex = depth == .indexed ? Int(bytes[28]) : 0
    let colors = Int(record.uint16(32))
    colorCount = colors == 0 ? 256 : min(256, colors)
    pixelRatio =
      bytes[34] == 0 || bytes[35] == 0
      ? PixelSize(width: 1, height: 1)
      : PixelSize(width: Int(bytes[34]), height: Int(bytes[35]))
    guard size.width > 0, size.height > 0 else {
      throw ReadingError.malformed(
        detail: "the canvas is \(size) and has no pixels", frame: nil, byteOffset: 8)
    }
    try limits.check(canvas: size)
  }
}
