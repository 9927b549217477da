internal import AnimTiming
internal import Atlases
internal import Messages
internal import Reading
internal import Stages
internal import SystemPackage
internal import TextFormats
internal import Writing

/// Opens the written data of a sheet and compares it with the plan.
struct SheetDataReadBack {
  /// The sheet, with its frames in the format's order.
  private let atlas: Atlas
  private let format: AtlasDataFormat
  private let baseName: String
  /// The expected tags or animations; nil if unknown.
  private let animations: NamedAnimations?

  /// - Parameter baseName: the name of the data.
  /// - Throws: `AtlasWritingError`.
  init(atlas: Atlas, format: AtlasDataFormat, baseName: String) throws {
    self.format = format
    self.baseName = baseName
    if format.capabilities.grid != .any {
      self.atlas = try format.cells(of: atlas, baseName: baseName)
      animations = NamedAnimations(animations: self.atlas.animations)
      return
    }
    let hasNames = !atlas.tags.isEmpty || !atlas.animations.isEmpty
    animations = hasNames ? try format.animationsKept(of: atlas, baseName: baseName) : nil
    self.atlas = try format.entries(of: atlas, baseName: baseName)
  }

  /// Compares every frame's place, its duration if the format stores one, and the tags or
  /// animations. Formats that animconv does not read are skipped.
  ///
  /// - Parameter files: of one format; together they describe all frames.
  /// - Throws: ``ReadBackError``.
  func check(_ files: [FilePath]) throws {
    let found: Atlas?
    do {
      found = try format.read(
        files.map { try openFile($0, limits: .unlimited).allBytes(limit: .max) },
        limits: .unlimited,
        around: AtlasSurroundings(title: baseName) { [atlas] _ in
          guard let size = atlas.pages.first?.size else {
            throw AtlasWritingError.incomplete(detail: "the size of picture 0 is not known")
          }
          return size
        })
    } catch let error as any StageFailure {
      throw ReadBackError.unreadable(reason: "\(format.title): \(error.reason)")
    }
    if let found {
      try compare(found)
      try compareAnimations(found)
    }
  }

  private func compare(_ found: Atlas) throws {
    guard found.frames.count == atlas.frames.count else {
      throw ReadBackError.differs(
        what: "frames in \(format.title)", expected: "\(atlas.frames.count)",
        found: "\(found.frames.count)")
    }
    let delays = try format.delaysKept(of: atlas)
    for (index, (planned, frame)) in zip(atlas.frames, found.frames).enumerated() {
      guard frame.page == planned.page, frame.rect == planned.rect,
        frame.rotation == planned.rotation, frame.offset == planned.offset,
        frame.sourceSize == planned.sourceSize
      else {
        throw ReadBackError.differs(
          what: "frame \(index) in \(format.title) at", expected: "\(planned.rect)",
          found: "\(frame.rect)")
      }
      guard frame.delay.time == delays[index].time else {
        throw ReadBackError.wrongTime(
          frame: index, expected: "\(delays[index])", found: "\(frame.delay)")
      }
    }
  }

  private func compareAnimations(_ found: Atlas) throws {
    guard let animations else { return }
    let tags = Set(found.tags)
    if let tag = animations.tags.first(where: { !tags.contains($0) }) {
      throw ReadBackError.differs(
        what: "tags in \(format.title)", expected: quoted(tag.name),
        found: found.tags.map { quoted($0.name) }.joined(separator: ", "))
    }
    for planned in animations.animations {
      let same = found.animations.first {
        $0.name == planned.name && $0.indices == planned.indices && $0.plays == planned.plays
          && (planned.delays.isEmpty || $0.delays.map(\.time) == planned.delays.map(\.time))
      }
      guard same != nil else {
        throw ReadBackError.differs(
          what: "animations in \(format.title)", expected: quoted(planned.name),
          found: found.animations.map { quoted($0.name) }.joined(separator: ", "))
      }
    }
  }
}
