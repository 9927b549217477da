package import AnimTiming
internal import Atlases
internal import OutputFiles
package import Raster
internal import TextFormats

/// A sprite of a GameMaker project: pictures with identifiers as names, each stored a second time
/// as the picture of its only layer, and the `.yy` file with the duration of each frame.
///
/// The format is that of GameMaker 2024 (`resourceVersion` 2.0); GameMaker converts older projects
/// to it.
package struct GameMakerSpriteAsset: PlayerAssetFiles {
  package var player: PlayerAsset { .gameMaker }

  package let name: String
  private let size: PixelSize
  private let frames: [String]
  private let speed: ExactDecimal
  private let lengths: [ExactDecimal]
  private let plays: LoopCount

  /// - Parameters:
  ///   - name: the name of the sprite.
  ///   - timeline: the frames' timeline; times are exact.
  /// - Throws: ``PlayerAssetError``.
  package init(name: String, size: PixelSize, timeline: AnimationTimeline, plays: LoopCount) throws
  {
    guard timeline.count > 0 else { throw PlayerAssetError.noFrames(player: .gameMaker) }
    guard Self.isResourceName(name) else {
      throw PlayerAssetError.name(
        name,
        detail:
          "a resource name is a letter or underscore, followed by letters, digits and underscores",
        player: .gameMaker)
    }
    self.name = name
    self.size = size
    self.plays = plays
    frames = (0..<timeline.count).map { Self.picture($0, of: name) }
    (speed, lengths) = Self.exact(timeline)
  }

  /// A speed and lengths whose quotients are the durations.
  ///
  /// All durations are multiples of a slot; the speed is the rate of slots, and a length is a
  /// number of slots. If no short decimal number equals that rate, the speed is its numerator:
  /// 7/100 s is a length of 7 at a speed of 100, and 30000/1001 frames per second are lengths of
  /// 1.001 at a speed of 30.
  private static func exact(_ timeline: AnimationTimeline) -> (ExactDecimal, [ExactDecimal]) {
    let slot = RationalTime(
      timeline.commonDivisor * timeline.timebase.numerator, timeline.timebase.denominator)
    let counts = timeline.durations.map { $0 / timeline.commonDivisor }
    for places in 0...3 {
      let (scaled, overflow) = slot.denominator.multipliedReportingOverflow(
        by: ExactDecimal.powersOfTen[places])
      guard !overflow, scaled.isMultiple(of: slot.numerator) else { continue }
      return (
        ExactDecimal(scaled / slot.numerator, exponent: -places), counts.map { ExactDecimal($0) }
      )
    }
    var (speed, places) = (slot.denominator, 0)
    while speed > 100, speed.isMultiple(of: 10) { (speed, places) = (speed / 10, places + 1) }
    return (
      ExactDecimal(speed), counts.map { ExactDecimal($0 * slot.numerator, exponent: -places) }
    )
  }

  private static func isResourceName(_ name: String) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool {
      0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == 0x5F
    }
    guard let first = name.utf8.first, isLetter(first) else { return false }
    return name.utf8.allSatisfy { isLetter($0) || 0x30...0x39 ~= $0 }
  }

  // MARK: Identifiers

  /// The name of a frame and of its picture, without extension.
  package static func picture(_ index: Int, of name: String) -> String {
    identifier("frame \(index) of \(name)")
  }

  private var layer: String { Self.identifier("layer of \(name)") }

  /// A UUID that only depends on a text, so that the same input gives the same files: version 8
  /// (RFC 9562, 5.8) of the first bytes of a digest.
  private static func identifier(_ text: String) -> String {
    var digest = ContentDigest()
    Array(text.utf8).withUnsafeBytes { digest.update($0) }
    var bytes = Array(digest.finish().prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
  }

  // MARK: Files

  /// The editor takes the picture of a frame from its layers.
  package var copies: [(original: String, copy: String)] {
    frames.map { ("\($0).png", "layers/\($0)/\(layer).png") }
  }

  package var files: [(name: String, bytes: [UInt8])] { [("\(name).yy", Array(text.utf8))] }

  package var code: String {
    """
    // In "resources" of the project's .yyp, if the sprite is new:
    {"id":{"name":"\(name)","path":"\(path)",},},
    // Create event
    sprite_index = \(name);

    """
  }

  package var warnings: [String] {
    plays.totalPlays > 1
      ? ["a sprite of GameMaker plays once or for ever: \(plays) becomes once"] : []
  }

  private var path: String { "sprites/\(name)/\(name).yy" }

  /// Lists and objects end with a comma, as the editor writes them.
  private var text: String {
    var text = """
      {
        "$GMSprite":"",
        "%Name":"\(name)",
        "bboxMode":1,
        "bbox_bottom":\(size.height - 1),
        "bbox_left":0,
        "bbox_right":\(size.width - 1),
        "bbox_top":0,
        "collisionKind":1,
        "collisionTolerance":0,
        "DynamicTexturePage":false,
        "edgeFiltering":false,
        "For3D":false,
        "frames":[

      """
    for frame in frames {
      text += "    \(resource("GMSpriteFrame", frame, [])),\n"
    }
    let layer = resource(
      "GMImageLayer", layer,
      [
        "\"blendMode\":0", "\"displayName\":\"default\"", "\"isLocked\":false", "\"opacity\":100.0",
      ],
      ["\"visible\":true"])
    return text + """
        ],
        "gridX":0,
        "gridY":0,
        "height":\(size.height),
        "HTile":false,
        "layers":[
          \(layer),
        ],
        "name":"\(name)",
        "nineSlice":null,
        "origin":0,
        "parent":{
          "name":"Sprites",
          "path":"folders/Sprites.yy",
        },
        "preMultiplyAlpha":false,
        "resourceType":"GMSprite",
        "resourceVersion":"2.0",
        "sequence":{
      \(sequence)
        },
        "swatchColours":null,
        "swfPrecision":2.525,
        "textureGroupId":{
          "name":"Default",
          "path":"texturegroups/Default",
        },
        "type":0,
        "VTile":false,
        "width":\(size.width),
      }

      """
  }

  /// Frames, one after the other.
  private var sequence: String {
    var lines = [
      "\"$GMSequence\":\"\"", "\"%Name\":\"\(name)\"", "\"autoRecord\":true",
      "\"backdropHeight\":768", "\"backdropImageOpacity\":0.5", "\"backdropImagePath\":\"\"",
      "\"backdropWidth\":1366", "\"backdropXOffset\":0.0", "\"backdropYOffset\":0.0",
      "\"events\":\(store("MessageEventKeyframe", []))", "\"eventStubScript\":null",
      "\"eventToFunction\":{}", "\"length\":\(Self.float(starts.total))", "\"lockOrigin\":false",
      "\"moments\":\(store("MomentsEventKeyframe", []))", "\"name\":\"\(name)\"",
      "\"playback\":\(plays == .forever ? 1 : 0)", "\"playbackSpeed\":\(Self.float(speed))",
      "\"playbackSpeedType\":0", "\"resourceType\":\"GMSequence\"", "\"resourceVersion\":\"2.0\"",
      "\"showBackdrop\":true", "\"showBackdropImage\":false", "\"timeUnits\":1", "\"tracks\":[",
    ]
    let keys = zip(zip(frames, lengths), starts.all).map { frame, start in
      key(frame.0, start: start, length: frame.1)
    }
    lines[lines.count - 1] += """

            {"$GMSpriteFramesTrack":"","builtinName":0,"events":[],"inheritsTrackColour":true,\
      "interpolation":1,"isCreationTrack":false,"keyframes":\(store("SpriteFrameKeyframe", keys)),\
      "modifiers":[],"name":"frames","resourceType":"GMSpriteFramesTrack","resourceVersion":"2.0",\
      "spriteId":null,"trackColour":0,"tracks":[],"traits":0,},
          ]
      """
    lines += ["\"visibleRange\":null", "\"volume\":1.0", "\"xorigin\":0", "\"yorigin\":0"]
    return lines.map { "    \($0)," }.joined(separator: "\n")
  }

  private func key(_ frame: String, start: ExactDecimal, length: ExactDecimal) -> String {
    let id = Self.identifier("key of \(frame)")
    return """
      {"$Keyframe<SpriteFrameKeyframe>":"","Channels":{"0":{"$SpriteFrameKeyframe":"",\
      "Id":{"name":"\(frame)","path":"\(path)",},"resourceType":"SpriteFrameKeyframe",\
      "resourceVersion":"2.0",},},"Disabled":false,"id":"\(id)","IsCreationKey":false,\
      "Key":\(Self.float(start)),"Length":\(Self.float(length)),\
      "resourceType":"Keyframe<SpriteFrameKeyframe>","resourceVersion":"2.0","Stretch":false,}
      """
  }

  private func store(_ kind: String, _ keys: [String]) -> String {
    let list = keys.map { "\n          \($0)," }.joined()
    return """
      {"$KeyframeStore<\(kind)>":"","Keyframes":[\(list)],\
      "resourceType":"KeyframeStore<\(kind)>","resourceVersion":"2.0",}
      """
  }

  /// An object with a name, in the order of the editor: alphabetical.
  private func resource(
    _ kind: String, _ name: String, _ before: [String], _ after: [String] = []
  ) -> String {
    let pairs =
      ["\"$\(kind)\":\"\"", "\"%Name\":\"\(name)\""] + before + [
        "\"name\":\"\(name)\"", "\"resourceType\":\"\(kind)\"", "\"resourceVersion\":\"2.0\"",
      ] + after
    return "{" + pairs.joined(separator: ",") + ",}"
  }

  /// The start of each frame, and the end.
  private var starts: (all: [ExactDecimal], total: ExactDecimal) {
    let exponent = lengths.map(\.exponent).min() ?? 0
    var total: Int64 = 0
    let all = lengths.map { length in
      defer { total += length.shifted(by: length.exponent - exponent) ?? 0 }
      return ExactDecimal(total, exponent: exponent)
    }
    return (all, ExactDecimal(total, exponent: exponent))
  }

  /// With a decimal point, as the editor writes numbers that need not be whole.
  private static func float(_ number: ExactDecimal) -> String {
    let text = "\(number)"
    return text.contains(".") ? text : text + ".0"
  }
}
