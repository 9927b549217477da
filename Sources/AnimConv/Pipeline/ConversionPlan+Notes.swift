internal import AnimTiming
internal import Atlases
internal import Reading
internal import Writing

extension ConversionPlan {
  /// What was decided that a user might not expect.
  static func describeChoices(
    info: SourceInfo, timing: Retimer, shaping: ShapingPlan, content: OutputPlan,
    asset: (any PlayerAsset)?
  ) -> [String] {
    var notes = info.notes
    let changed = timing.delays.changedFrameCount
    if changed > 0 {
      notes.append(
        "delays of \(changed) of \(info.frames.count) frames changed by the policy "
          + "'\(timing.policy)'")
    }
    let schedule = timing.schedule
    if schedule.largestShift > .zero {
      notes.append(
        "frame boundaries move by up to \(schedule.largestShift.inMilliseconds), "
          + "\(schedule.meanShift.inMilliseconds) on average")
    }
    if !schedule.neverShown.isEmpty {
      let shown = schedule.neverShown.prefix(8).map { "\(timing.sequence.sourceIndices[$0])" }
      let more = schedule.neverShown.count - shown.count
      notes.append(
        "frames that are never shown at this rate: " + shown.joined(separator: ", ")
          + (more > 0 ? " and \(more) more" : ""))
    }
    if timing.sequence.plays > 1 { notes.append("the output holds \(timing.sequence.plays) plays") }
    switch content {
    case .video(let video):
      notes += describeSplitAlpha(video, shaping, schedule.frameRate)
      notes += describe(video.encoding, shaping: shaping)
    case .sheet(let sheet): notes += describe(sheet)
    case .imageSet: break
    case .frames(let frames):
      notes += describeMatte(shaping, keeper: "PNG and WebP keep") + describe(frames)
    }
    return notes + (asset?.warnings ?? [])
  }

  private static func describeSplitAlpha(
    _ video: VideoPlan, _ shaping: ShapingPlan, _ rate: FrameRate?
  ) -> [String] {
    guard shaping.alpha.separatesAlpha else { return [] }
    var notes: [String] = []
    if shaping.alpha == .mix, let rate {
      let timeline = video.schedule.timeline
      notes.append(
        "\(timeline.count) pictures, colour and alpha in turn, at \(rate) per second: the file is "
          + "twice as long as the animation")
    }
    if !shaping.hasTransparency {
      notes.append(
        "no pixel is transparent, so all alpha is white; without \(shaping.alpha.option) one MP4 "
          + "looks the same")
    }
    return notes
  }

  private static func describe(_ encoding: VideoEncoding, shaping: ShapingPlan) -> [String] {
    let keeper = encoding.container.codecs.first(where: \.supportsAlpha)?.title ?? "WebM"
    var notes = describeMatte(shaping, keeper: "\(keeper) keeps")
    if encoding.isPadded {
      let need = encoding.hasAlpha ? "cannot encode a single row with alpha" : "needs even sides"
      notes.append(
        "padded from \(encoding.size) to \(encoding.codedSize) by repeating the edge, because "
          + "\(encoding.codec.title) \(need)")
    }
    return notes
  }

  private static func describeMatte(_ shaping: ShapingPlan, keeper: String) -> [String] {
    guard shaping.alpha == .matte, shaping.hasTransparency else { return [] }
    return [
      "transparency is flattened onto \(shaping.matte); --matte chooses the colour, \(keeper) "
        + "transparency"
    ]
  }

  private static func describe(_ sheet: SheetPlan) -> [String] {
    var notes: [String] = []
    let frames = sheet.sheets[0].atlas.frames.count
    if sheet.cellCount < frames {
      notes.append("\(frames) frames share \(sheet.cellCount) cells")
    }
    let pages = sheet.sheets[0].atlas.pages.count
    if pages > 1 { notes.append("the sheet has \(pages) pages; --max-size sets their size") }
    return notes
  }

  private static func describe(_ frames: FramesPlan) -> [String] {
    let links = frames.files.count { $0.original != nil }
    let repeats = frames.fileOfFrame.count - frames.files.count
    var notes: [String] = []
    if links > 0 { notes.append("\(links) files are hard links to identical ones") }
    if repeats > 0 { notes.append("\(repeats) frames share a file with an identical one") }
    return notes
  }
}
