internal import AnimTiming
internal import Raster
internal import Stages
internal import TextFormats

/// Collects the parts of an atlas and checks each against the limits and its page, so that parsers
/// need no arithmetic on untrusted numbers.
struct AtlasBuilder {
  private(set) var atlas: Atlas
  let limits: ReadingLimits

  init(_ format: AtlasFormat, limits: ReadingLimits) {
    atlas = Atlas(format: format)
    self.limits = limits
  }

  /// The numbers of a frame in the data.
  struct RawFrame {
    var name: String
    /// Left, top, width and height on the page.
    var x: Int64
    var y: Int64
    var width: Int64
    var height: Int64
    var rotation = AtlasFrame.Rotation.none
    /// Whether width and height are those of the upright content.
    var sizeIsUpright = true
    var offsetX: Int64 = 0
    var offsetY: Int64 = 0
    /// The full frame; nil if it equals the content.
    var sourceWidth: Int64?
    var sourceHeight: Int64?
    var delay = Delay.missing
    var pivot: AtlasFrame.Pivot?
  }

  /// Adds a page and returns its index.
  mutating func addPage(_ page: AtlasPage) throws -> Int {
    try checkCount(atlas.pages.count)
    atlas.pages.append(page)
    return atlas.pages.count - 1
  }

  /// Adds a frame on `page` and returns its index.
  ///
  /// - Throws: ``AtlasError`` and ``ReadingError/limitExceeded(limit:value:allowed:)``.
  @discardableResult
  mutating func addFrame(_ raw: RawFrame, page: Int) throws -> Int {
    try checkCount(atlas.frames.count)
    let index = atlas.frames.count
    guard raw.x >= 0, raw.y >= 0, raw.width >= 0, raw.height >= 0 else {
      throw error(raw, "its rectangle has a negative number")
    }
    guard max(raw.x, raw.y, raw.width, raw.height) <= Int32.max else {
      throw error(raw, "its rectangle lies beyond every picture")
    }
    var rect = PixelRect(
      x: Int(raw.x), y: Int(raw.y), width: Int(raw.width), height: Int(raw.height))
    if raw.rotation.swapsSides, raw.sizeIsUpright { swap(&rect.width, &rect.height) }
    if rect.isEmpty { rect = PixelRect(x: rect.x, y: rect.y, width: 0, height: 0) }
    let content =
      raw.rotation.swapsSides ? PixelSize(width: rect.height, height: rect.width) : rect.size
    guard let offsetX = Int32(exactly: raw.offsetX), let offsetY = Int32(exactly: raw.offsetY)
    else { throw error(raw, "its offset lies beyond every picture") }
    let sourceSize = try checkedSize(
      raw, width: raw.sourceWidth ?? Int64(content.width),
      height: raw.sourceHeight ?? Int64(content.height))

    let frame = AtlasFrame(
      name: raw.name, page: page, rect: rect, rotation: raw.rotation,
      offset: PixelOffset(x: Int(offsetX), y: Int(offsetY)), sourceSize: sourceSize,
      delay: raw.delay, pivot: raw.pivot)
    if let size = atlas.pages[page].size { try frame.check(index: index, page: size) }
    if !PixelRect(sourceSize).contains(frame.placement) {
      warn("frame \(quoted(raw.name)) is larger than its source size and is clipped", frame: index)
    }
    atlas.frames.append(frame)
    return index
  }

  /// Adds a tag, or a warning if it is not a range of the frames.
  mutating func addTag(
    name: String, from: Int64, to: Int64, direction: String, repeats: Int64?
  ) throws {
    try checkCount(atlas.tags.count)
    guard let direction = known(direction, ofTag: name) else { return }
    guard from >= 0, from <= to, to < atlas.frames.count else {
      warn(
        "tag \(quoted(name)) is left out: frames \(from) to \(to) are not a range of "
          + "\(atlas.frames.count)")
      return
    }
    atlas.tags.append(
      AtlasTag(
        name: name, from: Int(from), to: Int(to), direction: direction,
        repeats: repeats.flatMap { $0 > 0 ? Int(clamping: $0) : nil }))
  }

