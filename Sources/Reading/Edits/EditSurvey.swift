internal import AnimTiming
internal import Atlases
internal import Messages
internal import Raster
internal import Stages
internal import TextFormats
internal import Threads

/// The survey of an edit: its inputs, and the frame that each moment shows.
struct EditSurvey {
  /// An input; clips of the same one share it.
  struct Input {
    let input: AnimationInput
    let tag: String?
    let size: PixelSize
    let frameCount: Int
    /// The frames at which its decoding can start, in order.
    let restarts: [Int32]

    /// The latest frame from which decoding can start to show a frame.
    ///
    /// - Complexity: O(log restarts).
    func restart(for frame: Int32) -> Int32 {
      var (low, high) = (0, restarts.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if restarts[middle] <= frame { low = middle } else { high = middle }
      }
      return restarts[low]
    }
  }

  /// The source of a clip's pictures.
  struct Place: Hashable {
    let input: Int
    let crop: PixelRect?

    /// The size of its pictures.
    func size(_ inputs: [Input]) -> PixelSize { crop?.size ?? inputs[input].size }
  }

  /// A shown frame.
  struct Slot {
    let clip: Int32
    /// The frame of the clip's input.
    let frame: Int32
  }

  private(set) var inputs: [Input] = []
  /// One for each clip.
  private(set) var places: [Place] = []
  private(set) var slots: [Slot] = []
  private var delays: [Delay] = []
  private var timelines: [AnimationTimeline] = []
  private var known: [Key: Int] = [:]
  private var alphas: [SourceInfo.AlphaPresence] = []
  private var plays: [(count: LoopCount, isDeclared: Bool)] = []
  private var warnings: [ReadingWarning] = []
  private var notes: [ConversionMessage] = []
  /// Notes about clips; the same note is made once.
  private var notesOnClips: Set<ConversionMessage> = []
  /// The memory of each input.
  private var decodingBytes: [Int] = []

  private struct Key: Hashable {
    let input: AnimationInput
    let tag: String?
  }

  private let edit: AnimationEdit
  private let options: ReadingOptions
  /// What happens to pictures of different sizes. The command line decides for the edit that it
  /// names.
  private let sizes: ReadingOptions.FrameFolder.MixedSizes

  /// Surveys every input once.
  ///
  /// - Throws: ``EditError``, ``PartFailure``, ``ReadingError``, `TimingError`.
  init(
    _ edit: AnimationEdit, _ options: ReadingOptions, _ opener: EditInputs, _ nesting: EditNesting
  ) throws {
    self.edit = edit
    self.options = options
    sizes =
      (nesting.isOutermost ? options.editSizes ?? edit.sizes : edit.sizes ?? options.editSizes)
      ?? .error
    if edit.clips.isEmpty { throw EditError.noClips }
    // Each clip has at least one frame.
    try options.limits.check(.frames, edit.clips.count, options.limits.maxFrames)
    for (number, clip) in edit.clips.enumerated() {
      try CancellationFlag.ofOpening?.check()
      let input = try inputNumber(of: clip, number, opener, nesting)
      try EditInputs.naming(clip.input) { try add(clip, number, input) }
    }
    timelines = []
    known = [:]
    notesOnClips = []
  }

  private mutating func inputNumber(
    of clip: AnimationEdit.Clip, _ number: Int, _ opener: EditInputs, _ nesting: EditNesting
  ) throws -> Int {
    let key = Key(input: clip.input, tag: clip.tag)
    if let known = known[key] { return known }
    try nesting.count()
    let source = try opener.open(clip.input, tag: clip.tag, in: nesting)
    let info = source.info
    if let tag = clip.tag, !Self.mayName(tag: clip.input, info) {
      throw PartFailure(name: clip.input.name, error: EditError.tag(clip: number, tag))
    }
    let policy = options.joinedDelays ?? info.defaultPolicy
    let rate = options.frameRate
    let times = try EditInputs.naming(clip.input) {
      try policy.resolve(info.frames.lazy.map { Self.delay(of: $0, at: rate) })
    }
    timelines.append(times.timeline)
    inputs.append(
      Input(
        input: clip.input, tag: clip.tag, size: info.size, frameCount: info.frames.count,
        restarts: Self.restarts(of: source)))
    alphas.append(info.alpha)
    plays.append((info.plays, info.declaresPlays))
    decodingBytes.append(source.decodingBytes)
    add(info, called: clip.input.name)
    if clip.tag == nil, options.sheet.tag == nil, !info.named.isEmpty {
      notes.append(
        "\(quoted(clip.input.name)): its tags are left out, because an edit has only frames")
    }
    if times.changedFrameCount > 0 {
      notes.append(
        "\(quoted(clip.input.name)): delays of \(times.changedFrameCount) of "
          + "\(info.frames.count) frames changed by the policy '\(policy.description)'")
    }
    known[key] = inputs.count - 1
    return inputs.count - 1
  }

  /// A picture without a duration is shown for a frame of the rate that was asked for.
  private static func delay(of frame: SourceInfo.Frame, at rate: FrameRate?) -> Delay {
    guard frame.delay == .missing, let rate else { return frame.delay }
    return .declared(ticks: rate.denominator, timebase: Timebase(1, rate.numerator))
  }

  /// Whether an opened input may have chosen an animation by its name.
  ///
  /// Atlases and Lottie archives refuse unknown names, but do not list a single animation. A
  /// program's own source receives the name.
  private static func mayName(tag input: AnimationInput, _ info: SourceInfo) -> Bool {
    if case .custom = input { return true }
    return !info.animations.isEmpty || info.kind == .atlas || info.kind == .lottie
  }

