internal import AnimTiming
internal import Atlases
internal import Messages
internal import Raster
internal import Stages
internal import TextFormats

/// The `data.json` of a Pixelorama document: layers and frames whose pixels are stored next to it.
///
/// Only image data is used, although it also contains the author's name and folders.
struct PixeloramaDocument {
  /// A layer that shows.
  struct Layer {
    /// Index among all layers, from the bottom.
    let number: Int
    let opacity: Double
    /// The frame whose pixels a linked frame shows.
    let links: [Int: Int]
  }

  /// The pixels of one layer in one frame.
  struct Cel: Hashable {
    let layer: Int
    /// The frame that has the pixels.
    let frame: Int
    let opacity: Int32
    /// The number of places by which it was moved up.
    let order: Int

    /// Whether it is drawn first: by its place after moving, then by the distance of the move.
    func isBelow(_ other: Cel) -> Bool {
      let (place, otherPlace) = (layer + order, other.layer + other.order)
      if place != otherPlace { return place < otherPlace }
      return (order, layer) < (other.order, other.layer)
    }
  }

  let size: PixelSize
  /// For each frame the drawn cels, from the bottom.
  private(set) var frames: [[Cel]] = []
  private(set) var delays: [Delay] = []
  private(set) var tags: [AtlasTag] = []
  private(set) var warnings: [ReadingWarning] = []

  private static let rgba: Int64 = 5
  private static let indexed: Int64 = -1
  private static let passThrough: Int64 = -2

  /// - Throws: ``ReadingError``, also for content that would look different from the editor.
  init(_ json: JSONValue, limits: ReadingLimits) throws {
    guard let width = json["size_x"]?.integer, let height = json["size_y"]?.integer,
      width > 0, height > 0
    else { throw Self.malformed("it has no size") }
    size = PixelSize(width: Int(clamping: width), height: Int(clamping: height))
    try limits.check(canvas: size)
    let mode = json["color_mode"]?.integer ?? Self.rgba
    guard mode == Self.rgba || mode == Self.indexed else {
      throw Self.unsupported("pixels of format \(mode)")
    }
    let layers = try Self.layers(json["layers"])
    try readFrames(json, layers, limits: limits)
    try readTags(json["tags"], limits: limits)
  }

  static func malformed(_ detail: String) -> ReadingError {
    .malformed(detail: "not a valid Pixelorama document: \(detail)", frame: nil, byteOffset: nil)
  }

  private static func unsupported(_ detail: String) -> ReadingError {
    .unsupported(
      detail: "a Pixelorama document with \(detail) is not supported",
      remedy: "export it as PNG files with Pixelorama, and give their folder")
  }

  // MARK: Layers

  private static func layers(_ json: JSONValue?) throws -> [Layer] {
    let all = JSONValue.list(json)
    let parents = all.map { Int(clamping: $0["parent"]?.integer ?? -1) }
    var layers: [Layer] = []
    for (number, layer) in all.enumerated() {
      // A group follows its members.
      var chain: [JSONValue] = []
      var parent = parents[number]
      while all.indices ~= parent, chain.count < all.count {
        chain.append(all[parent])
        parent = parents[parent]
      }
      guard ([layer] + chain).allSatisfy({ $0["visible"]?.bool != false }) else { continue }
      try check(layer, isGroup: isGroup(layer))
      for group in chain { try check(group, isGroup: true) }
      if isGroup(layer) { continue }
      layers.append(
        Layer(number: number, opacity: opacity(layer["opacity"]), links: links(of: layer)))
    }
    return layers
  }

  private static func isGroup(_ layer: JSONValue) -> Bool { layer["type"]?.integer == 1 }

