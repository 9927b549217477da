internal import AnimTiming
internal import Atlases
internal import Messages
internal import OutputFiles
internal import Raster
internal import SystemPackage
internal import Writing

/// Imagesets for SpritedAnimationView: a column of frames for each scale, and their names.
struct ImageSetPlan: Sendable {
  /// One imageset.
  struct ImageSet: Sendable {
    /// Its name without `.imageset`.
    let name: String
    /// The path of its folder in the output; empty if it is the output itself.
    let folder: String
    /// One for each scale.
    let sheets: [SheetPlan.Sheet]
  }

  /// The animation and, if there is one, its twin that plays backward.
  let sets: [ImageSet]
  let sprites: SpritedAnimationAsset
  /// The folder.
  let outputs: [Conversion.Plan.Output]
  /// Every text by its path in the output.
  let texts: [(name: String, bytes: [UInt8])]
  let png: PNGWritingOptions

  /// - Parameters:
  ///   - path: `NAME.imageset`, or a folder of imagesets.
  ///   - sheet: in the form that the player needs.
  /// - Throws: ``PlayerAssetError``, and what ``SheetPlan`` throws.
  init(
    _ frames: PlayedFrames, path: FilePath, sheet options: SheetWritingOptions,
    names: PlayerAsset.ImageSet
  ) throws {
    let isOneSet = path.extension?.lowercased() == "imageset"
    let name = try Self.check(frames, path: path, sheet: options, names: names)
    let plan = try SheetPlan(
      frames, path: FilePath("\(name).png"), options: options, player: .spritedAnimationView)
    let slot = frames.timing.schedule.frameRate
    guard let slot else { throw PlayerAssetError.noFrames(player: .spritedAnimationView) }
    sprites = try SpritedAnimationAsset(
      name: name, frameSize: frames.shaping.output, frameCount: frames.count, rate: slot,
      plays: frames.plays, scales: plan.sheets.map(\.scale),
      isTemplate: frames.shaping.alpha == .template, isOpaque: !frames.shaping.outputHasAlpha,
      twin: names.twin)
    func set(_ name: String, _ sheets: [SheetPlan.Sheet]) -> ImageSet {
      ImageSet(name: name, folder: isOneSet ? "" : "\(name).imageset", sheets: sheets)
    }
    var sets = [set(name, plan.sheets)]
    if let twin = names.twin {
      sets.append(set(twin, plan.sheets.map { $0.reversed(name: twin) }))
    }
    self.sets = sets
    png = options.png
    let sprites = sprites
    texts =
      sets.flatMap { set in
        sprites.files(named: set.name).map { file in
          (name: Self.path(file.name, in: set), bytes: file.bytes)
        }
      } + (isOneSet ? [] : [(name: "Contents.json", bytes: ImageSetText.catalog)])
    outputs = [
      Conversion.Plan.Output(
        output: .file(path), content: .folder, size: sprites.sheetSize(scale: 1),
        format: isOneSet ? "imageset" : "asset catalog")
    ]
  }

  /// Refuses requests that fail regardless of the frames.
  ///
  /// - Returns: the name of the imageset.
  private static func check(
    _ frames: PlayedFrames, path: FilePath, sheet options: SheetWritingOptions,
    names: PlayerAsset.ImageSet
  ) throws -> String {
    guard let stem = path.stem, path.lastComponent?.kind == .regular else {
      throw OutputError.notAFileName
    }
    let isOneSet = path.extension?.lowercased() == "imageset"
    if isOneSet, let name = names.name, name != stem {
      throw PlayerAssetError.conflict(
        setting: "\(.name, name, swift: "\"\(name)\"", at: "imageSet.name")",
        player: .spritedAnimationView,
        needs: "an output of that name; or end the output's name in .xcassets")
    }
    if isOneSet, names.twin != nil {
      throw PlayerAssetError.conflict(
        setting: "\(.twin)", player: .spritedAnimationView,
        needs: "an output for both imagesets, such as one that ends in .xcassets")
    }
    let name = names.name ?? stem
    guard names.twin != name else {
      throw PlayerAssetError.name(
        name, detail: "the twin has the same name", player: .spritedAnimationView)
    }
    for name in [name, names.twin].compactMap(\.self) {
      _ = try FrameFileNames(prefix: name, pad: nil, start: 0, count: 1)
    }
    let largest = (options.scales ?? [1]).max() ?? 1
    let height = frames.shaping.output.height * frames.count * largest
    let allowed = options.decided.maxSize
    guard height <= allowed else {
      throw PlayerAssetError.columnTooLong(
        scale: largest, height: height, frames: frames.count, allowed: allowed)
    }
    return name
  }

  /// - Throws: as the initializer does.
  static func analysisRequest(
    _ frames: PlayedFrames, path: FilePath, sheet options: SheetWritingOptions,
    names: PlayerAsset.ImageSet
  ) throws -> AnalysisRequest {
    let name = try check(frames, path: path, sheet: options, names: names)
    return try SheetPlan.analysisRequest(frames, path: FilePath("\(name).png"), options: options)
  }

  /// The path in the output of a file of an imageset.
  static func path(_ name: String, in set: ImageSet) -> String {
    set.folder.isEmpty ? name : "\(set.folder)/\(name)"
  }

  /// The paths in the output of every picture, set by set and scale by scale.
  var pictures: [String] {
    sets.flatMap { set in
      set.sheets.map { Self.path($0.atlas.pages[0].image ?? "", in: set) }
    }
  }
}

extension SheetPlan.Sheet {
  /// The same cells in reverse order.
  fileprivate func reversed(name: String) -> SheetPlan.Sheet {
    var cells = cells
    cells.geometry = cells.geometry.reversed()
    var atlas = atlas
    let rects = atlas.frames.map(\.rect)
    for index in atlas.frames.indices {
      atlas.frames[index].rect = rects[rects.count - 1 - index]
    }
    atlas.pages[0].image = "\(name)\(scale == 1 ? "" : "@\(scale)x").png"
    return SheetPlan.Sheet(
      scale: scale, shaping: shaping, atlas: atlas, placed: atlas, baseName: name, cells: cells,
      isScattered: true)
  }
}
