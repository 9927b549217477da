public import AnimTiming
package import Atlases
package import Libav
public import Messages
public import Raster
public import Stages

/// What the survey of an input found, before any pixel was decoded.
public struct SourceInfo: Sendable {
  /// The format.
  public var kind: SourceKind
  /// The canvas: the size of every frame that the source hands out.
  public var size: PixelSize
  /// Every frame in order; never empty.
  public var frames: [SourceFrame]
  /// How often the file asks to be played.
  public var plays: LoopCount
  /// Whether the file names ``plays`` itself.
  public var declaresPlays: Bool
  /// What the headers tell of transparency.
  public var alpha: AlphaPresence
  /// The policy for delays that suits this kind of input.
  public var defaultPolicy: DelayPolicy
  /// What the file says beside its pictures.
  public var metadata: SourceMetadata
  /// How a video is stored; nil for what is none.
  public var video: StoredVideo?
  /// Whether pictures come from imagesets, which have one for each scale.
  public var isImageSet = false
  /// Bits of a sample, the most of all pictures; 8 where they have no more.
  package var sampleDepth = 8
  /// Why bits beyond 8 cannot be handed on, as in "an animated PNG is composed"; nil where they can.
  package var reasonForBytes: Message?
  /// The tags and animations of ``frames``; none where one was chosen.
  package var named = NamedAnimations()
  /// The animations that can be chosen of the input, whether one was or not.
  package var animations: [ListedAnimation] = []
  /// Which frames and which part of the canvas are those of each of several inputs; empty for one.
  package var joined: [JoinedPart] = []
  /// Bytes of the input; nil when it has no single size.
  public var byteCount: Int64?
  /// What was wrong with the file and was tolerated.
  public var warnings: [ReadingWarning]
  /// What was decided while reading that a user should hear of, as sentence parts, such as where
  /// the durations of a folder's frames come from.
  public var notes: [Message]

  /// What a source of a program's own tells of itself.
  public init(
    kind: SourceKind, size: PixelSize, frames: [SourceFrame], plays: LoopCount,
    declaresPlays: Bool, alpha: AlphaPresence, defaultPolicy: DelayPolicy,
    metadata: SourceMetadata = .init(), byteCount: Int64? = nil, warnings: [ReadingWarning] = [],
    notes: [Message] = []
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

/// What headers alone tell of transparency.
public enum AlphaPresence: Hashable, Sendable {
  /// Every pixel of every frame is opaque.
  case absent
  /// Only decoding can tell.
  case possible
  /// At least one pixel of one frame has an alpha below 255.
  case present
}

/// How a video is stored, in FFmpeg's words.
public struct StoredVideo: Sendable, Hashable {
  /// `mp4`, `mov`, `webm`, `matroska`, `avi`, ...
  public var container: String
  /// `h264`, `vp9`, ...
  public var codec: String
  /// `yuv420p`, ...; empty when unknown.
  public var pixelFormat: String
  /// Whether the stream has alpha beside its colours.
  public var storesAlpha: Bool
  /// Whether the file has sound beside the video.
  public var hasSound: Bool
  /// The high dynamic range that its frames have besides their pixels; nil where it is not kept.
  package var light: StoredLight?
  /// The colours of samples that can be handed on instead of pixels; nil where they cannot, and before
  /// it has been looked for, see ``SampleSource``.
  package var samples: StoredColor?
  /// What its packets say of its frames; nil for frames of a program's own.
  package var stored: StoredFrames?
  /// The sound that players play; nil without, and where it cannot be decoded.
  package var sound: SoundInput?
  /// What the file has besides frames and sound.
  package var contents = MediaContents()
}

extension AlphaPresence {
  /// What rectangles and disposals tell.
  ///
  /// Pixels that a damaged frame lacks are transparent all the same and are not counted here.
  ///
  /// - Parameters:
  ///   - frames: never empty, with rectangles that are clipped to the canvas.
  ///   - isOpaque: whether a frame has opaque pixels only.
  init(of frames: [SourceFrame], on canvas: PixelSize, isOpaque: (Int) -> Bool) {
    if frames[0].rect != PixelRect(canvas) {
      self = .present
      return
    }
    // What was cleared shows unless the next frame covers it.
    let staysCovered = zip(frames, frames.dropFirst()).allSatisfy { before, after in
      before.disposal != .clear || after.rect.contains(before.rect)
    }
    let firstStays = frames[0].disposal != .restorePrevious || frames.count == 1
    self = staysCovered && firstStays && frames.indices.allSatisfy(isOpaque) ? .absent : .possible
  }
}
