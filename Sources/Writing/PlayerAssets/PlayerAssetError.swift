package import AnimTiming
package import Messages
package import Raster
package import Stages
internal import TextFormats

/// Why a player cannot play an animation.
package enum PlayerAssetError: Error, Sendable, Hashable {
  /// There are no frames.
  case noFrames(player: PlayerAsset)
  /// The player supports only whole numbers of frames per second.
  case fractionalRate(FrameRate, player: PlayerAsset)
  /// The player has a single rate.
  case fixedRate(FrameRate, expected: FrameRate, player: PlayerAsset)
  /// A frame does not fit the player's largest image.
  case frameTooLarge(PixelSize, maxSide: Int, player: PlayerAsset)
  /// There are more images than the player loads.
  case tooManyImages(Int, allowed: Int, player: PlayerAsset)
  /// With this padding, not all numbers would have the same number of digits.
  case mixedWidths(pad: Int, needed: Int, player: PlayerAsset)
  /// Exact slots are too many or too fast, and the player supports only whole numbers of frames per
  /// second.
  case slotsOverBudget(TimingError, player: PlayerAsset)
  /// The column of all frames is too high for an image.
  case columnTooLong(scale: Int, height: Int, frames: Int, allowed: Int)
  /// The player or its build tools do not support a name.
  case name(String, detail: String, player: PlayerAsset)
  /// A setting requests something that the player cannot play.
  case conflict(setting: ConversionMessage, player: PlayerAsset, needs: String)
}

extension PlayerAssetError: StageFailure {
  package var stage: ConversionStage {
    if case .slotsOverBudget(let error, _) = self { error.stage } else { .planning }
  }
  package var kind: FailureKind {
    if case .slotsOverBudget(let error, _) = self { error.kind } else { .usage }
  }
  package var frame: Int? { nil }

  package var reason: ConversionMessage {
    switch self {
    case .noFrames(let player): "\(player.title) needs at least one frame"
    case .fractionalRate(let rate, let player):
      "\(player.title) plays at a whole number of frames per second, not \(rate)"
    case .fixedRate(let rate, let expected, let player):
      "\(player.title) plays \(expected) frames per second, not \(rate)"
    case .frameTooLarge(let size, let maxSide, let player):
      "a frame of \(size) does not fit on a slide of \(player.title), which is at most "
        + "\(maxSide)x\(maxSide)"
    case .tooManyImages(let count, let allowed, let player):
      "\(player.title) can load at most \(allowed) images, but this needs \(count)"
    case .mixedWidths(let pad, let needed, let player):
      "\(player.title) needs numbers of the same width: the last one has \(needed) digits, "
        + "not \(pad)"
    case .slotsOverBudget(let error, _): error.reason
    case .columnTooLong(let scale, let height, _, let allowed):
      "the column for \(scale)x is \(height) pixels high, but a picture can have at most \(allowed)"
    case .name(let name, let detail, let player):
      "\(player.title) does not take the name \(quoted(name)): \(detail)"
    case .conflict(let setting, let player, let needs):
      "\(setting) and \(.for, player.rawValue, swift: ".\(player)") cannot be used "
        + "together: \(player.title) needs \(needs)"
    }
  }

  package var remedy: ConversionMessage? {
    switch self {
    case .noFrames: nil
    case .fractionalRate(let rate, _): rate.wholeRateRemedy
    case .fixedRate(_, let expected, _): "use \(expected.schedule)"
    case .frameTooLarge(_, let maxSide, _):
      "use \(maxSide.scaleToSquare) \(.fit, case: "inside")"
    case .tooManyImages:
      "use \(.schedule, "fps=R", swift: ".constant(R)") with a lower rate, or a part with "
        + "\(.range)"
    case .slotsOverBudget(let error, _): error.wholeRateRemedy
    case .mixedWidths(_, let needed, _): "use \(.pad, needed)"
    case .columnTooLong(let scale, _, let frames, let allowed):
      Self.remedyOfColumn(frameHeight: allowed / (scale * frames))
    case .name: "choose another name"
    case .conflict: nil
    }
  }

  /// - Parameter frameHeight: a height at which the column is not too high.
  private static func remedyOfColumn(frameHeight: Int) -> ConversionMessage {
    // A column of frames that are one pixel high is useless.
    frameHeight >= 8
      ? "use \(.scale, "x\(frameHeight)", swift: ".height(\(frameHeight))")"
      : "keep fewer frames with a lower \(.schedule, "fps=R", swift: ".constant(R)") or a "
        + "part with \(.range)"
  }
}

extension TimingError {
  /// The remedy for too many slots if only whole numbers of frames per second are possible: no
  /// tolerance makes a rate whole.
  package var wholeRateRemedy: ConversionMessage? {
    guard case .slotBudgetExceeded(let exact, _, _, let budget) = self else { return remedy }
    let settings = exact.rate.denominator == 1 ? exact.settingsOfBudget(over: budget) : nil
    return "use \(FrameRate(30).schedule) or another whole rate"
      + (settings.map { ", or \($0)" } ?? "")
  }
}

extension FrameRate {
  /// The remedy if only whole numbers of frames per second are possible.
  package var wholeRateRemedy: ConversionMessage {
    // A rate below one frame in two seconds would round to zero.
    let nearest = max(1, nearestInteger)
    guard numerator <= 120 else { return "use \(FrameRate(nearest).schedule)" }
    let exact: ConversionMessage =
      "use \(FrameRate(numerator).schedule), where every slot is shown \(denominator) times, exactly"
    return nearest == numerator
      ? exact
      : "\(exact), or \(value: "fps=\(nearest)", swift: ".constant(FrameRate(\(nearest)))")"
  }

  /// The setting that selects it.
  fileprivate var schedule: ConversionMessage {
    "\(.schedule, "fps=\(self)", swift: ".constant(FrameRate(\(self)))")"
  }
}

extension Int {
  /// The setting for images of this many pixels per side.
  fileprivate var scaleToSquare: ConversionMessage {
    let size = "PixelSize(width: \(self), height: \(self))"
    return "\(.scale, "\(self)x\(self)", swift: ".size(\(size))")"
  }
}

/// Throws if a name is not valid in code or as a file name.
func checkName(_ name: String, player: PlayerAsset) throws {
  let refused = name.unicodeScalars.contains {
    $0.value < 0x20 || $0.value == 0x7F || $0 == "/" || $0 == "\u{2028}" || $0 == "\u{2029}"
  }
  if refused {
    throw PlayerAssetError.name(
      name, detail: "it contains a slash or a control character", player: player)
  }
}

/// The rate as a whole number of frames per second.
func wholeRate(_ rate: FrameRate, player: PlayerAsset) throws -> Int64 {
  guard rate.denominator == 1 else {
    throw PlayerAssetError.fractionalRate(rate, player: player)
  }
  return rate.numerator
}
