internal import AnimTiming
internal import Raster

/// Where the data of one frame of a PNG is and what its headers say; the same size whatever the
/// number of chunks, so that 200,000 frames fit in little memory.
struct PNGFrameRecord {
  /// Where the first chunk of its data starts.
  var dataOffset: Int64
  /// Where its data ends: behind its last chunk, or before the first one that is damaged.
  var dataEnd: Int64
  private var x: UInt32
  private var y: UInt32
  private var width: UInt32
  private var height: UInt32
  private var delayNumerator: UInt16 = 0
  private var delayDenominator: UInt16 = 0
  let disposal: Disposal
  let blend: Blend
  /// Whether the data is in `fdAT` chunks and not in `IDAT` chunks.
  var usesFrameData = false
  /// Whether an `fcTL` chunk describes it.
  let hasControl: Bool
  /// Whether the frame and all after it can be shown without decoding any before it.
  var startsDecoding = false
  /// Whether its damage is among the warnings.
  var isReported = false

  /// A frame of an animation, still without data.
  init(_ control: PNGFrameControl) {
    dataOffset = 0
    dataEnd = 0
    x = UInt32(control.rect.x)
    y = UInt32(control.rect.y)
    width = UInt32(control.rect.width)
    height = UInt32(control.rect.height)
    delayNumerator = control.delayNumerator
    delayDenominator = control.delayDenominator
    disposal = control.disposal
    blend = control.blend
    hasControl = true
  }

  /// The only frame of a still picture, still without data.
  init(still size: PixelSize) {
    dataOffset = 0
    dataEnd = 0
    x = 0
    y = 0
    width = UInt32(size.width)
    height = UInt32(size.height)
    disposal = .keep
    blend = .source
    hasControl = false
  }

  /// Where it draws, inside the canvas.
  var rect: PixelRect {
    PixelRect(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
  }

  var delay: Delay { hasControl ? .fraction(delayNumerator, delayDenominator) : .missing }

  /// Whether any chunk of data belongs to it.
  var hasData: Bool { dataOffset != 0 }

  /// Takes in a chunk of its data. The data ends before the first one that is damaged.
  mutating func append(_ chunk: PNGChunkWalker.Chunk, isSound: Bool) {
    if isReported { return }
    if dataOffset == 0 { dataOffset = chunk.offset }
    dataEnd = chunk.offset + (isSound ? 12 + Int64(chunk.byteCount) : 0)
    isReported = !isSound
  }
}
