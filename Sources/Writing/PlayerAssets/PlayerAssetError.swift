package import AnimTiming
package import Messages
package import Raster
package import Stages
internal import TextFormats

/// Why a player cannot play an animation as it is.
package enum PlayerAssetError: Error, Sendable, Hashable {
  /// There is no frame.
  case noFrames(player: Player)
  /// The player takes whole numbers of frames per second only.
  case fractionalRate(FrameRate, player: Player)
  /// The player has one rate only.
  case fixedRate(FrameRate, expected: FrameRate, player: Player)
  /// A frame does not fit on the largest picture that the player takes.
  case frameTooLarge(PixelSize, maxSide: Int, player: Player)
  /// More pictures than the player looks for.
  case tooManyImages(Int, allowed: Int, player: Player)
  /// Numbers with so many digits at least would not all have the same number of digits.
  case mixedWidths(pad: Int, needed: Int, player: Player)
  /// Exact slots are more, or faster ones, than allowed, and the player takes whole numbers of
  /// frames per second only.
  case slotsOverBudget(TimingError, player: Player)
  /// All frames, one below the other, are more than a picture can be high.
  case columnTooLong(scale: Int, height: Int, frames: Int, allowed: Int)
  /// A name that the player or its build tools do not take.
  case name(String, detail: String, player: Player)
  /// A setting asks for what the player cannot play.
  case conflict(setting: Message, player: Player, needs: String)
}

extension PlayerAssetError: StageFailure {
  package var stage: ConversionStage {
    if case .slotsOverBudget(let error, _) = self { error.stage } else { .planning }
  }
  package var kind: FailureKind {
    if case .slotsOverBudget(let error, _) = self { error.kind } else { .usage }
  }
  package var frame: Int? { nil }

  package var reason: Message {
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
      "\(setting) and \(setting: "for", player.rawValue, swift: ".\(player)") cannot be used "
        + "together: \(player.title) needs \(needs)"
    }
  }

  package var remedy: Message? {
    switch self {
    case .noFrames: nil
    case .fractionalRate(let rate, _): rate.wholeRateRemedy
    case .fixedRate(_, let expected, _): "use \(expected.schedule)"
    case .frameTooLarge(_, let maxSide, _):
      "use \(maxSide.scaleToSquare) \(setting: "fit", case: "inside")"
    case .tooManyImages:
      "use \(setting: "schedule", "fps=R", swift: ".constant(R)") with a lower rate, or a part with "
        + "\(setting: "range")"
    case .slotsOverBudget(let error, _): error.wholeRateRemedy
    case .mixedWidths(_, let needed, _): "use \(setting: "pad", needed)"
    case .columnTooLong(let scale, _, let frames, let allowed):
      Self.remedyOfColumn(frameHeight: allowed / (scale * frames))
    case .name: "choose another name"
    case .conflict: nil
    }
  }

  /// - Parameter frameHeight: of frames of which a column is not too long.
  private static func remedyOfColumn(frameHeight: Int) -> Message {
    // A column of frames that are one pixel high is none that anybody wants.
    frameHeight >= 8
      ? "use \(setting: "scale", "x\(frameHeight)", swift: ".height(\(frameHeight))")"
      : "keep fewer frames with a lower \(setting: "schedule", "fps=R", swift: ".constant(R)") or a "
        + "part with \(setting: "range")"
  }
}

extension TimingError {
  /// What to do about slots that are too many where only whole numbers of frames per second will
  /// do: no tolerance makes a rate whole.
  package var wholeRateRemedy: Message? {
    guard case .slotBudgetExceeded(let exact, _, _, let budget) = self else { return remedy }
    let settings = exact.rate.denominator == 1 ? exact.settingsOfBudget(over: budget) : nil
    return "use \(FrameRate(30).schedule) or another whole rate"
      + (settings.map { ", or \($0)" } ?? "")
  }
}

extension FrameRate {
  /// What to do where only whole numbers of frames per second will do.
  package var wholeRateRemedy: Message {
    // One frame in more than two seconds is nearest to none at all.
    let nearest = max(1, nearestInteger)
    guard numerator <= 120 else { return "use \(FrameRate(nearest).schedule)" }
    let exact: Message =
      "use \(FrameRate(numerator).schedule), where every slot is shown \(denominator) times, exactly"
    return nearest == numerator
      ? exact
      : "\(exact), or \(value: "fps=\(nearest)", swift: ".constant(FrameRate(\(nearest)))")"
  }

  /// The setting that asks for it.
  fileprivate var schedule: Message {
    "\(setting: "schedule", "fps=\(self)", swift: ".constant(FrameRate(\(self)))")"
  }
}

extension Int {
  /// The setting that makes pictures of so many pixels on each side.
  fileprivate var scaleToSquare: Message {
    let size = "PixelSize(width: \(self), height: \(self))"
    return "\(setting: "scale", "\(self)x\(self)", swift: ".size(\(size))")"
  }
}

/// Throws when a name cannot stand in a line of code or be a file's name.
func checkName(_ name: String, player: Player) throws {
  let refused = name.unicodeScalars.contains {
    $0.value < 0x20 || $0.value == 0x7F || $0 == "/" || $0 == "\u{2028}" || $0 == "\u{2029}"
  }
  if refused {
    throw PlayerAssetError.name(
      name, detail: "it contains a slash or a control character", player: player)
  }
}

/// The whole number of frames per second that a rate is.
func wholeRate(_ rate: FrameRate, player: Player) throws -> Int64 {
  guard rate.denominator == 1 else {
    throw PlayerAssetError.fractionalRate(rate, player: player)
  }
  return rate.numerator
}
