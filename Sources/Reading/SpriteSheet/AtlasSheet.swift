internal import AnimTiming
internal import Atlases
internal import Messages
internal import OutputFiles
internal import Raster
internal import Stages
internal import SystemPackage
internal import TextFormats

/// Opens sheets by their description. Images and further packs are searched only in the folder of
/// the data.
struct AtlasSheet {
  /// The largest number of open images.
  static let maxPages = 256

  let pictures: AtlasPictures

  private var name: String { pictures.name }
  private var options: ReadingOptions { pictures.options }

  /// - Throws: ``AtlasError`` and ``ReadingError``.
  /// - Complexity: reads the data and the used images once; decodes no pixels.
  func open(_ first: Atlas, byteCount: Int64) throws -> SheetSource {
    let limits = options.limits
    var atlas = try MultiPack.read(first, name: name, limits: limits) { name in
      try pictures.contained(name).allBytes(limit: limits.maxMetadataBytes)
    }
    atlas.title = FilePath(name).stem ?? name
    guard !atlas.frames.isEmpty else { throw ReadingError.noFrames }
    if options.sheet.image != nil, atlas.pages.count > 1 {
      throw ReadingError.unsuitedOptions(
        detail: "the data has \(atlas.pages.count) pictures, so one cannot stand for them",
        remedy: "leave out \(.image)")
    }
    var notes = atlas.notes.map { ConversionMessage($0) }
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
    var opened: [SheetAssembly.Picture] = []
    var places: [Int: Int] = [:]
    for page in Set(parts.map(\.page)).sorted() {
      guard opened.count < Self.maxPages else {
        throw ReadingError.unsupported(
          detail: "the frames lie on more than \(Self.maxPages) pictures", remedy: nil)
      }
      places[page] = opened.count
      opened.append(try picture(atlas.pages[page], &warnings))
    }
    notes += pictures.notes
    for index in played {
      for part in atlas.parts(of: index) {
        try part.check(index: index, page: opened[places[part.page]!].rows.size)
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
      pictures: opened, delays: delays, plays: order.plays, declaresPlays: declaresPlays,
      byteCount: byteCount, notes: notes, warnings: warnings)
    assembly.named = try named(atlas, order)
    assembly.animations = animations(of: atlas)
    return try assembly.source(options: options)
  }

  /// The places of a frame and its layers.
  ///
  /// - Parameter place: the index of an open page.
  private func cell(
    _ atlas: Atlas, _ index: Int, canvas: PixelSize, _ place: (_ page: Int) -> Int
  ) -> SheetCell {
    let frame = atlas.frames[index]
    var cell = SheetCell(frame, page: place(frame.page), canvas: canvas)
    cell.above = (atlas.layersAbove[index] ?? []).map { layer in
      SheetCell.Layer(
        cell: SheetCell(layer.frame, page: place(layer.frame.page), canvas: canvas),
        mode: layer.mode.flatMap { AsepriteBlendMode(name: $0) } ?? .normal,
        opacity: layer.opacity)
    }
    return cell
  }

  /// A warning for each unknown blend mode, which is treated as normal.
  private func unknownModes(of layers: [AtlasLayer]) -> [ReadingWarning] {
    let unknown = layers.compactMap(\.mode).filter { AsepriteBlendMode(name: $0) == nil }
    return Set(unknown).sorted().map {
      ReadingWarning(
        kind: .nonconforming,
        detail: "the blend mode \(quoted($0)) is unknown; its layer is drawn as normal")
    }
  }

  /// The selectable animations of the input.
  private func animations(of atlas: Atlas) -> [ListedAnimation] {
    atlas.format.namesAnimations
      ? atlas.listedAnimations(
        rate: options.frameRate.map(Self.delay), usual: Self.delay(ReadingOptions.defaultFrameRate),
        maxFrames: options.limits.maxFrames) : []
  }

  private static func delay(_ rate: FrameRate) -> Delay {
    .declared(ticks: 1, timebase: rate.timebase)
  }

  /// The tags and animations of the played frames; none if one was selected, which is then the
  /// whole.
  private func named(_ atlas: Atlas, _ order: PlayOrder) throws -> NamedAnimations {
    if options.sheet.tag != nil { return NamedAnimations(tags: order.parts) }
    if !atlas.format.namesAnimations { return NamedAnimations() }
    if let only = atlas.onlyTimedAnimation {
      return NamedAnimations(
        tags: [AtlasTag(whole: only.name, count: order.indices.count, plays: only.plays)])
    }
    return try atlas.namedAnimations(in: order.indices, maxFrames: options.limits.maxFrames)
  }

  /// The animation file next to an engine's frames; nil if there is none.
  private func animationFile(of atlas: Atlas, notes: inout [ConversionMessage]) throws -> [UInt8]? {
    for name in atlas.animationFileNames(besides: name) {
      do {
        let bytes = try pictures.contained(name).allBytes(limit: options.limits.maxMetadataBytes)
        notes.append("times from \(quoted(name))")
        return bytes
      } catch AtlasError.imageNotFound { continue }
    }
    return nil
  }

  /// The selected tag; without one all frames, or the only animation if it alone has the delays.
  private func playOrder(of atlas: Atlas, notes: inout [ConversionMessage]) throws -> PlayOrder {
    if let tag = options.sheet.tag {
      return try atlas.playOrder(named: tag, limits: options.limits)
    }
    if let only = atlas.onlyTimedAnimation {
      return try atlas.playOrder(named: only.name, limits: options.limits)
    }
    if !options.keepsAnimations, let note = Self.choice(of: atlas.namesToChoose) {
      notes.append(note)
    }
    let order = atlas.playOrder(options.sheet.frameOrder.ofAtlas)
    if options.sheet.frameOrder == .automatic, order.indices != Array(atlas.frames.indices) {
      notes.append(
        "the frames play by the numbers in their names, not in the order of the data, which "
          + "\(.order, case: "file", at: "reading.sheet.frameOrder") keeps")
    }
    return order
  }

  /// The choices for a user who has chosen nothing; nil if there are none.
  static func choice(of names: [(name: String, count: Int)]) -> ConversionMessage? {
    if names.isEmpty { return nil }
    let first = names.prefix(8).map { "\(quoted($0.name)) (\($0.count))" }
    return "all frames are played; \(.tag) chooses one of "
      + "\(first.joined(separator: ", "))"
      + (names.count > 8 ? " and \(names.count - 8) more" : "")
  }

  private func picture(
    _ page: AtlasPage, _ warnings: inout [ReadingWarning]
  ) throws -> SheetAssembly.Picture {
    let (name, rows, file) = try pictures.picture(of: page)
    if let size = page.size, size != rows.size {
      warnings.append(
        ReadingWarning(
          kind: .nonconforming,
          detail: "the sheet \(quoted(name)) is \(rows.size), but the data says \(size)"))
    }
    return SheetAssembly.Picture(rows: rows, isPremultiplied: page.isPremultiplied, file: file)
  }

  // MARK: Lists of animations

  /// The frames of the sheets that an animation list names or, if it names none, of all property
  /// lists next to it, with the animations for which they have frames.
  ///
  /// - Throws: ``AtlasError`` and ``ReadingError``.
  static func atlas(
    ofAnimations bytes: [UInt8], sheets: [String], _ pictures: AtlasPictures
  ) throws -> Atlas {
    let limits = pictures.options.limits
    var whole = Atlas(format: .cocos2d)
    var missing: [String] = []
    for name in sheets.isEmpty ? try propertyLists(beside: pictures) : sheets {
      guard whole.pages.count < maxPages else { break }
      guard let (name, data) = try sheet(name, pictures) else {
        missing.append(name)
        continue
      }
      guard var atlas = try? AtlasReader.parse(data, limits: limits), !atlas.frames.isEmpty else {
        continue
      }
      for page in atlas.pages.indices { atlas.pages[page].dataName = name }
      whole = try whole.merging(atlas, limits: limits)
    }
    guard !whole.frames.isEmpty else {
      throw AtlasError.unsupported(
        format: .cocos2d, detail: "animations whose sheets are not beside them")
    }
    for name in missing {
      whole.warnings.append(
        ReadingWarning(
          kind: .nonconforming, detail: "the sheet \(quoted(name)) is not beside its animations"))
    }
    return try whole.adding(listOfAnimations: bytes, limits: limits)
  }

  /// A sheet by its path or by the last component of it; nil if it does not exist.
  private static func sheet(
    _ name: String, _ pictures: AtlasPictures
  ) throws -> (String, [UInt8])? {
    let last = lastPart(name)
    for name in last == name ? [name] : [name, last] {
      do {
        let source = try pictures.contained(name)
        return (name, try source.allBytes(limit: pictures.options.limits.maxMetadataBytes))
      } catch AtlasError.imageNotFound { continue } catch AtlasError.imageRefused { continue }
    }
    return nil
  }

  private static func propertyLists(beside pictures: AtlasPictures) throws -> [String] {
    guard let path = pictures.folder else { return [] }
    let all: [FilePath.Component] = try calling("listing the folder") {
      try FolderNames.all(in: path.isEmpty ? "." : path)
    }
    let names = all.map(\.string).filter {
      $0.lowercased().hasSuffix(".plist") && $0 != pictures.name
    }
    return Array(names.sorted().prefix(maxPages))
  }
}