  /// Adds a tag whose frames are not adjacent, as a list in play order.
  mutating func addList(
    name: String, _ places: [Int], direction: String, repeats: Int64?
  ) throws {
    guard let direction = known(direction, ofTag: name) else { return }
    let tag = AtlasTag(
      name: name, from: 0, to: places.count - 1, direction: direction,
      repeats: repeats.flatMap { $0 > 0 ? Int(clamping: $0) : nil })
    let order = try tag.playOrder(maxFrames: limits.maxFrames)
    try addAnimation(
      AtlasAnimation(name: name, indices: order.indices.map { places[$0] }, plays: order.plays))
  }

  private mutating func known(_ direction: String, ofTag name: String) -> AtlasTag.Direction? {
    let known = AtlasTag.Direction(rawValue: direction)
    if known == nil {
      warn("tag \(quoted(name)) is ignored: its direction \(quoted(direction)) is unknown")
    }
    return known
  }

  /// Adds an animation; all animations together may not have more frames than the limit.
  mutating func addAnimation(_ animation: AtlasAnimation) throws {
    animationFrames += animation.indices.count
    try checkCount(max(animationFrames - 1, atlas.animations.count))
    if animation.indices.isEmpty {
      warn("animation \(quoted(animation.name)) is left out: it has no frames")
    } else {
      atlas.animations.append(animation)
    }
  }

  /// Adds an animation and assigns delays to its frames that have none.
  mutating func addTimed(_ animation: AtlasAnimation) throws {
    try addAnimation(animation)
    atlas.fillDelays(from: animation)
  }

  /// Stacks frames as layers.
  ///
  /// - Parameters:
  ///   - stacks: indices of frames from the bottom, none empty; each stack becomes one frame.
  ///   - mode: a frame's blend mode.
  mutating func stack(_ stacks: [[Int]], mode: (_ frame: Int) -> String?) {
    let frames = atlas.frames
    atlas.frames = stacks.map { frames[$0[0]] }
    for (index, stack) in stacks.enumerated() where stack.count > 1 {
      atlas.layersAbove[index] = stack.dropFirst().map {
        AtlasLayer(frame: frames[$0], mode: mode($0))
      }
    }
  }

  /// Adds a frame as a layer over another.
  mutating func addLayer(_ layer: AtlasLayer, above frame: Int) {
    atlas.layersAbove[frame, default: []].append(layer)
  }

  private var animationFrames = 0

  mutating func addRelatedFile(_ name: String) {
    atlas.relatedFiles.append(name)
  }

  mutating func setPlaysFromOnlyTag() {
    atlas.plays = atlas.playsOfOnlyTag
  }

  mutating func setDelay(_ delay: Delay, of frame: Int) {
    atlas.frames[frame].delay = delay
  }

  mutating func setFormat(_ format: AtlasFormat) {
    atlas.format = format
  }

  mutating func warn(_ detail: String, frame: Int? = nil) {
    guard atlas.warnings.count < 100 else { return }
    atlas.warnings.append(ReadingWarning(kind: .nonconforming, frame: frame, detail: detail))
  }

  /// Records a part of the data that is not kept.
  mutating func note(_ text: String) { atlas.notes.append(text) }

  /// Throws if one more item would exceed the limit on frames.
  func checkCount(_ count: Int) throws {
    guard count < limits.maxFrames else {
      throw ReadingError.limitExceeded(
        limit: .frames, value: count + 1, allowed: limits.maxFrames)
    }
  }

  private func checkedSize(_ raw: RawFrame, width: Int64, height: Int64) throws -> PixelSize {
    guard width > 0, height > 0 else { throw error(raw, "it has no size") }
    let size = PixelSize(width: Int(clamping: width), height: Int(clamping: height))
    try limits.check(canvas: size)
    return size
  }

  private func error(_ raw: RawFrame, _ detail: String) -> AtlasError {
    .malformedEntry(format: atlas.format, entry: raw.name, detail: detail)
  }
}
