/// The four letters of a chunk's type.
struct PNGChunkType: Hashable, CustomStringConvertible {
  /// The letters, the first in the highest byte.
  let code: UInt32

  init(code: UInt32) {
    self.code = code
  }

  private init(_ letters: StaticString) {
    precondition(letters.utf8CodeUnitCount == 4)
    code = letters.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
  }

  static let header = PNGChunkType("IHDR")
  static let palette = PNGChunkType("PLTE")
  static let transparency = PNGChunkType("tRNS")
  static let data = PNGChunkType("IDAT")
  static let end = PNGChunkType("IEND")
  static let animationControl = PNGChunkType("acTL")
  static let frameControl = PNGChunkType("fcTL")
  static let frameData = PNGChunkType("fdAT")
  static let standardRGB = PNGChunkType("sRGB")
  static let gamma = PNGChunkType("gAMA")
  static let chromaticities = PNGChunkType("cHRM")
  static let profile = PNGChunkType("iCCP")
  static let codePoints = PNGChunkType("cICP")
  static let text = PNGChunkType("tEXt")
  static let compressedText = PNGChunkType("zTXt")
  static let internationalText = PNGChunkType("iTXt")
  /// A manifest of C2PA.
  static let credentials = PNGChunkType("caBX")
  static let exif = PNGChunkType("eXIf")
  /// Apple's variant of the format, which is not valid PNG.
  static let apple = PNGChunkType("CgBI")

  private var letters: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) } }

  /// Whether all four are letters; otherwise these bytes do not start a chunk.
  var isValid: Bool {
    letters.allSatisfy { 0x41...0x5a ~= $0 || 0x61...0x7a ~= $0 }
  }

  /// Whether the image cannot be shown without understanding it (section 5.4).
  var isCritical: Bool { code & 0x2000_0000 == 0 }

  /// Whether it affects the image rather than describing it.
  var isMetadata: Bool {
    !isCritical && self != .transparency && self != .animationControl && self != .frameControl
      && self != .frameData
  }

  var description: String { String(decoding: letters, as: UTF8.self) }
}
