internal import Raster
internal import Stages

/// The first 128 bytes of an Aseprite file.
///
/// All layouts in this folder follow Aseprite's description of its file format
/// (`docs/ase-file-specs.md` in its repository). Numbers are little-endian.
struct AsepriteHeader {
  static let byteCount = 128
  private static let magic: [UInt8] = [0xE0, 0xA5]

  /// The pixel format.
  enum Depth: Int {
    case indexed = 8
    /// Value and alpha.
    case gray = 16
    /// Straight.
    case rgba = 32

    var byteCount: Int { rawValue / 8 }
  }

  /// The number of frames according to the file.
  let frameCount: Int
  let size: PixelSize
  let depth: Depth
  /// Whether the opacity of layers is valid.
  let hasLayerOpacity: Bool
  /// Whether groups are composed separately, with their own blend mode and opacity.
  let composesGroups: Bool
  /// Milliseconds of frames without a duration.
  let defaultDelay: Int
  /// The transparent index; only in indexed images.
  let transparentIndex: Int
  /// Colours of the palette before any chunk changes it, 1 to 256.
  let colorCount: Int
  /// The width and height of a pixel.
  let pixelRatio: PixelSize

  /// Whether a file starts like this: the magic number, whole bytes per pixel, and the eight bytes
  /// that are always zero. Other formats share the extension `.ase`.
  static func isMarked(_ signature: some Collection<UInt8>) -> Bool {
    let bytes = Array(signature.prefix(28))
    guard bytes.count == 28, bytes[4..<6].elementsEqual(magic) else { return false }
    return bytes[13] == 0 && bytes[12] % 8 == 0 && bytes[20..<28].allSatisfy { $0 == 0 }
  }

  /// - Throws: ``ReadingError/truncated(detail:frame:byteOffset:)``, malformed and limitExceeded.
  init(_ reader: ByteReader, limits: ReadingLimits) throws {
    guard let bytes = try reader.read(Self.byteCount) else {
      throw ReadingError.truncated(
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
