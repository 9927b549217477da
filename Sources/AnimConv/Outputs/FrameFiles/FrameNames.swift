internal import AnimTiming
internal import Atlases
internal import Reading
internal import Writing

/// The names of frame files: a prefix and numbers, or a pattern.
struct FrameNames {
  private enum Form {
    case numbered(FrameFileNames)
    case pattern(PictureNames)
    /// For a sprite of GameMaker with this name.
    case identifiers(String)
  }

  private let form: Form
  private let frames: PlayedFrames
  private let tags: [String?]
  private let scores: [Int: FrameScores]

  /// - Throws: ``FrameFilesError``.
  init(
    _ frames: PlayedFrames, _ options: FrameFilesOptions, title: String, isArchive: Bool,
    player: PlayerAsset?, _ origin: FrameOrigin
  ) throws {
    self.frames = frames
    scores = origin.scores
    guard let pattern = options.pattern else {
      tags = []
      if player == .gameMaker {
        form = .identifiers(title)
        return
      }
      form = .numbered(
        try FrameFileNames(
          prefix: player == .androidDrawable ? title + "_" : title,
          pad: options.pad ?? (isArchive ? 6 : nil), start: options.start ?? 0,
          count: frames.count))
      return
    }
    tags = pattern.values.contains(.tag) ? frames.source.tags(chosen: origin.tag) : []
    let source = PictureNames.Source(
      stem: origin.stem, start: options.start ?? 0,
      digits: frames.mostDigits(start: options.start ?? 0)
        .merging([.shot: "\(origin.scores.values.compactMap(\.shot).max() ?? 0)".count]) { $1 })
    form = .pattern(try PictureNames(pattern, source))
  }

  /// The minimum number of digits.
  var digits: Int { if case .numbered(let names) = form { names.digits } else { 0 } }

  /// The name of a file without its extension.
  ///
  /// - Parameter frame: the first output frame that the file shows.
  func name(ofFile file: Int, frame: Int) throws -> String {
    switch form {
    case .numbered(let names): return names[file]
    case .identifiers(let sprite): return GameMakerSpriteAsset.picture(file, of: sprite)
    case .pattern(let names):
      let source = frames.listedSource(frame)
      return try names.name(
        of: .init(
          index: file, frame: source.index, start: source.start,
          pts: frames.source.pts(of: source.index),
          tag: tags.isEmpty ? nil : tags[source.index], shot: scores[source.index]?.shot))
    }
  }

  /// Two names that differ only in case, which some file systems ignore.
  static func firstClash(_ names: [String]) -> (Int, Int)? {
    var places: [String: Int] = [:]
    for (place, name) in names.enumerated() {
      if let other = places.updateValue(place, forKey: name.lowercased()) { return (other, place) }
    }
    return nil
  }
}

extension PlayedFrames {
  /// The number of digits of the largest value of each number.
  fileprivate func mostDigits(start: Int) -> [PicturePattern.Value: Int] {
    func digits(_ number: some BinaryInteger) -> Int { String(number).count }
    let (last, overflow) = max(0, start).addingReportingOverflow(max(0, count - 1))
    return [
      .index: digits(max(0, count - 1)), .number: digits(overflow ? .max : last),
      .frame: digits(source.frames.count - 1),
      .ms: digits(PictureNames.milliseconds(timing.delays.timeline.totalTime)),
      .pts: digits(source.video?.stored?.times.last ?? 0),
    ]
  }
}

extension SourceInfo {
  /// The presentation time of a frame's packet; nil if it is unknown.
  func pts(of frame: Int) -> Int64? {
    guard let times = video?.stored?.times, !times.isEmpty else { return nil }
    return times[frame]
  }

  /// The tag or animation of each frame, `untagged` for frames without one; empty if the input has
  /// none.
  ///
  /// - Parameter name: of the tag that selected the frames.
  fileprivate func tags(chosen name: String?) -> [String?] {
    if let name { return Array(repeating: name, count: frames.count) }
    if named.isEmpty { return [] }
    var tags = [String?](repeating: "untagged", count: frames.count)
    for animation in named.animations.reversed() {
      for frame in animation.indices where tags.indices.contains(frame) {
        tags[frame] = animation.name
      }
    }
    for tag in named.tags.reversed() {
      for frame in tag.from...tag.to where tags.indices.contains(frame) { tags[frame] = tag.name }
    }
    return tags
  }
}