  private mutating func add(_ info: SourceInfo, called name: String) {
    warnings += info.warnings.map { $0.of(name) }
    notes += info.notes.map { "\(quoted(name)): " + $0 }
    if info.video?.hasSound == true {
      notes.append("\(quoted(name)): its sound is left out, because an edit has only frames")
    }
  }

  /// - Complexity: O(frames): it goes from the end from one start to the one before.
  private static func restarts(of source: any FrameSource) -> [Int32] {
    var starts: [Int32] = []
    var index = source.info.frames.count - 1
    while index >= 0 {
      let start = max(0, min(index, source.restartPoint(for: index)))
      starts.append(Int32(start))
      index = start - 1
    }
    return starts.reversed()
  }

  private mutating func add(_ clip: AnimationEdit.Clip, _ number: Int, _ input: Int) throws {
    let size = inputs[input].size
    if let crop = clip.crop, crop.isEmpty || !crop.isOn(size) {
      throw EditError.crop(clip: number, crop, of: size)
    }
    if clip.repeats < 1 { throw EditError.repeats(clip: number, clip.repeats) }
    places.append(Place(input: input, crop: clip.crop == PixelRect(size) ? nil : clip.crop))
    let play = try ClipPlay(
      clip, number, timelines[input], limit: options.limits.maxFrames - slots.count,
      limits: options.limits)
    noteLateEnds(of: play, clip.input.name, timelines[input])
    let (more, overflow) = play.frames.count.multipliedReportingOverflow(by: clip.repeats)
    let (all, isTooMany) = slots.count.addingReportingOverflow(more)
    try options.limits.check(
      .frames, overflow || isTooMany ? .max : all, options.limits.maxFrames)
    let own = play.frames.map { Slot(clip: Int32(number), frame: $0) }
    for _ in 0..<clip.repeats {
      slots += own
      delays += play.delays
    }
  }

  private mutating func noteLateEnds(
    of play: ClipPlay, _ name: String, _ timeline: AnimationTimeline
  ) {
    for end in play.lateEnds {
      let note: ConversionMessage =
        "\(quoted(name)): the range ends at \(end.formatted()), the animation at "
        + "\(timeline.totalTime.formatted())"
      if notesOnClips.insert(note).inserted { notes.append(note) }
    }
  }

  /// The place of each clip on the canvas.
  ///
  /// - Throws: ``EditError/unequalSizes(_:_:first:expected:)``.
  func placement() throws -> PicturePlacement {
    let own = places.map { $0.size(inputs) }
    if sizes == .error, let other = own.firstIndex(where: { $0 != own[0] }) {
      let names = [other, 0].map { edit.clips[$0].input.name }
      let isNumbered = names[0] == names[1]
      throw PartFailure(
        name: names[0],
        error: EditError.unequalSizes(
          isNumbered ? "clip \(other + 1)" : names[0], own[other],
          first: isNumbered ? "clip 1" : names[1], expected: own[0]))
    }
    return PicturePlacement(own, sizes)
  }

  /// - Throws: ``ReadingError``, ``CustomSourceError``.
  func info(_ placement: PicturePlacement) throws -> SourceInfo {
    let size = edit.transform?.size ?? placement.canvas
    if size.width < 1 || size.height < 1 { throw CustomSourceError.emptyCanvas(size) }
    try options.limits.check(canvas: placement.canvas)
    try options.limits.check(canvas: size)
    try options.limits.check(frames: slots.count, on: size)
    let frames = delays.map {
      SourceInfo.Frame(delay: $0, rect: PixelRect(size), disposal: .keep, blend: .source)
    }
    let isOpaque =
      edit.transform == nil && alphas.allSatisfy { $0 == .absent }
      && !places.contains { placement.leavesBorder($0.size(inputs)) }
    let own = commonPlays
    let isDeclared = edit.plays != nil || own != nil && plays.allSatisfy { $0.isDeclared }
    let note: [ConversionMessage] = edit.plays == nil && own == nil ? [Self.noteOnPlays] : []
    var info = SourceInfo(
      kind: .edit, size: size, frames: frames, plays: edit.plays ?? own ?? .forever,
      declaresPlays: isDeclared, alpha: isOpaque ? .absent : .possible,
      defaultPolicy: .verbatim(zeroDelay: nil), warnings: warnings, notes: notes + note)
    info.reasonForBytes = "an edit has 8 bits a sample"
    return info
  }

  /// How often every input is played; nil if the numbers differ.
  private var commonPlays: LoopCount? {
    let first = plays[0].count
    return plays.allSatisfy { $0.count == first } ? first : nil
  }

  private static let noteOnPlays: ConversionMessage =
    "the inputs play a different number of times, so the edit plays for ever; \"loops\" of the "
    + "edit or \(.loops, at: "image.plays") chooses"

  /// The memory of the two most demanding inputs, which may be open at the same time.
  var mostDecodingBytes: Int {
    decodingBytes.sorted(by: >).prefix(EditSource.maxOpen).reduce(0) { sum, bytes in
      let (total, overflow) = sum.addingReportingOverflow(bytes)
      return overflow ? .max / 2 : total
    }
  }
}

extension PixelRect {
  /// Whether it lies on a picture; its numbers may be any.
  fileprivate func isOn(_ size: PixelSize) -> Bool {
    x >= 0 && y >= 0 && width <= size.width && height <= size.height && x <= size.width - width
      && y <= size.height - height
  }
}

extension ReadingWarning {
  /// The warning of an input. The number of its frame is not one of the edit.
  func of(_ name: String) -> ReadingWarning {
    var warning = self
    let place = frame.map { ", frame \($0)" } ?? ""
    warning.frame = nil
    warning.byteOffset = nil
    warning.detail = "in \(quoted(name))\(place): \(detail)"
    return warning
  }
}
