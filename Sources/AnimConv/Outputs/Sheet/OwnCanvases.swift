internal import Atlases
internal import Messages
internal import Raster
internal import Reading
internal import Writing

/// The sizes of animations from several inputs on one shared canvas.
struct OwnCanvases {
  /// For each output frame, its own part of the canvas at the smallest scale; empty if it is the
  /// whole canvas.
  private let rects: [PixelRect]
  private let size: PixelSize
  /// Why all frames have the size of the largest one although they differ in size; nil if they do
  /// not differ.
  let note: ConversionMessage?

  init(_ frames: PlayedFrames, _ shapings: [ShapingPlan], _ options: DecidedSheetOptions) {
    let shaping = frames.shaping
    size = shaping.output
    let joined = frames.source.joined
    guard joined.contains(where: { $0.rect != PixelRect(frames.source.size) }) else {
      (rects, note) = ([], nil)
      return
    }
    if let format = options.data.first(where: \.capabilities.needsEqualSizes) {
      (rects, note) = ([], Self.note(size, because: "\(format.title) has one size for all"))
    } else if shapings.contains(where: { $0.factor == nil }) {
      (rects, note) = (
        [], Self.note(size, because: "scaled and cropped pictures keep the canvas that all share")
      )
    } else {
      let factor = shaping.factor ?? 1
      note = nil
      var own: [PixelRect] = []
      for frame in 0..<frames.count {
        let index = frames.sourceIndex(frame)
        let part = joined.first { $0.frames.contains(index) }
        own.append(part?.rect.scaled(by: factor) ?? PixelRect(shaping.output))
      }
      rects = own
    }
  }

  private static func note(_ size: PixelSize, because reason: String) -> ConversionMessage {
    "smaller animations are in the middle of \(size), the size of the largest: \(reason)"
  }

  /// Whether frames differ in size.
  var differ: Bool { !rects.isEmpty }

  /// An output frame's own part of the canvas.
  subscript(frame: Int) -> PixelRect { differ ? rects[frame] : PixelRect(size) }

  /// Turns an atlas with frames of canvas size into one whose frames have their own sizes.
  func cut(_ placed: Atlas, scale: Int) -> Atlas {
    guard differ else { return placed }
    var atlas = placed
    for index in atlas.frames.indices {
      atlas.frames[index].cut(to: rects[index].scaled(by: scale))
    }
    return atlas
  }
}

extension AtlasFrame {
  /// Crops the frame to a part, which becomes the full frame.
  fileprivate mutating func cut(to own: PixelRect) {
    let visible = placement.intersection(own)
    if rotation == .none {
      // A frame without pixels keeps one pixel of its cell.
      let kept =
        visible.isEmpty
        ? PixelRect(x: placement.x, y: placement.y, width: 1, height: 1) : visible
      rect = PixelRect(
        x: rect.x + kept.x - placement.x, y: rect.y + kept.y - placement.y, width: kept.width,
        height: kept.height)
      offset = PixelOffset(x: kept.x, y: kept.y)
    }
    offset =
      visible.isEmpty
      ? PixelOffset(x: 0, y: 0) : PixelOffset(x: offset.x - own.x, y: offset.y - own.y)
    sourceSize = own.size
  }
}

extension ShapingPlan {
  /// The whole factor by which the image is enlarged with its pixels unchanged; nil for other
  /// scales.
  fileprivate var factor: Int? {
    let factor = max(1, output.width / max(1, source.width))
    guard crop == PixelRect(source), offsetX == 0, offsetY == 0, output == picture,
      output == source.scaled(by: factor), filter == nil || filter == .nearest
    else { return nil }
    return factor
  }
}