  /// Refuses a visible layer that does more than cover other layers.
  private static func check(_ layer: JSONValue, isGroup: Bool) throws {
    let title = quoted(layer["name"]?.string ?? "")
    switch layer["type"]?.integer ?? 0 {
    case 0, 1: break
    case 2: throw unsupported("the 3D layer \(title)")
    case 3: throw unsupported("the layer \(title) of tiles")
    case 4: return
    default: throw unsupported("the layer \(title) of an unknown type")
    }
    let effects = JSONValue.list(layer["effects"])
    if let effect = effects.first(where: { $0["enabled"]?.bool != false }) {
      throw unsupported("the effect \(quoted(effect["name"]?.string ?? "")) on the layer \(title)")
    }
    let mode = layer["blend_mode"]?.integer ?? 0
    guard mode == 0 || isGroup && mode == passThrough else {
      throw unsupported("a blend mode on the layer \(title)")
    }
    if isGroup, opacity(layer["opacity"]) < 1 {
      throw unsupported("an opacity on the group \(title)")
    }
    if layer["clipping_mask"]?.bool == true {
      throw unsupported("the clipping mask \(title)")
    }
    let animated = layer["animated_params"]?.string?.filter { !$0.isWhitespace } ?? ""
    if let at = animated.firstRange(of: "\"opacity\":"),
      !animated[at.upperBound...].hasPrefix("{}")
    {
      throw unsupported("an opacity that changes on the layer \(title)")
    }
  }

  private static func opacity(_ json: JSONValue?) -> Double {
    guard let number = json?.number else { return 1 }
    let millionths = number.shifted(by: number.exponent + 6) ?? 1_000_000
    return Double(min(1_000_000, max(0, millionths))) / 1_000_000
  }

  private static func links(of layer: JSONValue) -> [Int: Int] {
    var sets = layer["link_sets"].map { $0.elements.compactMap { $0["cels"] } } ?? []
    if let old = layer["linked_cels"] { sets.append(old) }
    var links: [Int: Int] = [:]
    for set in sets {
      let frames = set.elements.compactMap { $0.integer.map { Int(clamping: $0) } }
      guard let first = frames.first else { continue }
      for frame in frames { links[frame] = first }
    }
    return links
  }

  // MARK: Frames

  private mutating func readFrames(
    _ json: JSONValue, _ layers: [Layer], limits: ReadingLimits
  ) throws {
    let rate = json["fps"]?.number
    let list: [JSONValue] = JSONValue.list(json["frames"])
    for (index, frame) in list.enumerated() {
      try limits.check(.frames, index + 1, limits.maxFrames)
      let cels: [JSONValue] = JSONValue.list(frame["cels"])
      let drawn = layers.map { layer in
        Self.cel(of: layer, in: index, cels.indices ~= layer.number ? cels[layer.number] : nil)
      }
      frames.append(drawn.filter { $0.opacity > 0 }.sorted { $0.isBelow($1) })
      delays.append(delay(frame["duration"]?.number ?? ExactDecimal(1), rate))
    }
    if frames.isEmpty { throw ReadingError.noFrames }
  }

  private static func cel(of layer: Layer, in frame: Int, _ json: JSONValue?) -> Cel {
    let opacity: Double = layer.opacity * Self.opacity(json?["opacity"])
    let order = Int(clamping: json?["z_index"]?.integer ?? 0)
    return Cel(
      layer: layer.number, frame: layer.links[frame] ?? frame,
      opacity: Int32((opacity * 255).rounded()), order: min(max(order, -maxOrder), maxOrder))
  }

  /// A number beyond that of the layers.
  private static let maxOrder = 1 << 20

  /// A frame's duration is in frames at the document's rate.
  private func delay(_ duration: ExactDecimal, _ rate: ExactDecimal?) -> Delay {
    rate.flatMap { Delay.seconds(duration, over: $0) } ?? .missing
  }

  /// Tags count from 1.
  private mutating func readTags(_ json: JSONValue?, limits: ReadingLimits) throws {
    for tag in JSONValue.list(json) {
      try limits.check(.frames, tags.count + 1, limits.maxFrames)
      let name = tag["name"]?.string ?? ""
      guard let from = tag["from"]?.integer, let to = tag["to"]?.integer,
        from >= 1, from <= to, to <= frames.count
      else {
        warnings.append(
          ReadingWarning(
            kind: .nonconforming, detail: "tag \(quoted(name)) is left out: it has no frames"))
        continue
      }
      tags.append(AtlasTag(name: name, from: Int(from) - 1, to: Int(to) - 1))
    }
  }
}
