internal import AnimTiming
internal import Atlases
internal import Messages
internal import Raster
internal import Stages
internal import TextFormats

/// Everything in the chunks of an Aseprite file, without decompressing pixels.
struct AsepriteSurvey {
  let header: AsepriteHeader
  var layers = AsepriteLayers()
  /// Every palette of any frame; frames refer to theirs by index.
  var palettes: [AsepritePalette] = []
  var frames: [AsepriteFrameRecord] = []
  /// The cels, grouped by frame.
  var cels: [AsepriteCel] = []
  var contents: [AsepriteContent] = []
  var tilesets: [Int: AsepriteTileset] = [:]
  var tags: [AtlasTag] = []
  /// The slices by name; the first of two with the same name.
  var slices = AsepriteSlices()
  /// Whether the file's pixel aspect ratio is applied.
  var appliesPixelAspect = false
  /// The colours; nil for sRGB.
  var colors: ColorDescription?
  var profileName: String?
  /// Tolerated damage.
  var warnings: [ReadingWarning] = []

  /// The cels of a frame, by layer from the bottom.
  func cels(of frame: Int) -> ArraySlice<AsepriteCel> { cels[frames[frame].cels] }

  /// Whether two frames are identical without comparing their pixels.
  func areEqual(_ one: Int, _ other: Int) -> Bool {
    frames[one].palette == frames[other].palette && cels(of: one).elementsEqual(cels(of: other))
  }

  /// The played frames: those of the tag or, without one, all, repeated forever.
  ///
  /// - Throws: ``AtlasError/unknownTag(name:known:)`` and ``ReadingError``.
  func playOrder(tag: String?, limits: ReadingLimits) throws -> PlayOrder {
    guard let tag else { return PlayOrder(indices: Array(frames.indices), plays: .forever) }
    let order = try atlas.playOrder(named: tag, limits: limits)
    try limits.check(frames: order.indices.count, on: header.size)
    return order
  }

  private var atlas: Atlas {
    Atlas(
      ofDocument: header.size,
      delays: frames.map { $0.delay == 0 ? .missing : .milliseconds(Int64($0.delay)) }, tags: tags)
  }

  /// The same survey in the general form.
  ///
  /// - Parameters:
  ///   - offersChoice: whether a note lists the available tags.
  ///   - repeats: the frames, by index in `order`, that equal the previous one.
  func info(
    _ order: PlayOrder, tag: String?, offersChoice: Bool, repeats: [Bool], byteCount: Int64
  ) -> SourceInfo {
    let canvas = PixelRect(header.size)
    let shown = zip(order.indices, repeats).map { index, isRepeat in
      var frame = SourceInfo.Frame(
        delay: frames[index].delay == 0
          ? .missing : .milliseconds(Int64(frames[index].delay)),
        rect: isRepeat ? .empty : canvas, disposal: .keep, blend: isRepeat ? .over : .source)
      frame.byteCount = frames[index].byteCount
      return frame
    }
    let declaresPlays = if case .plays = order.plays { true } else { false }
    var info = SourceInfo(
      kind: .aseprite, size: header.size, frames: shown, plays: order.plays,
      declaresPlays: declaresPlays, alpha: .possible,
      defaultPolicy: .verbatim(zeroDelay: ReadingOptions.defaultFrameRate.frameDuration),
      metadata: SourceInfo.Metadata(profileName: profileName), byteCount: byteCount,
      warnings: warnings, notes: notes(offersChoice: offersChoice))
    info.named = NamedAnimations(tags: tag == nil ? tags : order.parts)
    info.animations = atlas.listedTags
    return info
  }

  private func notes(offersChoice: Bool) -> [ConversionMessage] {
    var notes: [ConversionMessage] = []
    let names = tags.isEmpty ? [] : Atlas(format: .aseprite, tags: tags).namesToChoose
    if offersChoice, let note = AtlasSheet.choice(of: names) { notes.append(note) }
    let ratio = header.pixelRatio
    if ratio.width != ratio.height, !appliesPixelAspect {
      notes.append(
        "the file asks for pixels of \(ratio.width):\(ratio.height); they stay square, as in "
          + "Aseprite's exports; \(.pixelAspect, true) makes them so")
    }
    if header.depth == .indexed, mixesColors {
      notes.append(
        "layers are blended in full colour, as in Aseprite's editor; Aseprite's exports of indexed "
          + "pictures ignore opacity and blend modes")
    }
    return notes
  }

  /// Whether anything that is drawn has an opacity or a blend mode.
  private var mixesColors: Bool {
    cels.contains { cel in
      let layer = layers.all[Int(cel.layer)]
      return layer.isDrawn && !layer.isBackground
        && (layer.mode != .normal || layer.opacity < 255 || cel.opacity < 255)
    }
  }
}
