internal import AnimTiming
internal import Raster
internal import TextFormats

/// An atlas that was checked for one format, with exact timing: the common input of all writers.
package struct SheetDescription {
  let atlas: Atlas
  let format: AtlasDataFormat
  /// The name of the whole animation, if the atlas has none.
  let baseName: String
  /// The written files' names, and their common prefix.
  let stem: String
  let fileNames: [String]
  /// The pixel style of pages.
  var presentation = SheetPresentation()
  /// The atlas's tags, or one over all frames if it has neither tags nor animations.
  let tags: [AtlasTag]
  /// The frames' timeline; nil if any frame has no duration.
  private let timeline: AnimationTimeline?

  /// - Throws: ``AtlasWritingError``.
  package init(
    _ atlas: Atlas, format: AtlasDataFormat, baseName: String, stem: String, fileNames: [String]
  ) throws {
    let atlas = try format.entries(of: atlas, baseName: baseName)
    self.atlas = atlas
    self.format = format
    self.baseName = baseName
    self.stem = stem
    self.fileNames = fileNames
    if atlas.tags.isEmpty, atlas.animations.isEmpty, !atlas.frames.isEmpty {
      tags = [AtlasTag(whole: baseName, count: atlas.frames.count, plays: atlas.plays)]
    } else {
      tags = atlas.tags
    }
    do throws(TimingError) {
      let delays = atlas.frames.map(\.delay)
      timeline = delays.contains(.missing) ? nil : try AnimationTimeline(delays: delays)
    } catch {
      throw AtlasWritingError.times(error, format: format)
    }
    for (index, frame) in atlas.frames.enumerated() {
      let rotations = [.none, format.capabilities.rotation]
      guard rotations.contains(frame.rotation) else {
        throw AtlasWritingError.cannotSay(.otherRotation, format: format)
      }
      guard !frame.rect.isEmpty, PixelRect(try pageSize(frame.page)).contains(frame.rect) else {
        throw AtlasWritingError.incomplete(detail: "frame \(index) lies outside its picture")
      }
    }
  }

  /// The loop count of all frames: that of the atlas, otherwise that of its only tag.
  var plays: LoopCount { atlas.plays ?? atlas.playsOfOnlyTag ?? .forever }

  /// Throws if two frames have the same name.
  func checkNamesAreUnique() throws {
    var seen: Set<String> = []
    for frame in atlas.frames where !seen.insert(frame.name).inserted {
      throw AtlasWritingError.repeatedName(frame.name, format: format)
    }
  }

  /// The file of a page.
  func image(_ page: Int) -> String { atlas.pages[page].image ?? "\(baseName).png" }

  /// The size of a page in pixels.
  func pageSize(_ page: Int) throws -> PixelSize {
    guard atlas.pages.indices.contains(page), let size = atlas.pages[page].size else {
      throw AtlasWritingError.incomplete(detail: "the size of picture \(page) is not known")
    }
    return size
  }

  /// The frames on a page.
  func frames(on page: Int) -> [Int] {
    atlas.frames.indices.filter { atlas.frames[$0].page == page }
  }

  /// The exact timeline of all frames in order.
  ///
  /// - Throws: ``AtlasWritingError/missingDuration(frame:format:)``.
  func times() throws -> AnimationTimeline {
    if let timeline { return timeline }
    let frame = atlas.frames.firstIndex { $0.delay == .missing } ?? 0
    throw AtlasWritingError.missingDuration(frame: frame, format: format)
  }

  /// The timeline in whole ticks of `timebase`; boundaries are rounded, not durations.
  func times(in timebase: Timebase) throws -> AnimationTimeline {
    try rescaled(try times(), to: timebase)
  }

  /// A timeline in whole ticks of `timebase`, with rounded boundaries.
  func rescaled(_ timeline: AnimationTimeline, to timebase: Timebase) throws -> AnimationTimeline {
    do throws(TimingError) {
      return try timeline.rescaled(to: timebase)
    } catch {
      throw AtlasWritingError.times(error, format: format)
    }
  }
}

extension AnimationTimeline {
  /// Declared delays in order, in the coarsest common unit.
  init(delays: [Delay]) throws(TimingError) {
    var timebase: Timebase?
    for case .declared(_, let unit) in delays {
      timebase = try timebase?.common(with: unit) ?? unit
    }
    let unit = timebase ?? .milliseconds
    var durations: [Int64] = []
    for case .declared(let ticks, let own) in delays {
      durations.append(
        try RationalTime(ticks: ticks, timebase: own).ticks(in: unit, rounding: .exact))
    }
    self = try AnimationTimeline(durations: durations, timebase: unit).reduced()
  }
}

extension SheetDescription {
  /// A time in seconds, rounded to a nanosecond.
  func seconds(_ time: RationalTime) throws -> ExactDecimal {
    guard
      let value = ExactDecimal(Int128(time.numerator), over: Int128(time.denominator), places: 9)
    else { throw AtlasWritingError.times(.outOfRange, format: format) }
    return value
  }

  /// A frame's start as a percentage of the whole, with ten decimals.
  func percent(_ times: AnimationTimeline, _ index: Int) throws -> ExactDecimal {
    guard
      let value = ExactDecimal(
        Int128(times.start(of: index)) * 100, over: Int128(times.total), places: 10)
    else { throw AtlasWritingError.times(.outOfRange, format: format) }
    return value
  }
}
