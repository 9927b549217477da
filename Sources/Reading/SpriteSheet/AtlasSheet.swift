internal import AnimTiming
internal import Atlases
internal import Messages
internal import Raster
internal import Stages
internal import SystemPackage
internal import TextFormats

/// Opens sheets by their description. Pictures and further packs are looked for in the folder of
/// the data only.
struct AtlasSheet {
  /// How many pictures may be open at once.
  static let maxPages = 256

  let folder: FilePath
  /// The file name of the data.
  let name: String
  let options: ReadingOptions
  /// Opens a still picture of any kind.
  let open: (ByteSource, ReadingOptions) throws -> any PictureRows

  /// - Throws: ``AtlasError`` and ``ReadingError``.
  /// - Complexity: reads the data and the pictures that play once; decodes no pixel.
  func open(_ first: Atlas, byteCount: Int64) throws -> SheetSource {
    let limits = options.limits
    var atlas = try MultiPack.read(first, name: name, limits: limits) { name in
      try contained(name).allBytes(limit: limits.maxMetadataBytes)
    }
    guard !atlas.frames.isEmpty else { throw ReadingError.noFrames }
    var notes: [Message] = []
    if let animations = try animationFile(of: atlas, notes: &notes) {
      atlas = try atlas.adding(animations: animations, limits: limits)
    }
    let order = try playOrder(of: atlas, notes: &notes)
    guard !order.indices.isEmpty else { throw ReadingError.noFrames }

    let played = Set(order.indices)
    let parts = played.sorted().flatMap { atlas.parts(of: $0) }
    let canvas = parts.reduce(PixelSize(width: 0, height: 0)) { size, part in
      PixelSize(
        width: max(size.width, part.sourceSize.width),
        height: max(size.height, part.sourceSize.height))
    }
    try limits.check(canvas: canvas)
    if parts.contains(where: { $0.sourceSize != canvas }) {
      notes.append("frames of other sizes are centred on the largest, \(canvas)")
    }

    var warnings = atlas.warnings
    var pictures: [SheetAssembly.Picture] = []
    var places: [Int: Int] = [:]
    for page in Set(parts.map(\.page)).sorted() {
      guard pictures.count < Self.maxPages else {
        throw ReadingError.unsupported(
          detail: "the frames lie on more than \(Self.maxPages) pictures", remedy: nil)
      }
      places[page] = pictures.count
      pictures.append(try picture(atlas.pages[page], format: atlas.format, &warnings))
    }
    for index in played {
      for part in atlas.parts(of: index) {
        try part.check(index: index, page: pictures[places[part.page]!].rows.size)
      }
    }
    if parts.count > played.count {
      notes.append("the layers of each frame are laid over each other, in the order of the data")
      warnings += unknownModes(of: played.flatMap { atlas.layersAbove[$0] ?? [] })
    }
    let delays =
      order.delays.isEmpty ? order.indices.map { atlas.frames[$0].delay } : order.delays
    let declaresPlays = if case .plays = order.plays { true } else { false }
    var assembly = SheetAssembly(
      kind: .atlas, canvas: canvas,
      cells: order.indices.map { index in
        cell(atlas, index, canvas: canvas) { places[$0]! }
      },
      pictures: pictures, delays: delays, plays: order.plays, declaresPlays: declaresPlays,
      byteCount: byteCount, notes: notes, warnings: warnings)
    assembly.named = try named(atlas, order)
    return try assembly.source(options: options)
  }

  /// Where a frame and its layers lie.
  ///
  /// - Parameter place: of a page among those that are open.
  private func cell(
    _ atlas: Atlas, _ index: Int, canvas: PixelSize, _ place: (_ page: Int) -> Int
  ) -> SheetCell {
    let frame = atlas.frames[index]
    var cell = SheetCell(frame, page: place(frame.page), canvas: canvas)
    cell.above = (atlas.layersAbove[index] ?? []).map { layer in
      SheetCell.Layer(
        cell: SheetCell(layer.frame, page: place(layer.frame.page), canvas: canvas),
        mode: layer.mode.flatMap { AsepriteBlendMode(name: $0) } ?? .normal)
    }
    return cell
  }

