internal import AnimTiming
internal import Atlases
internal import Messages
internal import Stages
internal import TextFormats

/// Durations come from a list, the file names, or a constant rate, in this order; a rate that the
/// user gave overrides everything.
extension FrameFinder {
  /// Assigns the durations of a list without file names.
  func timed(_ sequence: FrameSequence, by found: FolderLists.Found) throws -> FrameSequence {
    let entries = found.list.entries
    guard entries.count == sequence.frames.count else {
      throw FrameFolderError.countMismatch(
        list: found.name, times: entries.count, frames: sequence.frames.count)
    }
    var timed = sequence
    for index in entries.indices { timed.frames[index].delay = entries[index].delay }
    timed.notes.append(note(on: found))
    timed.warnings += found.list.warnings
    return timed
  }

  func note(on found: FolderLists.Found) -> ConversionMessage {
    "durations from \(quoted(lastPart(found.name))), \(found.title)"
  }

  /// Assigns the durations in file names, or a constant one.
  func namedOrConstant(_ sequence: FrameSequence) throws -> FrameSequence {
    guard options.frameRate == nil else { return try constant(sequence) }
    let delays = sequence.frames.map { FrameName(lastPart($0.file.name)).delay }
    guard delays.contains(where: { $0 != nil }) else { return try constant(sequence) }
    var named = sequence
    for (index, delay) in delays.enumerated() { named.frames[index].delay = delay ?? .missing }
    named.notes.append("durations from the file names")
    return named
  }

  func constant(_ sequence: FrameSequence) throws -> FrameSequence {
    let isAnimatedImage = Self.isAnimatedImage(sequence)
    let rate =
      options.frameRate
      ?? (isAnimatedImage ? FrameRate(30) : ReadingOptions.defaultFrameRate)
    let delay = Delay.declared(ticks: 1, timebase: rate.timebase)
    var constant = sequence
    for index in constant.frames.indices { constant.frames[index].delay = delay }
    constant.notes.append(
      options.frameRate != nil
        ? "\(rate) frames per second, from \(.fps)"
        : isAnimatedImage
          ? "no durations are given, so every frame is shown for 1/30 s, as UIKit shows image0, "
            + "image1 and so on; \(.fps) chooses another rate"
          : "no durations are given, so every frame is shown for 100 ms; \(.fps) chooses "
            + "another rate")
    return constant
  }

  /// Whether files are named like those of a UIKit animated image: `image0`, `image1` and so on.
  /// Their default duration is 1/30 s each (`animationDuration`).
  private static func isAnimatedImage(_ sequence: FrameSequence) -> Bool {
    sequence.frames.count > 1
      && sequence.frames.enumerated().allSatisfy { index, frame in
        let name = lastPart(frame.file.name)
        return name.prefix { $0 != "." } == "image\(index)" && hasPictureExtension(name)
      }
  }

  /// The frames of a list that names files.
  ///
  /// - Parameter isInput: whether the list is the input itself rather than found in the folder.
  mutating func frames(of found: FolderLists.Found, isInput: Bool) throws -> FrameSequence {
    var frames: [FolderFrame] = []
    for entry in found.list.entries {
      guard let name = entry.file else { continue }
      for file in try expand(name, isPattern: entry.isPattern)
      where isInput || selection.contains(lastPart(file)) {
        guard frames.count < options.limits.maxFrames else {
          throw ReadingError.limitExceeded(
            limit: .frames, value: frames.count + 1, allowed: options.limits.maxFrames)
        }
        // A list of other media is not followed: files that are not images are not even opened.
        guard Self.hasPictureExtension(file) else {
          throw FrameFolderError(.unknownKind, name: file, frame: frames.count)
        }
        let file = FrameFile.named(file)
        _ = try requirePicture(of: file, frame: frames.count)
        frames.append(FolderFrame(file: file, delay: entry.delay))
      }
    }
    var sequence = FrameSequence(
      frames: frames, plays: found.list.plays, warnings: found.list.warnings)
    if frames.isEmpty { return sequence }
    if !isInput, let left = unlisted(frames) { sequence.notes.append(left) }
    let hasTimes = frames.contains { $0.delay != .missing }
    if hasTimes, options.frameRate == nil {
      sequence.notes.append(note(on: found))
      return sequence
    }
    if hasTimes {
      sequence.notes.append("the durations in \(quoted(lastPart(found.name))) are not used")
    }
    return try namedOrConstant(sequence)
  }

  /// The files for an entry of a list.
  private func expand(_ name: String, isPattern: Bool) throws -> [String] {
    if !isPattern || files.names.contains(name) { return [name] }
    if let glob = NameGlob(name) {
      let matches = files.names.filter { glob.matches($0) && Self.hasPictureExtension($0) }
      if matches.isEmpty { throw AtlasError.imageNotFound(name: name) }
      return NaturalOrder.sorted(matches)
    }
    return Self.hasPictureExtension(name) ? [name] : [name + ".png"]
  }

  /// A note with the number of images that a list omits; nil if there are none.
  private func unlisted(_ frames: [FolderFrame]) -> ConversionMessage? {
    let used = Set(frames.map { lastPart($0.file.name) })
    let count = files.names.map(lastPart).count {
      Self.hasPictureExtension($0) && selection.contains($0) && !used.contains($0)
    }
    return count == 0 ? nil : "pictures of the folder that the list leaves out: \(count)"
  }
}
