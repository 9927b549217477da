public import AnimTiming
public import Messages
internal import Raster
internal import Reading
public import Stages
internal import Writing

/// What a conversion did.
public struct ConversionReport: Sendable {
  /// What was planned, and so was done: the written files were compared with it.
  public let plan: ConversionPlan
  /// The files that were written.
  public let outputs: [WrittenOutput]
  /// What was wrong with the input and was tolerated.
  public let warnings: [ReadingWarning]
  /// What was tried to reach a number of bytes, in order; the last that fits was written. Empty when
  /// none was asked for.
  public let tries: [SizeTry]
  /// How many frames an earlier run had written.
  var framesDone = 0
  /// Dither that was seen in the input and stays in the output; nil when none is certain.
  let keptDither: Dither?

  /// Output frames, every baked play included.
  public var frameCount: Int { plan.frameCount }
  /// How long the output lasts.
  public var total: RationalTime { plan.timeline.totalTime }
}

extension ConversionReport {
  /// What a user should hear of now that it is done, as sentence parts. What was known before is in
  /// ``ConversionPlan/notes``.
  ///
  /// Sheets and frames do not take the place of their input, so nothing is said of their size.
  public var notes: [Message] {
    notesOfSize + [noteOfResuming, keptDither?.noteOfKeeping].compactMap(\.self)
  }

  private var noteOfResuming: Message? {
    guard framesDone > 0 else { return nil }
    let frames = framesDone == 1 ? "1 frame was" : "\(framesDone) frames were"
    return "\(frames) there from an earlier run"
  }

  private var notesOfSize: [Message] {
    let byteCount = outputs.reduce(0) { $0 + $1.byteCount }
    guard let encoding = outputs.compactMap(\.planned.encoding).first,
      let input = plan.source.byteCount, byteCount > input
    else { return [] }
    return [
      "\(byteCount) bytes are more than the \(input) of the input; "
        + Self.wayToSaveBytes(encoding)
    ]
  }

  /// The setting that makes such an output smaller.
  private static func wayToSaveBytes(_ encoding: VideoEncoding) -> Message {
    if encoding.isLossless { return "it is smaller without \(setting: "lossless")" }
    if encoding.bitrate != nil { return "a lower \(setting: "bitrate") saves bytes" }
    if let crf = encoding.crf, let range = encoding.codec.crfRange, crf < range.upperBound {
      return "a higher \(setting: "crf") saves bytes, such as "
        + "\(setting: "crf", min(crf + 8, range.upperBound))"
    }
    // What keeps high dynamic range has one size only.
    if encoding.light != nil { return "fewer frames save bytes: \(setting: "every", 2)" }
    return "a smaller \(setting: "scale") saves bytes"
  }
}
