internal import AnimTiming
internal import Atlases
internal import Messages
internal import Raster
internal import Stages
internal import TextFormats

/// The survey of several inputs that are read as one.
struct JoinedSurvey {
  private let options: ReadingOptions
  private var parts: [(name: String, count: Int, size: PixelSize)] = []
  private var frames: [SourceInfo.Frame] = []
  private var named = NamedAnimations()
  private var alphas: [SourceInfo.AlphaPresence] = []
  private var byteCount: Int64? = 0
  private var warnings: [ReadingWarning] = []
  private var notes: [ConversionMessage] = []
  /// The memory of the most demanding part.
  private(set) var mostDecodingBytes = 0

  /// Whether names of animations identify their input.
  private let areSeveral: Bool

  init(_ options: ReadingOptions, areSeveral: Bool) {
    self.options = options
    self.areSeveral = areSeveral
  }

  /// Refuses requests that fail regardless of the inputs.
  ///
  /// - Throws: ``ReadingError``.
  func check(_ inputs: [AnimationInput.Named]) throws {
    if inputs.isEmpty { throw ReadingError.noFrames }
    if options.sheet.tag != nil {
      throw ReadingError.unsuitedOptions(
        detail: "one animation can be chosen only from one input, but there are several",
        remedy: "leave out \(.tag): all animations are kept")
    }
    if let stream = inputs.first(where: \.input.isReadOnce) {
      throw ReadingError.unsuitedOptions(
        detail:
          "\(stream.input.name) can be read only once, but several inputs are read more than once",
        remedy: "write it to a file first")
    }
    var known: [String: AnimationInput] = [:]
    for input in inputs {
      if let other = known.updateValue(input.input, forKey: input.name) {
        throw ReadingError.unsuitedOptions(
          detail: "\(other.name) and \(input.input.name) would both be the animation "
            + quoted(input.name),
          remedy: "give one another name, as in "
            + Self.renamed(input))
      }
    }
  }

  /// The remedy: how to give an input another name.
  private static func renamed(_ input: AnimationInput.Named) -> ConversionMessage {
    let name = "\(input.name)2"
    return
      "\(value: "\(name)=\(input.input.name)", swift: "NamedInput(name: \(quoted(name)), …)")"
  }

  /// - Throws: ``ReadingError``, `TimingError`.
  mutating func add(_ source: any FrameSource, _ input: AnimationInput.Named) throws {
    let info = source.info
    let first = frames.count
    try options.limits.check(
      .frames, first + info.frames.count, options.limits.maxFrames)
    let times = try (options.joinedDelays ?? info.defaultPolicy)
      .resolve(info.frames.lazy.map(\.delay))
    for (index, frame) in info.frames.enumerated() {
      var own = frame
      own.delay = .declared(
        ticks: times.timeline.duration(of: index), timebase: times.timeline.timebase)
      frames.append(own)
    }
    add(info, first: first, called: input.name)
    parts.append((input.name, info.frames.count, info.size))
    alphas.append(info.alpha)
    byteCount = byteCount.flatMap { sum in info.byteCount.map { sum + $0 } }
    warnings += info.warnings.map { warning in
      var warning = warning
      warning.frame = warning.frame.map { $0 + first }
      warning.detail = "in \(quoted(input.name)): \(warning.detail)"
      return warning
    }
    notes += info.notes.map { "\(quoted(input.name)): " + $0 }
    if times.changedFrameCount > 0 {
      notes.append(
        "\(quoted(input.name)): delays of \(times.changedFrameCount) of \(info.frames.count) frames "
          + "changed by the policy '\((options.joinedDelays ?? info.defaultPolicy).description)'")
    }
    mostDecodingBytes = max(mostDecodingBytes, source.decodingBytes)
  }

  /// Adds the animations of a part, prefixed with its name if there are several, or the whole part
  /// as one.
  private mutating func add(_ info: SourceInfo, first: Int, called name: String) {
    let count = info.frames.count
    if info.named.isEmpty {
      var tag = AtlasTag(whole: name, count: count, plays: info.plays)
      (tag.from, tag.to) = (first, first + count - 1)
      named.tags.append(tag)
      return
    }
    let only =
      info.named.tags.count == 1 && info.named.animations.isEmpty
      ? info.named.tags.first : nil
    let isWhole = only?.name == name && only?.from == 0 && only?.to == count - 1
    let prefix = areSeveral && !isWhole ? "\(name)/" : ""
    for tag in info.named.tags {
      var moved = tag
      moved.name = prefix + tag.name
      (moved.from, moved.to) = (tag.from + first, tag.to + first)
      named.tags.append(moved)
    }
    for animation in info.named.animations {
      var moved = animation
      moved.name = prefix + animation.name
      moved.indices = animation.indices.map { $0 + first }
      named.animations.append(moved)
    }
  }

  /// The frames of all parts, on a canvas with the largest width and height.
  ///
  /// - Throws: ``ReadingError``.
  func info() throws -> SourceInfo {
    let size = parts.reduce(PixelSize(width: 0, height: 0)) {
      PixelSize(width: max($0.width, $1.size.width), height: max($0.height, $1.size.height))
    }
    try options.limits.check(frames: frames.count, on: size)
    var joined: [JoinedPart] = []
    var placed = frames
    for part in parts {
      let first = joined.last?.frames.upperBound ?? 0
      let rect = PixelRect(
        x: (size.width - part.size.width) / 2, y: (size.height - part.size.height) / 2,
        width: part.size.width, height: part.size.height)
      let own = JoinedPart(name: part.name, frames: first..<first + part.count, rect: rect)
      for index in own.frames { placed[index].rect = own.moved(frames[index].rect) }
      placed[first].rect = PixelRect(size)
      joined.append(own)
    }
    let isPadded = joined.contains { $0.rect.size != size }
    var info = SourceInfo(
      kind: .animations, size: size, frames: placed, plays: .forever, declaresPlays: false,
      alpha: isPadded ? .present : alpha, defaultPolicy: .verbatim(zeroDelay: nil),
      byteCount: byteCount, warnings: warnings, notes: notes)
    info.named = named
    info.joined = joined
    return info
  }

  private var alpha: SourceInfo.AlphaPresence {
    if alphas.contains(.present) { return .present }
    return alphas.contains(.possible) ? .possible : .absent
  }
}
