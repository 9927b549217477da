internal import AnimTiming
internal import Atlases
internal import Messages
internal import Reading
internal import Stages
internal import Writing

/// Opens written frames again and compares files, headers and times with the plan.
struct FramesReadBack {
  let plan: FramesPlan
  /// The written files except pictures, see ``FramesPlan/texts(_:)``.
  let texts: [(name: String, bytes: [UInt8])]

  /// - Throws: ``ReadBackError``.
  /// - Complexity: reads the header of every picture and every list; decodes no pixel.
  func check(_ files: any FrameFiles, kind: InputKind, options: ReadingOptions) throws {
    do {
      let expected =
        plan.options.usesImageSets
        ? plan.textNames.count + (plan.asset?.files.count ?? 0)
        : plan.files.count * plan.scales.count + texts.count + foldersOfCopies
      guard files.names.count == expected else {
        throw ReadBackError.differs(
          what: "files", expected: "\(expected)", found: "\(files.names.count)")
      }
      if !plan.isArchive {
        for text in texts {
          guard
            try files.description(files.open(named: text.name), limits: options.limits)
              == text.bytes
          else { throw ReadBackError.unreadable(reason: "\(text.name) is not as it was written") }
        }
      }
      // Lists that animconv does not read were compared by their bytes.
      for list in plan.lists where list.isReadBack {
        let bytes = try files.description(
          files.open(named: list.fileName), limits: options.limits)
        guard case .list(let found) = try AtlasReader.read(bytes, limits: options.limits) else {
          throw ReadBackError.unreadable(reason: "\(list.title) is not a list")
        }
        try compare(found, what: list.title)
      }
      // The number of files was checked above; gaps are skipped because numbers after a digit in
      // the name look like gaps.
      var options = options
      options.folder.gaps = .skip
      let source = try FrameFolderSource(files, kind: kind, options: options)
      guard source.info.size == plan.size else {
        throw ReadBackError.differs(
          what: "the size", expected: "\(plan.size)", found: "\(source.info.size)")
      }
      guard plan.depth == 8 || source.info.sampleDepth == plan.depth else {
        throw ReadBackError.differs(
          what: "bits a sample", expected: "\(plan.depth)", found: "\(source.info.sampleDepth)")
      }
      let frames = plan.textNames.isEmpty ? plan.files.count : plan.fileOfFrame.count
      guard source.info.frames.count == frames else {
        throw ReadBackError.differs(
          what: "frames", expected: "\(frames)", found: "\(source.info.frames.count)")
      }
    } catch let error as ReadBackError {
      throw error
    } catch let error as any StageFailure {
      throw ReadBackError.unreadable(reason: error.reason)
    }
  }

  /// The folders in the folder, which hold a player's copies of pictures.
  private var foldersOfCopies: Int {
    Set((plan.asset?.copies ?? []).map { $0.copy.split(separator: "/").first ?? "" }).count
  }

  private func compare(_ found: FrameList, what: String) throws {
    guard found.entries.count == plan.list.entries.count else {
      throw ReadBackError.differs(
        what: "frames in \(what)", expected: "\(plan.list.entries.count)",
        found: "\(found.entries.count)")
    }
    for (index, (planned, entry)) in zip(plan.list.entries, found.entries).enumerated() {
      guard entry.file == planned.file, entry.delay.time == planned.delay.time else {
        throw ReadBackError.wrongTime(
          frame: index, expected: "\(planned.delay)", found: "\(entry.delay)")
      }
    }
  }
}
