internal import Raster

/// The place and the headers of one GIF frame in 24 bytes, so that a million frames fit into little
/// memory.
struct GIFFrameRecord {
  /// Offset of the local colour table, or of the LZW minimum code size without a table.
  var dataOffset: Int64
  // The rectangle as declared, in pixels (GIF89a, section 20).
  var x: UInt16
  var y: UInt16
  var width: UInt16
  var height: UInt16
  /// The delay in 1/100 s; undefined without ``hasControl``.
  var delay: UInt16 = 0
  /// The transparent index; undefined without ``hasTransparency``.
  var transparentIndex: UInt8 = 0
  private var packedImage: UInt8
  private var packedControl: UInt8 = 0
  private var notes: Notes = []
  /// The distance from the Graphic Control Extension to ``dataOffset``; 0 if it is too large.
  private var controlDistance: UInt16 = 0

  /// The survey's results that the decoder needs.
  private struct Notes: OptionSet {
    let rawValue: UInt8
    static let hasControl = Notes(rawValue: 1)
    static let startsDecoding = Notes(rawValue: 2)
    static let isReported = Notes(rawValue: 4)
    static let isUnterminated = Notes(rawValue: 8)
    static let hasSplitControl = Notes(rawValue: 16)
  }

  /// Reads an image descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: the 9 bytes after the separator `2C`.
  ///   - dataOffset: the offset of the byte after them.
  init(descriptor: [UInt8], dataOffset: Int64) {
    func word(_ at: Int) -> UInt16 { UInt16(descriptor[at]) | UInt16(descriptor[at + 1]) << 8 }
    x = word(0)
    y = word(2)
    width = word(4)
    height = word(6)
    packedImage = descriptor[8]
    self.dataOffset = dataOffset
  }

  /// Applies the last Graphic Control Extension before the frame (GIF89a, section 23).
  mutating func apply(_ control: GIFGraphicControl) {
    notes.insert(.hasControl)
    delay = control.delay
    transparentIndex = control.transparentIndex
    packedControl = control.packed
    controlDistance = UInt16(exactly: dataOffset - control.offset) ?? 0
    if control.isSplit { notes.insert(.hasSplitControl) } else { notes.remove(.hasSplitControl) }
  }

  /// The offset of the delay's two bytes; nil if unknown.
  var delayOffset: Int64? {
    controlDistance == 0 || notes.contains(.hasSplitControl)
      ? nil : dataOffset - Int64(controlDistance) + 4
  }

  /// The start of the frame: its Graphic Control Extension, or its image descriptor.
  var offset: Int64 { dataOffset - (controlDistance == 0 ? 10 : Int64(controlDistance)) }

  /// Whether a Graphic Control Extension came before the frame.
  var hasControl: Bool { notes.contains(.hasControl) }
  /// 1/100 s; 0 without a Graphic Control Extension.
  var storedDelay: Int { hasControl ? Int(delay) : 0 }
  /// Whether one index is transparent.
  var hasTransparency: Bool { packedControl & 1 != 0 }
  /// Whether the rows are stored in four passes.
  var isInterlaced: Bool { packedImage & 0x40 != 0 }
  /// Entries of the local colour table; 0 without one.
  var localColorCount: Int { packedImage & 0x80 == 0 ? 0 : 2 << Int(packedImage & 7) }

  /// The disposal method as browsers interpret it: 4 acts as 3; 5, 6 and 7 act as 1.
  var disposal: CanvasFrame.Disposal {
    switch packedControl >> 2 & 7 {
    case 2: .clear
    case 3, 4: .restorePrevious
    default: .keep
    }
  }

  /// The rectangle as declared.
  var declaredRect: PixelRect {
    PixelRect(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
  }

  /// Whether the frame and all later ones can be drawn without decoding earlier ones.
  var startsDecoding: Bool {
    get { notes.contains(.startsDecoding) }
    set { notes.set(.startsDecoding, newValue) }
  }

  /// Whether its damage was already reported.
  var isReported: Bool {
    get { notes.contains(.isReported) }
    set { notes.set(.isReported, newValue) }
  }

  /// Whether the file ends inside its data.
  var isUnterminated: Bool {
    get { notes.contains(.isUnterminated) }
    set { notes.set(.isUnterminated, newValue) }
  }

  /// Whether every pixel of a canvas is drawn opaque, so that the frame hides everything before it.
  func replaces(_ canvas: PixelSize) -> Bool {
    !hasTransparency && declaredRect.contains(PixelRect(canvas))
  }

  /// The number of stored pixels to decode until the part inside a canvas is complete; 0 if the
  /// frame is outside.
  func neededPixels(on canvas: PixelSize) -> Int {
    let visible = declaredRect.intersection(PixelRect(canvas))
    if visible.isEmpty { return 0 }
    return Int(width) * (isInterlaced ? Int(height) : visible.maxY - Int(y))
  }
}

/// A Graphic Control Extension (GIF89a, section 23): delay, disposal and transparency of the next
/// frame.
struct GIFGraphicControl {
  /// Of its introducer.
  var offset: Int64
  /// Disposal method, user input flag and transparency flag as stored.
  var packed: UInt8
  /// 1/100 s.
  var delay: UInt16
  /// The transparent index, if the transparency flag is set.
  var transparentIndex: UInt8
  /// Whether its data is split into several sub-blocks, which is invalid.
  var isSplit: Bool

  /// Reads the extension's data; nil with fewer than 4 bytes.
  ///
  /// - Parameter end: of the whole extension.
  init?(_ data: [UInt8], offset: Int64, end: Int64) {
    guard data.count >= 4 else { return nil }
    // Introducer, label, size, 4 bytes, terminator.
    isSplit = end != offset + 8
    self.offset = offset
    packed = data[0]
    delay = UInt16(data[1]) | UInt16(data[2]) << 8
    transparentIndex = data[3]
  }
}
