public import AnimTiming
package import Atlases
package import Libav
public import Messages
public import Raster
public import Stages

/// The result of surveying an input, before any pixel was decoded.
public struct SourceInfo: Sendable {
  /// The format.
  public var kind: InputKind
  /// The canvas: the size of every returned frame.
  public var size: PixelSize
  /// Every frame in order; never empty.
  public var frames: [SourceInfo.Frame]
  /// The loop count of the file.
  public var plays: LoopCount
  /// Whether the file itself stores ``plays``.
  public var declaresPlays: Bool
  /// Transparency according to the headers.
  public var alpha: SourceInfo.AlphaPresence
  /// The default delay policy for this kind of input.
  public var defaultPolicy: DelayPolicy
  /// Metadata of the file.
  public var metadata: SourceInfo.Metadata
  /// The stored video; nil for other inputs.
  public var video: SourceInfo.StoredVideo?
  /// Whether images come from imagesets, which have one for each scale.
  public var isImageSet = false
  /// Bits of a sample, the largest number of all pictures; at least 8.
  package var sampleDepth = 8
  /// Whether frames come with drawings, which are exact at every size: ``PixelBuffer/vector``.
  package var isVector = false
  /// Why bits beyond 8 cannot be passed on, as in "an animated PNG is composed"; nil if they can.
  package var reasonForBytes: ConversionMessage?
  /// The tags and animations of ``frames``; none if one was selected.
  package var named = NamedAnimations()
  /// The selectable animations of the input, whether or not one was selected.
  package var animations: [ListedAnimation] = []
  /// The frames and the part of the canvas of each joined input; empty for a single input.
  package var joined: [JoinedPart] = []
  /// Bytes of the input; nil if it has no single size.
  public var byteCount: Int64?
  /// Tolerated damage.
  public var warnings: [ReadingWarning]
  /// Notes for users about decisions during reading, as sentence parts, such as the origin of a
  /// folder's durations.
  public var notes: [ConversionMessage]

  /// Creates the survey of a program's own source.
  public init(
    kind: InputKind, size: PixelSize, frames: [SourceInfo.Frame], plays: LoopCount,
    declaresPlays: Bool, alpha: SourceInfo.AlphaPresence, defaultPolicy: DelayPolicy,
    metadata: SourceInfo.Metadata = .init(), byteCount: Int64? = nil,
    warnings: [ReadingWarning] = [],
    notes: [ConversionMessage] = []
  ) {
    self.kind = kind
    self.size = size
    self.frames = frames
    self.plays = plays
    self.declaresPlays = declaresPlays
    self.alpha = alpha
    self.defaultPolicy = defaultPolicy
    self.metadata = metadata
    self.byteCount = byteCount
    self.warnings = warnings
    self.notes = notes
  }
}

extension SourceInfo {
  /// Transparency according to the headers alone.
  public enum AlphaPresence: Hashable, Sendable {
    /// Every pixel of every frame is opaque.
    case absent
    /// Only decoding can decide.
    case possible
    /// At least one pixel of one frame has an alpha below 255.
    case present
  }
}

extension SourceInfo {
  /// A stored video, in FFmpeg's terms.
  public struct StoredVideo: Sendable, Hashable {
    /// `mp4`, `mov`, `webm`, `matroska`, `avi`, ...
    public var container: String
    /// `h264`, `vp9`, ...
    public var codec: String
    /// `yuv420p`, ...; empty when unknown.
    public var pixelFormat: String
    /// Whether the stream has alpha.
    public var storesAlpha: Bool
    /// Whether the file has audio.
    public var hasSound: Bool
    /// The high dynamic range that its frames carry in addition to their pixels; nil if it is not
    /// kept.
    package var light: StoredLight?
    /// The colours of samples that can be passed on instead of pixels; nil if they cannot, and
    /// before that was examined, see ``SampleSource``.
    package var samples: StoredColor?
    /// The frames according to its packets; nil for a program's own frames.
    package var stored: StoredFrames?
    /// The audio that players play; nil without audio, and if it cannot be decoded.
    package var sound: SoundInput?
    /// The file's contents besides frames and audio.
    package var contents = MediaContents()
  }
}

extension SourceInfo.AlphaPresence {
  /// Transparency according to rectangles and disposals.
  ///
  /// Missing pixels of a damaged frame are transparent as well, and are not considered here.
  ///
  /// - Parameters:
  ///   - frames: never empty, with rectangles that are clipped to the canvas.
  ///   - isOpaque: whether a frame has only opaque pixels.
  init(of frames: [SourceInfo.Frame], on canvas: PixelSize, isOpaque: (Int) -> Bool) {
    if frames[0].rect != PixelRect(canvas) {
      self = .present
      return
    }
    // A cleared rectangle is visible unless the next frame covers it.
    let staysCovered = zip(frames, frames.dropFirst()).allSatisfy { before, after in
      before.disposal != .clear || after.rect.contains(before.rect)
    }
    let firstStays = frames[0].disposal != .restorePrevious || frames.count == 1
    self = staysCovered && firstStays && frames.indices.allSatisfy(isOpaque) ? .absent : .possible
  }
}

extension InputForms {
  /// The form of an input; all forms if a program supplies the frames.
  package init(_ info: SourceInfo) {
    self = info.kind.forms(frameCount: info.frames.count)
    if info.isImageSet { insert(.imageSets) }
  }
}
