internal import AnimTiming
internal import Raster

/// The place of one PNG frame's data, and its headers; its size does not depend on the number of
/// chunks, so that 200,000 frames fit into little memory.
struct PNGFrameRecord {
  /// The start of the first data chunk.
  var dataOffset: Int64
  /// The end of its data: after its last chunk, or before the first damaged one.
  var dataEnd: Int64
  private let storedRect: StoredRect
  private var delayNumerator: UInt16 = 0
  private var delayDenominator: UInt16 = 0
  let disposal: CanvasFrame.Disposal
  let blend: CanvasFrame.Blend
  private var notes: Notes = []

  private struct Notes: OptionSet {
    let rawValue: UInt8
    static let usesFrameData = Notes(rawValue: 1)
    static let hasControl = Notes(rawValue: 2)
    static let startsDecoding = Notes(rawValue: 4)
    static let isReported = Notes(rawValue: 8)
  }

  /// A frame of an animation, without data yet.
  init(_ control: PNGFrameControl) {
    dataOffset = 0
    dataEnd = 0
    storedRect = StoredRect(control.rect)
    delayNumerator = control.delayNumerator
    delayDenominator = control.delayDenominator
    disposal = control.disposal
    blend = control.blend
    notes = .hasControl
  }

  /// The only frame of a still image, without data yet.
  init(still size: PixelSize) {
    dataOffset = 0
    dataEnd = 0
    storedRect = StoredRect(PixelRect(size))
    disposal = .keep
    blend = .source
  }

  /// Whether the data is in `fdAT` chunks rather than `IDAT` chunks.
  var usesFrameData: Bool {
    get { notes.contains(.usesFrameData) }
    set { notes.set(.usesFrameData, newValue) }
  }

  /// Whether an `fcTL` chunk describes it.
  var hasControl: Bool { notes.contains(.hasControl) }

  /// Whether the frame and all later ones can be shown without decoding earlier ones.
  var startsDecoding: Bool {
    get { notes.contains(.startsDecoding) }
    set { notes.set(.startsDecoding, newValue) }
  }

  /// Whether its damage was already reported.
  var isReported: Bool {
    get { notes.contains(.isReported) }
    set { notes.set(.isReported, newValue) }
  }

  /// Where it draws, inside the canvas.
  var rect: PixelRect { storedRect.rect }

  var delay: Delay { hasControl ? .fraction(delayNumerator, delayDenominator) : .missing }

  /// Whether it has any data.
  var hasData: Bool { dataOffset != 0 }

  /// Adds a chunk of its data. The data ends before the first damaged chunk.
  mutating func append(_ chunk: PNGChunkWalker.Chunk, isSound: Bool) {
    if isReported { return }
    if dataOffset == 0 { dataOffset = chunk.offset }
    dataEnd = chunk.offset + (isSound ? 12 + Int64(chunk.byteCount) : 0)
    isReported = !isSound
  }
}
