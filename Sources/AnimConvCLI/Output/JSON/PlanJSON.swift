internal import AnimConv
internal import AnimTiming

/// A plan for machines.
struct PlanJSON: Encodable {
  let input: String
  let kind: String
  let sourceWidth: Int
  let sourceHeight: Int
  let sourceFrames: Int
  /// The source's loop count; 0 for forever.
  let sourcePlays: Int
  let hasAlpha: Bool
  let policy: String
  let changedDelays: Int
  let frames: Int
  let plays: Int
  let total: TimeJSON
  /// Seconds per tick of every time in the output.
  let timebase: String
  /// Null for variable durations.
  let frameRate: String?
  let largestShift: TimeJSON
  let meanShift: TimeJSON
  let neverShown: [Int]
  let steps: [String]
  /// `mp4`, `webm`, `mov`, `png`, `frames`, `zip` or `imageset`.
  let outputKind: String
  /// For a sheet: the number of different cells, after identical frames were merged.
  let cells: Int?
  /// The cells that several animations show; nil if there are none.
  let sharedCells: [SharedCellsJSON]?
  /// For separate frame files: the number of images.
  let pictures: Int?
  let outputs: [OutputJSON]
  /// Estimated memory of the conversion and its memory limit, in bytes.
  let memoryBytes: Int
  let allowedMemoryBytes: Int
  /// The player; null without one.
  let player: String?
  /// Code that plays the output; null without a player.
  let code: String?
  let notes: [String]

  /// For a video, all details of its encoding; for other outputs, those that exist.
  struct OutputJSON: Encodable {
    let output: String
    let content: String
    let format: String
    let container: String?
    let codec: String?
    let encoder: String?
    let pixelFormat: String?
    let width: Int?
    let height: Int?
    let hasAlpha: Bool?
    let lossless: Bool?
    let crf: Double?
    let bitrate: Int?
    let preset: String?
    let threads: Int?
    /// Frames per segment, and the number of segments in parallel.
    let segmentLength: Int?
    let segmentsAtOnce: Int?
    /// Estimated memory of the encoders.
    let encoderBytes: Int?

    init(_ planned: Conversion.Plan.Output) {
      let encoding = planned.encoding
      output = planned.output.name
      content = planned.content.rawValue
      format = planned.format
      container = encoding?.container.rawValue
      codec = encoding?.codec.rawValue
      encoder = encoding?.encoder
      pixelFormat = encoding?.pixelFormat
      width = planned.size?.width
      height = planned.size?.height
      hasAlpha = encoding?.hasAlpha
      lossless = encoding?.isLossless
      crf = encoding?.crf.map { Double(10 * $0 + (encoding?.crfTenths ?? 0)) / 10 }
      bitrate = encoding?.bitrate
      preset = encoding?.preset
      threads = encoding?.threads
      segmentLength = encoding?.segments?.length
      segmentsAtOnce = encoding?.segments?.atOnce
      encoderBytes = encoding?.encoderBytes
    }
  }

  init(_ plan: Conversion.Plan) {
    let timing = plan.timing
    input = plan.inputName
    kind = plan.source.kind.name
    sourceWidth = plan.source.size.width
    sourceHeight = plan.source.size.height
    sourceFrames = plan.source.frames.count
    sourcePlays = plan.source.plays.totalPlays
    hasAlpha = plan.hasAlpha
    policy = timing.policy.description
    changedDelays = timing.delays.changedFrameCount
    frames = plan.frameCount
    plays = timing.sequence.plays
    total = TimeJSON(plan.timeline.totalTime)
    timebase = "\(plan.timeline.timebase.numerator)/\(plan.timeline.timebase.denominator)"
    frameRate = timing.schedule.frameRate?.description
    largestShift = TimeJSON(timing.schedule.largestShift)
    meanShift = TimeJSON(timing.schedule.meanShift)
    neverShown = timing.schedule.neverShown.map { timing.sequence.sourceIndices[$0] }
    steps = plan.shaping.steps
    outputKind = plan.kind.description
    cells = plan.content.cellCount
    let shared = plan.content.sharedCells
    sharedCells = shared.isEmpty ? nil : shared.map(SharedCellsJSON.init)
    pictures = plan.content.pictureCount
    outputs = plan.outputs.map(OutputJSON.init)
    memoryBytes = plan.memory.total
    allowedMemoryBytes = plan.allowedMemory
    player = plan.asset?.player.rawValue
    code = plan.code
    notes = plan.notes.map { $0.text(.options) }
  }
}

/// Cells that the same animations show, as JSON.
struct SharedCellsJSON: Encodable {
  let animations: [String]
  let cells: Int

  init(_ shared: SharedCells) {
    animations = shared.animations
    cells = shared.count
  }
}
