internal import AnimTiming
internal import Atlases
internal import Messages
internal import Raster
internal import Stages
internal import TextFormats

/// Composes the frames of a Pixelorama document from its layers: a ZIP archive with raw RGBA for
/// every layer of every frame. The preview in it is never used.
final class PixeloramaPainter: FramePainter {
  let info: SourceInfo

  private let archive: ZipArchive
  private let document: PixeloramaDocument
  private let order: PlayOrder
  /// The entry with each cel's pixels.
  private let entries: [[Int]: ZipEntry]
  private var decodingWarnings: WarningList

  private static let dataName = "data.json"
  /// Layers are often blank, and this is deflate's largest ratio.
  private static let maxRatio = 1100

  /// Reads the document of an archive; nil for other archives.
  ///
  /// - Throws: ``ReadingError``, ``AtlasError`` and ``ZipError``.
  static func open(_ source: ByteSource, options: ReadingOptions) throws -> PixeloramaPainter? {
    var limits = ZipLimits(options.limits)
    limits.maxRatio = maxRatio
    let archive = try ZipArchive(source, limits: limits)
    guard let data = archive.entries.first(where: { $0.title == dataName }) else { return nil }
    try options.limits.check(.metadata, data.count, options.limits.maxMetadataBytes)
    guard let json = try? JSONReader.read(archive.contents(of: data)),
      json["pxo_version"] != nil || json["pixelorama_version"] != nil
    else { return nil }
    return try PixeloramaPainter(
      archive, PixeloramaDocument(json, limits: options.limits), options: options)
  }

  private init(
    _ archive: ZipArchive, _ document: PixeloramaDocument, options: ReadingOptions
  ) throws {
    self.archive = archive
    self.document = document
    var entries: [[Int]: ZipEntry] = [:]
    for entry in archive.entries {
      if let place = Self.place(of: entry.title) { entries[place] = entry }
    }
    self.entries = entries
    let atlas = Atlas(
      ofDocument: document.size, delays: document.delays, tags: document.tags)
    order =
      try options.sheet.tag.map { try atlas.playOrder(named: $0, limits: options.limits) }
      ?? PlayOrder(indices: Array(document.frames.indices), plays: .forever)
    try options.limits.check(frames: order.indices.count, on: document.size)
    var list = WarningList(isStrict: options.isStrict)
    for warning in document.warnings { try list.report(warning) }
    decodingWarnings = WarningList(isStrict: options.isStrict)
    info = Self.info(
      document, atlas, order, tag: options.sheet.tag,
      offersChoice: options.sheet.tag == nil && !options.keepsAnimations,
      byteCount: archive.source.byteCount,
      warnings: list.warnings)
  }

  /// The frame and the layer, from 0, of `image_data/frames/1/layer_1`.
  private static func place(of name: String) -> [Int]? {
    let parts = name.split(separator: "/")
    guard parts.count == 4, parts[0] == "image_data", parts[1] == "frames",
      let frame = Int(parts[2]), frame > 0, parts[3].hasPrefix("layer_"),
      let layer = Int(parts[3].dropFirst("layer_".count)), layer > 0
    else { return nil }
    return [frame - 1, layer - 1]
  }

  private static func info(
    _ document: PixeloramaDocument, _ atlas: Atlas, _ order: PlayOrder, tag: String?,
    offersChoice: Bool, byteCount: Int64, warnings: [ReadingWarning]
  ) -> SourceInfo {
    let canvas = PixelRect(document.size)
    var info = SourceInfo(
      kind: .pixelorama, size: document.size,
      frames: order.indices.map {
        SourceInfo.Frame(delay: document.delays[$0], rect: canvas, disposal: .keep, blend: .source)
      }, plays: order.plays, declaresPlays: false, alpha: .possible,
      defaultPolicy: .verbatim(zeroDelay: ReadingOptions.defaultFrameRate.frameDuration),
      byteCount: byteCount, warnings: warnings)
    info.animations = atlas.listedTags
    if !document.tags.isEmpty, offersChoice, let note = AtlasSheet.choice(of: atlas.namesToChoose) {
      info.notes.append(note)
    }
    info.named = NamedAnimations(tags: tag == nil ? document.tags : order.parts)
    return info
  }

  var warnings: [ReadingWarning] { decodingWarnings.warnings }

  /// One layer.
  var decodingBytes: Int { document.size.area * 4 }

  func startsDecoding(_ index: Int) -> Bool { true }

  func draw(_ index: Int, on canvas: inout Canvas) throws -> CanvasFrame {
    let rect = PixelRect(document.size)
    let patch = Patch(rect: rect, disposal: .keep, writesEveryPixel: false, startsBlank: true)
    return try canvas.draw(index, patch) { picture, stride in
      for cel in document.frames[order.indices[index]] {
        try draw(cel, frame: index, over: picture, stride: stride)
      }
      for y in 0..<document.size.height {
        StraightAlpha.normalise(picture + y * stride, document.size.width)
      }
    }
  }

  private func draw(
    _ cel: PixeloramaDocument.Cel, frame: Int, over picture: UnsafeMutablePointer<UInt32>,
    stride: Int
  ) throws {
    let size = document.size
    guard let entry = entries[[cel.frame, cel.layer]] else {
      return try note(frame, "layer \(cel.layer + 1) has no pixels")
    }
    guard entry.count == size.area * 4 else {
      return try note(
        frame, "layer \(cel.layer + 1) has \(entry.count) bytes instead of \(size.area * 4)")
    }
    let bytes: [UInt8]
    do { bytes = try archive.contents(of: entry) } catch let error as ZipError {
      return try note(frame, "layer \(cel.layer + 1): \(error.reason.text(.names))")
    }
    bytes.withUnsafeBytes { bytes in
      let pixels = bytes.bindMemory(to: UInt32.self)
      guard let base = pixels.baseAddress else { return }
      for y in 0..<size.height {
        AsepriteColor.draw(
          base + y * size.width, over: picture + y * stride, count: size.width,
          opacity: cel.opacity, mode: .normal)
      }
    }
  }

  private func note(_ frame: Int, _ detail: String) throws {
    try decodingWarnings.report(
      ReadingWarning(kind: .damagedFrame, frame: frame, detail: detail))
  }
}
