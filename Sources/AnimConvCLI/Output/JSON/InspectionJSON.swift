internal import AnimConv
internal import AnimTiming

/// An inspection, as JSON.
struct InspectionJSON: Encodable {
  let kind: String
  let width: Int
  let height: Int
  let bytes: Int64?
  /// Loop count; 0 for forever.
  let plays: Int
  let declaresPlays: Bool
  let hasAlpha: Bool
  let policy: String
  let total: TimeJSON?
  let commonDivisor: TimeJSON?
  let slots: Int64?
  let slotRate: String?
  let changedDelays: Int?
  let timingError: String?
  let comments: [String]
  /// Exif orientation, 1...8; nil if the file has none.
  let orientation: Int?
  /// The name of the colours' ICC profile.
  let profile: String?
  let xmp: String?
  /// Whether a C2PA manifest is valid; nil if there is none.
  let hasContentCredentials: Bool?
  /// The container's contents besides frames; nil unless it is a video.
  let media: ContentsJSON?
  /// The values for `--tag`; nil for an input without animations.
  let animations: [AnimationJSON]?
  let notes: [String]
  let warnings: [WarningJSON]
  let frames: [FrameJSON]

  struct FrameJSON: Encodable {
    let index: Int
    let delay: DelayJSON
    let start: TimeJSON?
    let duration: TimeJSON?
    let x: Int
    let y: Int
    let width: Int
    let height: Int
    let disposal: String
    let blend: String
    let interlaced: Bool
    /// Size of the file; nil if unknown.
    let bytes: Int64?
  }

  init(_ inspection: Inspection) {
    let info = inspection.source
    let timeline = inspection.delays?.timeline
    let reduced = timeline?.reduced()
    kind = info.kind.name
    width = info.size.width
    height = info.size.height
    bytes = info.byteCount
    plays = info.plays.totalPlays
    declaresPlays = info.declaresPlays
    hasAlpha = inspection.hasAlpha
    policy = inspection.policy.description
    total = timeline.map { TimeJSON($0.totalTime) }
    commonDivisor = reduced.map { TimeJSON($0.timebase.tick) }
    slots = reduced?.total
    slotRate = reduced.map { FrameRate(timebase: $0.timebase).description }
    changedDelays = inspection.delays?.changedFrameCount
    timingError = inspection.timingError?.reason.text(.options)
    comments = info.metadata.comments
    orientation = info.metadata.orientation
    profile = info.metadata.profileName
    xmp = info.metadata.xmp
    let hasCredentials =
      info.metadata.hasCredentials || info.video?.contents.hasCredentials == true
    hasContentCredentials = hasCredentials ? true : nil
    media = info.video.map { ContentsJSON($0.contents) }
    animations = info.animations.isEmpty ? nil : info.animations.map(AnimationJSON.init)
    notes = info.notes.map { $0.text(.options) }
    warnings = inspection.warnings.map(WarningJSON.init)
    frames = info.frames.enumerated().map { index, frame in
      FrameJSON(
        index: index, delay: DelayJSON(frame.delay),
        start: timeline.map { TimeJSON($0.startTime(of: index)) },
        duration: timeline.map { TimeJSON($0.durationTime(of: index)) },
        x: frame.rect.x, y: frame.rect.y, width: frame.rect.width, height: frame.rect.height,
        disposal: frame.disposal.rawValue, blend: frame.blend.rawValue,
        interlaced: frame.isInterlaced, bytes: frame.byteCount)
    }
  }
}

/// One of an input's animations, as JSON.
struct AnimationJSON: Encodable {
  let name: String
  /// The number of frames in one play.
  let frames: Int
  /// Duration of one play; nil if it cannot be represented.
  let duration: TimeJSON?
  /// Loop count; 0 for forever.
  let plays: Int
  let direction: String
  /// `tags`, `list` or `names`.
  let source: String

  init(_ animation: ListedAnimation) {
    name = animation.name
    frames = animation.frameCount
    duration = animation.duration.map { TimeJSON($0) }
    plays = animation.plays.totalPlays
    direction = animation.direction.rawValue
    source = animation.origin.rawValue
  }
}

/// A warning for machines.
struct WarningJSON: Encodable {
  let kind: String
  let frame: Int?
  let byteOffset: Int64?
  let detail: String

  init(_ warning: ReadingWarning) {
    kind = warning.kind.rawValue
    frame = warning.frame
    byteOffset = warning.byteOffset
    detail = warning.detail
  }
}
