internal import AnimTiming
internal import Writing

/// What a player needs, filled in where the request leaves it open.
extension Conversion {
  /// The same request with every option that its player decides.
  ///
  /// - Throws: ``PlayerAssetError/conflict(option:player:needs:)`` when an option asks for
  ///   something else.
  func suited(to player: Player?) throws -> Conversion {
    guard let player else { return self }
    var suited = self
    switch player {
    case .flipBook: try suited.suitFlipBook()
    case .spritedAnimationView: try suited.suitSpritedAnimation()
    case .tripleBuffer: try suited.suitTripleBuffer()
    case .animationView: try suited.suitAnimationView()
    case .animatedImage: try suited.suitAnimatedImage()
    case .androidDrawable: try suited.suitAndroidDrawable()
    }
    return suited
  }

  private mutating func suitFlipBook() throws {
    let check = PlayerCheck(.flipBook)
    try check.fill(
      &timing.schedule, .constant(FlipBookAsset.rate), "--schedule", needs: "25 frames per second")
    try check.fill(&sheet.layout, .grid, "--layout", needs: "rows and columns")
    try check.fill(
      &sheet.maxSize, FlipBookLayout.maxSide, "--max-size", needs: "slides of at most 1024x1024")
    try check.fill(&sheet.scales, [1], "--scales", needs: "slides of one scale")
    try check.refuse("--columns", if: sheet.columns != nil, needs: "as many columns as fit")
    try suitSheet(check, needs: "frames side by side, without gaps")
  }

  private mutating func suitSpritedAnimation() throws {
    let check = PlayerCheck(.spritedAnimationView)
    try fillSlots(check)
    try check.fill(&sheet.layout, .column, "--layout", needs: "one column")
    sheet.maxSize = sheet.maxSize ?? SheetWritingOptions.largestMaxSize
    sheet.scales = sheet.scales ?? [1, 2, 3]
    try check.refuse(
      "--scales", if: !(sheet.scales ?? []).allSatisfy { 1...3 ~= $0 },
      needs: "pictures for 1x, 2x and 3x")
    try check.refuse("--columns", if: sheet.columns != nil, needs: "one column")
    try check.refuse(
      "--merge-duplicates", if: sheet.mergesDuplicates, needs: "a cell for every slot")
    try suitSheet(check, needs: "frames one below the other, without gaps")
    sheet.png.layouts = .withAlpha
  }

  /// What both players of sheets have in common.
  private mutating func suitSheet(_ check: PlayerCheck, needs: String) throws {
    for (option, isAsked) in [
      ("--padding", sheet.padding > 0), ("--border", sheet.border > 0),
      ("--extrude", sheet.extrude > 0), ("--power-of-two", sheet.powerOfTwo),
      ("--trim", sheet.trims == true), ("--labels", sheet.labelsTimes),
      ("--rotate", sheet.allowsRotation),
    ] {
      try check.refuse(option, if: isAsked, needs: needs)
    }
    sheet.trims = false
    try check.refuse(
      "--data", if: !(sheet.data ?? []).isEmpty, needs: "its own description, which is written")
    sheet.data = []
  }

  private mutating func suitTripleBuffer() throws {
    let check = PlayerCheck(.tripleBuffer)
    try check.fill(
      &timing.schedule, .constant(TripleBufferAsset.rate), "--schedule",
      needs: "a frame every 0.08 s")
    try check.fill(&frames.name, "", "--name", needs: "names that are bare numbers")
    try check.fill(&frames.start, TripleBufferAsset.start, "--start", needs: "numbers from 1")
    try check.fill(&frames.pad, TripleBufferAsset.pad, "--pad", needs: "numbers without zeros")
    try check.fill(&frames.scales, [1], "--scales", needs: "pictures of one scale")
    try check.fill(&frames.format, .png, "--frame-format", needs: "PNG")
    try suitFiles(check)
  }

  private mutating func suitAnimationView() throws {
    let check = PlayerCheck(.animationView)
    try fillSlots(check)
    frames.name = frames.name ?? "animationFrame"
    try check.refuse(
      "--scales", if: ![nil, [1], [1, 2]].contains(frames.scales),
      needs: "pictures for 1x, and at most for 2x")
    try check.refuse(
      "--frame-format", if: frames.format == .webp, needs: "PNG or JPEG")
    try suitFiles(check)
  }

  private mutating func suitAnimatedImage() throws {
    let check = PlayerCheck(.animatedImage)
    if frames.repeats != .list {
      try fillSlots(check)
      // UIKit shows the images that it has time for; their times hold all the same.
      if timing.budget.maxFrameRate == SlotBudget().maxFrameRate {
        timing.budget.maxFrameRate = FrameRate(1000)
      }
    }
    frames.name = frames.name ?? "image"
    try check.fill(&frames.start, 0, "--start", needs: "numbers from 0")
    try check.fill(&frames.pad, 0, "--pad", needs: "numbers without zeros")
    try check.refuse(
      "--scales", if: !(frames.scales ?? []).allSatisfy { 1...3 ~= $0 },
      needs: "pictures for 1x, 2x and 3x")
    try check.fill(&frames.format, .png, "--frame-format", needs: "PNG")
    try check.refuse(
      "--merge-duplicates", if: frames.mergesDuplicates, needs: "a file for every image")
  }

  private mutating func suitAndroidDrawable() throws {
    let check = PlayerCheck(.androidDrawable)
    try check.fill(&frames.scales, [1], "--scales", needs: "pictures of one density")
    try check.fill(&frames.repeats, .list, "--duplicates", needs: "each picture once")
    try check.refuse(
      "--imagesets", if: frames.usesImageSets, needs: "pictures in one folder")
  }

  /// Files of which the player opens one for every slot.
  private mutating func suitFiles(_ check: PlayerCheck) throws {
    try check.fill(&frames.repeats, .link, "--duplicates", needs: "a file for every slot")
    try check.refuse(
      "--merge-duplicates", if: frames.mergesDuplicates, needs: "a file for every slot")
    try check.refuse(
      "--imagesets", if: frames.usesImageSets, needs: "pictures in one folder")
  }

  /// A constant rate: the exact one unless another is asked for.
  private mutating func fillSlots(_ check: PlayerCheck) throws {
    try check.refuse(
      "--schedule variable", if: timing.schedule == .variable, needs: "slots of one length")
    timing.schedule = timing.schedule ?? .slots(tolerance: nil)
  }
}

/// Compares options with what one player needs.
private struct PlayerCheck {
  private let player: Player

  init(_ player: Player) { self.player = player }

  /// Sets an option that is open; refuses another value.
  func fill<Value: Equatable>(
    _ option: inout Value?, _ value: Value, _ name: String, needs: String
  ) throws {
    try refuse(name, if: option != nil && option != value, needs: needs)
    option = value
  }

  func refuse(_ option: String, if isAsked: Bool, needs: String) throws {
    if isAsked {
      throw PlayerAssetError.conflict(option: option, player: player, needs: needs)
    }
  }
}
