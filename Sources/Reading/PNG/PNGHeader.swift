internal import Raster
internal import Stages

/// The `IHDR` chunk of a PNG (PNG specification, third edition, section 11.2.1).
struct PNGHeader: Equatable {
  /// Bytes of the chunk's content.
  static let byteCount = 13

  let size: PixelSize
  /// Bits a sample: 1, 2, 4, 8 or 16.
  let bitDepth: UInt8
  let colorType: PNGColorType
  /// Whether the rows are stored in the seven passes of Adam7.
  let isInterlaced: Bool

  /// Reads the content of an `IHDR` chunk.
  ///
  /// - Throws: ``ReadingError/malformed(detail:frame:byteOffset:)`` for values that the
  ///   specification forbids.
  init(_ bytes: [UInt8], byteOffset: Int64) throws {
    func refuse(_ detail: String) -> ReadingError {
      .malformed(detail: detail, frame: nil, byteOffset: byteOffset)
    }
    guard bytes.count == Self.byteCount else {
      throw refuse("the IHDR chunk has \(bytes.count) bytes, expected \(Self.byteCount)")
    }
    let width = Int(bytes.bigEndianWord32(at: 0))
    let height = Int(bytes.bigEndianWord32(at: 4))
    guard 1...0x7fff_ffff ~= width, 1...0x7fff_ffff ~= height else {
      throw refuse("the picture is \(width)x\(height), expected sides from 1 to 2147483647")
    }
    guard let colorType = PNGColorType(rawValue: bytes[9]) else {
      throw refuse("the colour type is \(bytes[9]), expected 0, 2, 3, 4 or 6")
    }
    guard colorType.bitDepths.contains(bytes[8]) else {
      throw refuse("the bit depth is \(bytes[8]), which colour type \(bytes[9]) does not allow")
    }
    guard bytes[10] == 0, bytes[11] == 0 else {
      throw refuse("compression \(bytes[10]) and filter \(bytes[11]) are unknown, expected 0")
    }
    guard bytes[12] <= 1 else {
      throw refuse("the interlace method is \(bytes[12]), expected 0 or 1")
    }
    size = PixelSize(width: width, height: height)
    bitDepth = bytes[8]
    self.colorType = colorType
    isInterlaced = bytes[12] == 1
  }
}

/// How pixels are stored (PNG specification, third edition, table 8).
enum PNGColorType: UInt8 {
  case gray = 0
  case rgb = 2
  case palette = 3
  case grayAlpha = 4
  case rgba = 6

  var bitDepths: [UInt8] {
    switch self {
    case .gray: [1, 2, 4, 8, 16]
    case .palette: [1, 2, 4, 8]
    case .rgb, .grayAlpha, .rgba: [8, 16]
    }
  }

  var hasAlphaChannel: Bool { self == .grayAlpha || self == .rgba }

  var samples: ColorConversion.Samples { self == .gray || self == .grayAlpha ? .gray : .rgb }
}

extension [UInt8] {
  /// The 32-bit number at an index; PNG's numbers are big-endian.
  func bigEndianWord32(at index: Int) -> UInt32 {
    self[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The 16-bit big-endian number at an index.
  func bigEndianWord16(at index: Int) -> UInt16 {
    UInt16(self[index]) << 8 | UInt16(self[index + 1])
  }
}
