internal import AnimTiming
internal import Reading
internal import SystemPackage
internal import Writing

/// The parts of the request that appear in names and records of frames.
struct FrameOrigin {
  /// The input's name, without folders.
  var name = ""
  /// The input's name without its extension.
  var stem = ""
  /// The tag that selected the frames.
  var tag: String?
  /// The requested times and numbers.
  var moments: [AnimationTimeline.FrameMoment] = []
  /// The values by which source frames were selected.
  var scores: [Int: FrameScores] = [:]
  /// The input's file; nil for inputs that are not a single file.
  var file: FilePath?
  /// The reading options as text, for comparison.
  var reading = ""

  init() {}

  init(_ conversion: Conversion) {
    name = conversion.input.fileName
    stem = conversion.input.stem
    if case .path(let path) = conversion.input { file = path }
    reading = String(describing: conversion.reading)
    tag = conversion.reading.sheet.tag
    scores = conversion.timing.selected?.scores ?? [:]
    moments = conversion.timing.selected == nil ? conversion.timing.edits.at ?? [] : []
    switch conversion.timing.poster {
    case .time(let time): moments.append(.time(time))
    case .frame(let frame): moments.append(.frame(frame))
    case .best, .first, nil: break
    }
  }

  /// The record of the frames before they are written.
  ///
  /// - Parameter isWanted: whether rows are needed at all.
  func record(of frames: PlayedFrames, isWanted: Bool) -> FrameRecord {
    var record = FrameRecord(
      source: name, codec: frames.source.video?.codec ?? "\(frames.source.kind)",
      sourceSize: frames.source.size, plays: frames.plays,
      generator: "animconv \(AnimConvVersion.current)",
      rows: isWanted ? rows(of: frames) : [])
    record.sourceByteCount = frames.source.byteCount
    return record
  }

  private func rows(of frames: PlayedFrames) -> [FrameRecord.Row] {
    let timeline = frames.timing.delays.timeline
    var requested: [Int: [AnimationTimeline.FrameMoment]] = [:]
    for moment in moments {
      if let frame = moment.frame(in: timeline) { requested[frame, default: []].append(moment) }
    }
    return (0..<frames.count).map { frame in
      let index = frames.sourceIndex(frame)
      let stored = frames.source.video?.stored
      let pts = frames.source.pts(of: index)
      var row = FrameRecord.Row(
        frame: index, pts: pts, timebase: pts == nil ? nil : stored?.timebase,
        start: timeline.startTime(of: index), duration: timeline.durationTime(of: index),
        shownFor: frames.timeline.durationTime(of: frame), isKey: stored?.isKey[index],
        size: frames.shaping.output)
      row.scores = scores[index] ?? FrameScores()
      row.requested = requested[index] ?? []
      return row
    }
  }
}

extension AnimationInput {
  /// Its name without folders.
  var fileName: String {
    if case .path(let path) = self { return path.lastComponent?.string ?? path.string }
    return self == .standardInput ? "stdin" : FilePath(name).lastComponent?.string ?? name
  }

  /// ``fileName`` without its extension.
  var stem: String {
    guard let dot = fileName.lastIndex(of: "."), dot > fileName.startIndex else { return fileName }
    return String(fileName[..<dot])
  }
}
