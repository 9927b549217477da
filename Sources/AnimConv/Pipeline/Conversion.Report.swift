public import AnimTiming
public import Messages
internal import Raster
internal import Reading
public import Stages
internal import Writing

extension Conversion {
  /// What a conversion did.
  public struct Report: Sendable {
    /// The plan, which was followed: the written files were compared with it.
    public let plan: Conversion.Plan
    /// The files that were written.
    public let outputs: [Conversion.Report.Output]
    /// Damage in the input that was tolerated.
    public let warnings: [ReadingWarning]
    /// The tries to reach a number of bytes, in order; the last one that fits was written. Empty if
    /// there was no limit.
    public let tries: [Conversion.Try]
    /// The time and memory that it took.
    public let usage: Usage
    /// How many frames an earlier run had written.
    var framesDone = 0
    /// Dithering that was detected in the input and is kept in the output; nil if none is certain.
    let keptDither: Dither?

    /// Number of output frames, including repeated plays.
    public var frameCount: Int { plan.frameCount }
    /// The duration of the output.
    public var total: RationalTime { plan.timeline.totalTime }
  }
}

extension Conversion.Report {
  /// Notes for users after the conversion, as sentence parts. ``Conversion/Plan/notes`` has those
  /// that were known before.
  ///
  /// The size is not discussed for sheets and frames, which do not replace their input, and for
  /// inputs that are drawings, which are smaller than any output.
  public var notes: [ConversionMessage] {
    notesOfSize + [noteOfResuming, keptDither?.noteOfKeeping].compactMap(\.self)
  }

  private var noteOfResuming: ConversionMessage? {
    guard framesDone > 0 else { return nil }
    let frames = framesDone == 1 ? "1 frame was" : "\(framesDone) frames were"
    return "\(frames) there from an earlier run"
  }

  private var notesOfSize: [ConversionMessage] {
    let byteCount = outputs.reduce(0) { $0 + $1.byteCount }
    guard let encoding = outputs.compactMap(\.planned.encoding).first,
      let input = plan.source.byteCount, byteCount > input, !plan.source.isVector
    else { return [] }
    var note: ConversionMessage =
      "\(byteCount) bytes are more than the \(input) of the input; \(Self.wayToSaveBytes(encoding))"
    // Measured on flat clips that became larger: 0.33 to 0.86 of the bytes of the GIF.
    if [.gif, .apng].contains(plan.source.kind), !encoding.isLossless {
      note = "\(note), and a .webp is exact and usually smaller than the input"
    }
    return [note]
  }

  /// The setting that makes this output smaller.
  private static func wayToSaveBytes(_ encoding: VideoEncoding) -> ConversionMessage {
    if encoding.isLossless { return "it is smaller without \(.lossless)" }
    if let quality = encoding.quality {
      return "a lower \(.quality) saves bytes, such as \(.quality, max(1, quality - 20))"
    }
    if encoding.bitrate != nil { return "a lower \(.bitrate) saves bytes" }
    if let crf = encoding.crf, let range = encoding.codec.crfRange, crf < range.upperBound {
      return "a higher \(.crf) saves bytes, such as "
        + "\(.crf, min(crf + 8, range.upperBound))"
    }
    // An output that keeps high dynamic range has only one size.
    if encoding.light != nil { return "fewer frames save bytes: \(.every, 2)" }
    return "a smaller \(.scale) saves bytes"
  }
}
