internal import AnimTiming
internal import Raster
internal import Stages
internal import TextFormats

/// Reads GameMaker's `.yy` of a sprite: frames are separate image files, named after the frame's
/// identifier, in the order and with the length of the keyframes in its sequence.
///
/// The speed is in frames per second or, for kind 1, in frames per game frame, which is assumed to
/// be 1/60 s. Sprites before version 2.3 have no sequence; their frames are in order.
enum GameMakerSprite {
  /// Game steps per second, by default.
  private static let gameRate: Int64 = 60

  private struct Key {
    var place: Int
    var at: ExactDecimal
    var length: ExactDecimal
  }

  static func isSprite(_ json: JSONValue) -> Bool {
    json["resourceType"]?.string == "GMSprite" || json["modelName"]?.string == "GMSprite"
  }

  static func read(
    _ json: JSONValue, limits: ReadingLimits, _ around: AtlasSurroundings
  ) throws -> Atlas {
    var builder = AtlasBuilder(.gameMaker, limits: limits)
    let title = json["name"]?.string ?? json["%Name"]?.string ?? around.title
    let places = try addFrames(json, to: &builder, around)
    let sequence = json["sequence"].flatMap { $0.isObject ? $0 : nil } ?? json
    let keys = try keys(of: sequence, places: places, builder)
    guard !keys.isEmpty else { throw ReadingError.noFrames }
    let speed = sequence["playbackSpeed"]?.number
    let isOfGame = sequence["playbackSpeedType"]?.integer == 1
    if isOfGame {
      builder.note("the speed is in game frames, assumed to be \(gameRate) per second")
    }
    let delays = keys.map { delay($0.length, speed: speed, isOfGame: isOfGame) }
    var animation = AtlasAnimation(
      name: title, indices: keys.map(\.place), delays: delays.contains(.missing) ? [] : delays,
      plays: .forever)
    switch sequence["playback"]?.integer {
    case 0: animation.plays = .plays(1)
    case 2: animation = try thereAndBack(animation, limits: limits)
    default: break
    }
    try builder.addAnimation(animation)
    return builder.atlas
  }

  private static func malformed(_ detail: String) -> AtlasError {
    .malformed(format: .gameMaker, detail: detail)
  }

  /// - Returns: the frame of each identifier.
  private static func addFrames(
    _ json: JSONValue, to builder: inout AtlasBuilder, _ around: AtlasSurroundings
  ) throws -> [String: Int] {
    guard let frames = json["frames"], frames.isArray else {
      throw malformed("frames is not a list")
    }
    let size = PixelSize(tile: json["width"]?.integer, json["height"]?.integer)
    var places: [String: Int] = [:]
    for frame in frames.elements {
      guard let name = frame["name"]?.string ?? frame["%Name"]?.string ?? frame["id"]?.string
      else { throw malformed("a frame has no name") }
      guard places[name] == nil else { continue }
      let page = AtlasPage(image: "\(name).png")
      let size = try size ?? around.pictureSize(page)
      places[name] = try builder.addFrame(
        AtlasBuilder.RawFrame(
          name: name, x: 0, y: 0, width: Int64(size.width), height: Int64(size.height)),
        page: try builder.addPage(page))
    }
    return places
  }

  /// The keyframes in order; without a sequence, one for each frame.
  private static func keys(
    of sequence: JSONValue, places: [String: Int], _ builder: AtlasBuilder
  ) throws -> [Key] {
    var keys: [Key] = []
    for track in JSONValue.list(sequence["tracks"]) {
      for key in JSONValue.list(track["keyframes"]?["Keyframes"]) {
        try builder.checkCount(keys.count)
        guard let at = key["Key"]?.number, let length = key["Length"]?.number,
          let name = key["Channels"]?["0"]?["Id"]?["name"]?.string
        else { continue }
        guard let place = places[name] else {
          throw malformed("a keyframe shows \(quoted(name)), which is not a frame of the sprite")
        }
        keys.append(Key(place: place, at: at, length: length))
      }
      if !keys.isEmpty { break }
    }
    if keys.isEmpty {
      return builder.atlas.frames.indices.map {
        Key(place: $0, at: ExactDecimal(0), length: ExactDecimal(1))
      }
    }
    let order = keys.indices.sorted { a, b in
      let (left, right) = (milliKeys(keys[a].at), milliKeys(keys[b].at))
      return (left, a) < (right, b)
    }
    return order.map { keys[$0] }
  }

  /// A position in thousandths, used only for sorting.
  private static func milliKeys(_ at: ExactDecimal) -> Int64 {
    at.shifted(by: at.exponent + 3)
      ?? (at.integer ?? 0).multipliedReportingOverflow(by: 1000).partialValue
  }

  private static func delay(
    _ length: ExactDecimal, speed: ExactDecimal?, isOfGame: Bool
  ) -> Delay {
    guard let speed, speed.significand > 0 else { return .missing }
    guard isOfGame else { return .seconds(length, over: speed) ?? .missing }
    let (significand, overflow) = speed.significand.multipliedReportingOverflow(by: gameRate)
    return overflow
      ? .missing
      : .seconds(length, over: ExactDecimal(significand, exponent: speed.exponent)) ?? .missing
  }

  private static func thereAndBack(
    _ animation: AtlasAnimation, limits: ReadingLimits
  ) throws -> AtlasAnimation {
    let tag = AtlasTag(
      name: animation.name, from: 0, to: animation.indices.count - 1, direction: .pingpong)
    let steps = try tag.playOrder(maxFrames: limits.maxFrames).indices
    var turned = animation
    turned.indices = steps.map { animation.indices[$0] }
    if !animation.delays.isEmpty { turned.delays = steps.map { animation.delays[$0] } }
    return turned
  }
}