  /// A warning for each way to mix colours that is not known; it counts as normal.
  private func unknownModes(of layers: [AtlasLayer]) -> [ReadingWarning] {
    let unknown = layers.compactMap(\.mode).filter { AsepriteBlendMode(name: $0) == nil }
    return Set(unknown).sorted().map {
      ReadingWarning(
        kind: .nonconforming,
        detail: "the blend mode \(quoted($0)) is unknown; its layer is drawn as normal")
    }
  }

  /// The tags and animations of the frames that play; none of the one that was asked for, which is the
  /// whole then.
  private func named(_ atlas: Atlas, _ order: PlayOrder) throws -> NamedAnimations {
    if options.sheet.tag != nil || !atlas.format.namesAnimations { return NamedAnimations() }
    if let only = atlas.onlyTimedAnimation {
      return NamedAnimations(
        tags: [AtlasTag(whole: only.name, count: order.indices.count, plays: only.plays)])
    }
    return try atlas.namedAnimations(in: order.indices, maxFrames: options.limits.maxFrames)
  }

  /// The file of animations beside that of an engine's frames; nil when there is none.
  private func animationFile(of atlas: Atlas, notes: inout [Message]) throws -> [UInt8]? {
    for name in atlas.animationFileNames(besides: name) {
      do {
        let bytes = try contained(name).allBytes(limit: options.limits.maxMetadataBytes)
        notes.append("times from \(quoted(name))")
        return bytes
      } catch AtlasError.imageNotFound { continue }
    }
    return nil
  }

  /// The tag that was asked for; without one all frames, or the only animation when it alone knows
  /// the delays.
  private func playOrder(of atlas: Atlas, notes: inout [Message]) throws -> PlayOrder {
    if let tag = options.sheet.tag {
      return try atlas.playOrder(named: tag, limits: options.limits)
    }
    if let only = atlas.onlyTimedAnimation {
      return try atlas.playOrder(named: only.name, limits: options.limits)
    }
    if let note = Self.choice(of: atlas.namesToChoose) { notes.append(note) }
    let order = atlas.playOrder(options.sheet.frameOrder.ofAtlas)
    if options.sheet.frameOrder == .automatic, order.indices != Array(atlas.frames.indices) {
      notes.append(
        "the frames play by the numbers in their names, not in the order of the data, which "
          + "\(setting: "order", case: "file", at: "reading.sheet.frameOrder") keeps")
    }
    return order
  }

  /// What a user can choose who has chosen nothing; nil where there is no choice.
  static func choice(of names: [String]) -> Message? {
    if names.isEmpty { return nil }
    return "all frames are played; \(setting: "tag") chooses one of "
      + "\(names.prefix(8).map(quoted).joined(separator: ", "))"
      + (names.count > 8 ? " and \(names.count - 8) more" : "")
  }

  private func picture(
    _ page: AtlasPage, format: AtlasFormat, _ warnings: inout [ReadingWarning]
  ) throws -> SheetAssembly.Picture {
    let (name, source) = try pictureFile(page)
    let rows = try naming(name) { try open(source, options) }
    if let size = page.size, size != rows.size {
      warnings.append(
        ReadingWarning(
          kind: .nonconforming,
          detail: "the sheet \(quoted(name)) is \(rows.size), but the data says \(size)"))
    }
    return SheetAssembly.Picture(
      rows: rows, isPremultiplied: page.isPremultiplied, file: source.fileStatus)
  }

  /// The picture that the data names, or without a name the one that is called like the data.
  private func pictureFile(_ page: AtlasPage) throws -> (String, ByteSource) {
    if let image = page.image { return (image, try contained(image)) }
    let stem = FilePath(name).stem ?? name
    let names = ["png", "webp", "gif"].map { "\(stem).\($0)" }
    for name in names {
      do { return (name, try contained(name)) } catch AtlasError.imageNotFound { continue }
    }
    throw AtlasError.imageNotFound(name: names[0])
  }

  private func contained(_ name: String) throws -> ByteSource {
    let file = try InputTrace.open(contained: name, in: folder)
    do {
      return ByteSource(owning: file, byteCount: Int64(try Stat(file).size))
    } catch {
      try? file.close()
      throw AtlasError.system(operation: "opening", name: name, errno: error.rawValue)
    }
  }
}
