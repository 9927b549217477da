/// What happens to a frame's rectangle after its time (GIF89a, section 23).
package enum GIFDisposal: Int, Sendable {
  /// The pixels stay.
  case keep = 1
  /// The rectangle becomes transparent, as in browsers; the specification says background colour.
  case clear = 2
  /// The previous pixels are restored.
  case restorePrevious = 3
}

/// A Graphic Control Extension: a frame's delay, its disposal, and its transparent index (GIF89a,
/// section 23).
package struct GIFFrameControl: Hashable, Sendable {
  /// 1/100 s, 0 to 65,535. Browsers play 0 and 1 as 10.
  package var delay: Int
  package var disposal: GIFDisposal
  /// The transparent index: its pixels do not change the canvas.
  package var transparentIndex: UInt8?

  package init(delay: Int, disposal: GIFDisposal = .keep, transparentIndex: UInt8? = nil) {
    precondition((0...0xffff).contains(delay), "a delay has 16 bits")
    self.delay = delay
    self.disposal = disposal
    self.transparentIndex = transparentIndex
  }

  /// Bytes of the whole extension block.
  static let byteCount = 8

  /// The whole extension block.
  var bytes: [UInt8] {
    let packed = UInt8(disposal.rawValue << 2) | (transparentIndex == nil ? 0 : 1)
    return [
      0x21, 0xf9, 4, packed, UInt8(delay & 0xff), UInt8(delay >> 8), transparentIndex ?? 0, 0,
    ]
  }
}
