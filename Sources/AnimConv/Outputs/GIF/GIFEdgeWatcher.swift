internal import GIFCoding
internal import Messages
internal import Raster
internal import Reading
internal import Writing

/// Counts frames whose partly transparent pixels are lost in a GIF, which has only opaque and
/// transparent pixels. Passes each frame on to another watcher.
final class GIFEdgeWatcher: FrameWatcher {
  let next: any FrameWatcher
  private let rule: GIFAlphaEdge
  private let edge: AlphaEdge
  /// Frames with pixels that become fully opaque or transparent.
  private var rounded = 0
  /// Frames that become fully transparent.
  private var vanished = 0

  init(_ settings: GIFEncodingSettings, width: Int, next: any FrameWatcher) {
    rule = settings.alphaEdge
    edge = AlphaEdge(rule: settings.alphaEdge, width: width)
    self.next = next
  }

  var subject: AnyHashable { Subject(rule: rule, next: next.subject) }

  private struct Subject: Hashable {
    let rule: GIFAlphaEdge
    let next: AnyHashable
  }

  func start(_ source: any FrameSource) { next.start(source) }

  func watch(_ frame: CanvasFrame) {
    next.watch(frame)
    guard frame.pixels.isTranslucent else { return }
    rounded += 1
    let canvas = frame.pixels.withBytes { edge.canvas($0) }
    if !canvas.contains(where: { $0 != 0 }) { vanished += 1 }
  }

  /// The note for users, with an alternative that keeps more.
  var notes: [ConversionMessage] {
    if case .matte = rule { return [] }
    let remedy: ConversionMessage =
      "\(.alphaEdge, case: "matte") blends them with the matte, "
      + "\(.alpha, case: "matte") flattens all transparency onto it, and "
      + "\(.matte) then chooses its colour"
    if vanished > 0 {
      let frames = vanished == 1 ? "1 frame is" : "\(vanished) frames are"
      return [
        "\(frames) invisible, because a GIF has no partly transparent pixels and these are too faint: "
          + remedy
      ]
    }
    guard rounded > 0, rule == .threshold else { return [] }
    let frames = rounded == 1 ? "1 frame" : "\(rounded) frames"
    return [
      "partly transparent pixels of \(frames) become opaque or transparent, because a GIF has nothing "
        + "between: \(.alphaEdge, case: "dither") makes patterns of them, " + remedy
    ]
  }
}
