internal import Raster

/// The place and headers of one WebP frame, without pixels.
struct WebPFrameRecord {
  /// Offset of the `ALPH` chunk, or of the image chunk without one.
  var dataOffset: Int64
  /// Bytes from there to the end of the frame.
  var dataBytes: UInt32
  // As declared. Sides are below 2^24 + 1, offsets below 2^25.
  private let storedRect: StoredRect
  /// The delay in 1/1000 s; undefined for a still image.
  var delay: UInt32 = 0
  private var notes: Notes = []

  private struct Notes: OptionSet {
    let rawValue: UInt8
    static let clears = Notes(rawValue: 1)
    static let overwrites = Notes(rawValue: 2)
    static let hasAlpha = Notes(rawValue: 4)
    static let isUnusable = Notes(rawValue: 8)
    static let isReported = Notes(rawValue: 16)
    static let startsDecoding = Notes(rawValue: 32)
  }

  /// A still picture.
  init(dataOffset: Int64, dataBytes: UInt32, size: PixelSize) {
    self.dataOffset = dataOffset
    self.dataBytes = dataBytes
    storedRect = StoredRect(PixelRect(size))
    notes = [.overwrites]
  }

  /// The number of bytes of an `ANMF` chunk before its images.
  static let headerByteCount = 16

  /// Reads the start of an `ANMF` chunk (WebP container specification, "Animation").
  ///
  /// - Parameters:
  ///   - header: its first 16 bytes.
  ///   - dataOffset: the offset after them.
  init(header: [UInt8], dataOffset: Int64, dataBytes: UInt32) {
    self.dataOffset = dataOffset
    self.dataBytes = dataBytes
    func number(at offset: Int) -> Int { Int(LittleEndian.word24(header, offset)) }
    storedRect = StoredRect(
      PixelRect(
        x: number(at: 0) * 2, y: number(at: 3) * 2, width: number(at: 6) + 1,
        height: number(at: 9) + 1))
    delay = LittleEndian.word24(header, 12)
    if header[15] & 1 != 0 { notes.insert(.clears) }
    if header[15] & 2 != 0 { notes.insert(.overwrites) }
  }

  var disposal: CanvasFrame.Disposal { notes.contains(.clears) ? .clear : .keep }
  var blend: CanvasFrame.Blend { notes.contains(.overwrites) ? .source : .over }

  /// The rectangle as declared.
  var rect: PixelRect { storedRect.rect }

  /// Whether pixels may be transparent.
  var hasAlpha: Bool {
    get { notes.contains(.hasAlpha) }
    set { notes.set(.hasAlpha, newValue) }
  }

  /// Whether there is no image that could be decoded.
  var isUnusable: Bool {
    get { notes.contains(.isUnusable) }
    set { notes.set(.isUnusable, newValue) }
  }

  /// Whether its damage was already reported.
  var isReported: Bool {
    get { notes.contains(.isReported) }
    set { notes.set(.isReported, newValue) }
  }

  /// Whether the frame and all later ones can be shown without decoding earlier ones.
  var startsDecoding: Bool {
    get { notes.contains(.startsDecoding) }
    set { notes.set(.startsDecoding, newValue) }
  }

  /// Whether it hides the previous content of its rectangle.
  var replaces: Bool { blend == .source || (!hasAlpha && !isUnusable) }
}
