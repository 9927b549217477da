internal import AnimTiming
internal import Raster
internal import Stages
internal import TextFormats

/// Reads the JSON of Egret: sheets (`file` and `frames`) and film clips (`mc` and `res`).
enum EgretJSON {
  static func isSheet(_ json: JSONValue) -> Bool {
    json["file"]?.isString == true && json["frames"]?.isObject == true && json["meta"] == nil
  }

  static func isClip(_ json: JSONValue) -> Bool {
    json["mc"]?.isObject == true && json["res"]?.isObject == true
  }

  static func readSheet(_ json: JSONValue, limits: ReadingLimits) throws -> Atlas {
    var builder = AtlasBuilder(.egret, limits: limits)
    _ = try builder.addPage(AtlasPage(image: json["file"]?.string))
    for (name, frame) in members(json["frames"]) {
      let entry = JSONEntry(format: .egret, name: name, json: frame)
      var raw = try rect(entry)
      raw.offsetX = frame["offX"]?.integer ?? 0
      raw.offsetY = frame["offY"]?.integer ?? 0
      raw.sourceWidth = frame["sourceW"]?.integer
      raw.sourceHeight = frame["sourceH"]?.integer
      try builder.addFrame(raw, page: 0)
    }
    return builder.atlas
  }

  private static func members(_ json: JSONValue?) -> [(key: String, value: JSONValue)] {
    json.map { Array($0.members) } ?? []
  }

  private static func rect(_ entry: JSONEntry) throws -> AtlasBuilder.RawFrame {
    AtlasBuilder.RawFrame(
      name: entry.name, x: try entry.integer("x"), y: try entry.integer("y"),
      width: try entry.integer("w"), height: try entry.integer("h"))
  }

  /// Clips: animations whose frames have a common origin.
  static func readClips(_ json: JSONValue, limits: ReadingLimits) throws -> Atlas {
    var builder = AtlasBuilder(.egret, limits: limits)
    _ = try builder.addPage(AtlasPage(image: json["file"]?.string))
    var rects: [String: JSONValue] = [:]
    for (name, rect) in members(json["res"]) { rects[name] = rect }
    for (name, clip) in members(json["mc"]) {
      try add(JSONEntry(format: .egret, name: name, json: clip), rects, to: &builder)
    }
    return builder.atlas
  }

  private static func add(
    _ clip: JSONEntry, _ rects: [String: JSONValue], to builder: inout AtlasBuilder
  ) throws {
    var frames: [(frame: AtlasBuilder.RawFrame, x: Int64, y: Int64, delay: Delay)] = []
    let rate = clip.json["frameRate"]?.number ?? ExactDecimal(24)
    for step in JSONValue.list(clip.json["frames"]) {
      try builder.checkCount(frames.count)
      let count = step["duration"]?.number ?? ExactDecimal(1)
      let delay = Delay.seconds(count, over: rate) ?? .missing
      guard let name = step["res"]?.string else { continue }
      guard let rect = rects[name] else { throw clip.error("it has no picture \(quoted(name))") }
      let entry = JSONEntry(format: .egret, name: name, json: rect)
      frames.append(
        (try Self.rect(entry), try place(step["x"], clip), try place(step["y"], clip), delay))
    }
    guard let left = frames.map(\.x).min(), let top = frames.map(\.y).min() else { return }
    let right = frames.map { $0.x + clamped($0.frame.width) }.max() ?? 0
    let bottom = frames.map { $0.y + clamped($0.frame.height) }.max() ?? 0
    var animation = AtlasAnimation(name: clip.name, indices: [], plays: .forever)
    for step in frames {
      var raw = step.frame
      (raw.offsetX, raw.offsetY) = (step.x - left, step.y - top)
      (raw.sourceWidth, raw.sourceHeight) = (right - left, bottom - top)
      raw.delay = step.delay
      animation.indices.append(try builder.addFrame(raw, page: 0))
    }
    try builder.addAnimation(animation)
  }

  /// The offset of a frame from the origin, within 2³⁰ pixels.
  private static func place(_ value: JSONValue?, _ clip: JSONEntry) throws -> Int64 {
    guard let value else { return 0 }
    guard let place = value.integer, (-1 << 30)...(1 << 30) ~= place else {
      throw clip.error("a frame lies beyond every picture")
    }
    return place
  }

  private static func clamped(_ side: Int64) -> Int64 { min(max(side, 0), 1 << 31) }
}
