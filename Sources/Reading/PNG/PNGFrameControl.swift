internal import Raster

/// The `fcTL` chunk of one frame (PNG specification, third edition, section 11.3.2.2).
struct PNGFrameControl {
  /// Bytes of the chunk's content.
  static let byteCount = 26

  let sequenceNumber: UInt32
  let rect: PixelRect
  let delayNumerator: UInt16
  let delayDenominator: UInt16
  let disposal: CanvasFrame.Disposal
  let blend: CanvasFrame.Blend

  /// Reads the content of an `fcTL` chunk; nil if the specification forbids it: a rectangle that is
  /// empty or extends beyond the canvas, an unknown disposal or blend.
  init?(_ bytes: [UInt8], canvas: PixelSize) {
    guard bytes.count == Self.byteCount else { return nil }
    sequenceNumber = bytes.bigEndianWord32(at: 0)
    // 32-bit numbers in 64-bit integers: the sums below cannot overflow.
    rect = PixelRect(
      x: Int(bytes.bigEndianWord32(at: 12)), y: Int(bytes.bigEndianWord32(at: 16)),
      width: Int(bytes.bigEndianWord32(at: 4)), height: Int(bytes.bigEndianWord32(at: 8)))
    guard !rect.isEmpty, PixelRect(canvas).contains(rect) else { return nil }
    delayNumerator = bytes.bigEndianWord16(at: 20)
    delayDenominator = bytes.bigEndianWord16(at: 22)
    switch bytes[24] {
    case 0: disposal = .keep
    case 1: disposal = .clear
    case 2: disposal = .restorePrevious
    default: return nil
    }
    switch bytes[25] {
    case 0: blend = .source
    case 1: blend = .over
    default: return nil
    }
  }
}
