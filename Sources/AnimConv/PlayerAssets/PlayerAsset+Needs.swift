internal import AnimTiming
public import Writing

/// The requirements of each player: tables that shared code reads to fill in options and to refuse
/// others, in this order. ``PlayerAssetFiles`` describes the player's extra files.
extension PlayerAsset {
  /// The kind of output for it.
  public var outputKind: OutputKind {
    switch self {
    case .flipBook: .sheet
    case .spritedAnimationView: .imageSet
    case .tripleBuffer, .animationView, .animatedImage, .androidDrawable, .gameMaker: .frameFolder
    }
  }

  /// What the name of such an output ends in.
  var outputEnding: String {
    switch self {
    case .flipBook: ".png"
    case .spritedAnimationView: ".imageset or .xcassets"
    case .tripleBuffer, .animationView, .animatedImage, .androidDrawable, .gameMaker: "/"
    }
  }

  var needs: [PlayerNeed] {
    switch self {
    case .flipBook: Self.flipBookNeeds
    case .spritedAnimationView: Self.spritedAnimationNeeds
    case .tripleBuffer: Self.tripleBufferNeeds
    case .animationView: Self.animationViewNeeds
    case .animatedImage: Self.animatedImageNeeds
    case .androidDrawable: Self.androidDrawableNeeds
    case .gameMaker: Self.gameMakerNeeds
    }
  }

  private static let flipBookNeeds: [PlayerNeed] =
    [
      .value(.schedule, \.timing.schedule, .constant(FlipBookAsset.rate), "25 frames per second"),
      .value(.layout, \.sheet.layout, .grid, "rows and columns"),
      .value(.maxSize, \.sheet.maxSize, FlipBookLayout.maxSide, "slides of at most 1024x1024"),
      .value(.scales, \.sheet.scales, [1], "slides of one scale"),
      .never(.columns, "as many columns as fit") { $0.sheet.columns != nil },
    ] + plainSheet("frames side by side, without gaps")

  private static let spritedAnimationNeeds: [PlayerNeed] =
    slots + [
      .value(.layout, \.sheet.layout, .column, "one column"),
      .usual(\.sheet.maxSize, SheetWritingOptions.largestMaxSize),
      .usual(\.sheet.scales, [1, 2, 3]),
      .never(.scales, "pictures for 1x, 2x and 3x") {
        !($0.sheet.scales ?? []).allSatisfy { 1...3 ~= $0 }
      },
      .never(.columns, "one column") { $0.sheet.columns != nil },
      .never(.mergeDuplicates, "a cell for every slot") { $0.sheet.mergesDuplicates },
    ] + plainSheet("frames one below the other, without gaps") + [
      .always(\.sheet.png.formats, .withAlpha)
    ]

  private static let tripleBufferNeeds: [PlayerNeed] =
    [
      .value(
        .schedule, \.timing.schedule, .constant(TripleBufferAsset.rate),
        "a frame every 0.08 s"),
      .value(.name, \.frames.name, "", "names that are bare numbers"),
      .value(.start, \.frames.start, TripleBufferAsset.start, "numbers from 1"),
      .value(.pad, \.frames.pad, TripleBufferAsset.pad, "numbers without zeros"),
      .value(.scales, at: "frames.scales", \.frames.scales, [1], "pictures of one scale"),
      .value(.frameFormat, \.frames.format, .png, "PNG"),
    ] + fileForEverySlot

  private static let animationViewNeeds: [PlayerNeed] =
    slots + [
      .usual(\.frames.name, "animationFrame"),
      .never(.scales, at: "frames.scales", "pictures for 1x, and at most for 2x") {
        ![nil, [1], [1, 2]].contains($0.frames.scales)
      },
      .never(.frameFormat, "PNG or JPEG") {
        [.webp, .avif].contains($0.frames.format)
      },
    ] + fileForEverySlot

  private static let animatedImageNeeds: [PlayerNeed] =
    (slots + [
      // UIKit drops images if it is late, but keeps the timing of the others.
      .always(\.timing.budget.maxFrameRate, FrameRate(1000))
        .when { $0.timing.budget.maxFrameRate == AnimationTimeline.SlotBudget().maxFrameRate }
    ]).map { need in need.when { $0.frames.repeats != .list } } + [
      .usual(\.frames.name, "image"),
      .value(.start, \.frames.start, 0, "numbers from 0"),
      .value(.pad, \.frames.pad, 0, "numbers without zeros"),
      .never(.scales, at: "frames.scales", "pictures for 1x, 2x and 3x") {
        !($0.frames.scales ?? []).allSatisfy { 1...3 ~= $0 }
      },
      .value(.frameFormat, \.frames.format, .png, "PNG"),
      .never(.mergeDuplicates, at: "frames.mergesDuplicates", "a file for every image") {
        $0.frames.mergesDuplicates
      },
    ]

  private static let androidDrawableNeeds: [PlayerNeed] = [
    .value(.scales, at: "frames.scales", \.frames.scales, [1], "pictures of one density"),
    .value(.duplicates, \.frames.repeats, .list, "each picture once"),
    .never(.imagesets, "pictures in one folder") { $0.frames.usesImageSets },
  ]

  private static let gameMakerNeeds: [PlayerNeed] =
    [
      .value(.scales, at: "frames.scales", \.frames.scales, [1], "pictures of one scale"),
      .value(.frameFormat, \.frames.format, .png, "PNG"),
    ] + fileForEverySlot

  /// A constant rate: the exact one unless another is requested.
  private static let slots: [PlayerNeed] = [
    .never(.schedule, is: "variable", "slots of one length") { $0.timing.schedule == .variable },
    .usual(\.timing.schedule, .slots(tolerance: nil)),
  ]

  /// The common requirements of both players of sheets.
  private static func plainSheet(_ need: String) -> [PlayerNeed] {
    [
      .never(.padding, need) { $0.sheet.padding > 0 },
      .never(.border, need) { $0.sheet.border > 0 },
      .never(.extrude, need) { $0.sheet.extrude > 0 },
      .never(.powerOfTwo, need) { $0.sheet.powerOfTwo },
      .never(.trim, need) { $0.sheet.trims == true },
      .never(.labels, need) { $0.sheet.labelsTimes },
      .never(.labelFrames, need) { $0.sheet.labelsFrames },
      .never(.labelHead, need) { $0.sheet.hasHead },
      .never(.rotate, need) { $0.sheet.allowsRotation },
      .always(\.sheet.trims, false),
      .value(.data, \.sheet.data, [], "its own description, which is written"),
    ]
  }

  /// For players that open one file per slot.
  private static let fileForEverySlot: [PlayerNeed] = [
    .value(.duplicates, \.frames.repeats, .link, "a file for every slot"),
    .never(.mergeDuplicates, at: "frames.mergesDuplicates", "a file for every slot") {
      $0.frames.mergesDuplicates
    },
    .never(.imagesets, "pictures in one folder") { $0.frames.usesImageSets },
  ]
}
