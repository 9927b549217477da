internal import AnimTiming
internal import Atlases
internal import Messages
internal import Reading
internal import Stages
internal import SystemPackage
internal import Writing

/// Opens the written data of a sheet and compares it with the plan.
struct SheetDataReadBack {
  let atlas: Atlas
  let format: AtlasDataFormat

  /// Compares every frame's place and, where the format tells it, how long it stays. A format that
  /// animconv does not read is passed over.
  ///
  /// - Parameter files: of one format; together they describe all frames.
  /// - Throws: ``ReadBackError``.
  func check(_ files: [FilePath]) throws {
    let found: Atlas?
    do {
      found = try format.read(
        files.map { try openFile($0, limits: .unlimited).allBytes(limit: .max) },
        limits: .unlimited)
    } catch let error as any StageFailure {
      throw ReadBackError.unreadable(reason: "\(format.title): \(error.reason)")
    }
    if let found { try compare(found) }
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
}
