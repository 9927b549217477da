public import Messages
public import Stages

/// Why a setting cannot be used.
public enum SettingError: Error, Sendable, Hashable {
  /// There is no setting of this name; the nearest one, when a slip is likely.
  case unknown(name: String, nearest: String?)
  /// The value is none of this setting.
  case invalid(name: String, expectation: String, value: String)
  /// Two settings that cannot both hold.
  case excludeEachOther(String, String)
  /// A setting that has no meaning without another's value.
  case needs(name: String, other: String, value: String)
  /// Settings that cut a sheet, where no sheet may be cut.
  case cutsWithoutSheet
  /// A description of frames that the kind of output cannot have.
  case unsuitedData(of: String, expectation: String, value: String)
  /// A description of frames where frames are not described.
  case dataWithoutFrames
  /// A setting that can change nothing.
  case idle(IdleSetting)
}

extension SettingError: StageFailure {
  /// Planning.
  public var stage: ConversionStage { .planning }
  /// A fault of the settings.
  public var kind: FailureKind { .configuration }
  /// None.
  public var frame: Int? { nil }

  /// ``message`` with settings by their names, as whoever set them by name knows them.
  public var reason: Message { Message(message.text(.names)) }

  /// What to do about it, if anything.
  public var remedy: Message? {
    switch self {
    case .unknown(_, let nearest?): "did you mean '\(nearest)'?"
    case .idle(let setting): Message(setting.remedy.text(.names))
    case .invalid(let name, _, let value):
      (try? ConversionSetting.named(name))?.hint(on: value).map { Message($0) }
    default: nil
    }
  }

  /// Why, for those who know settings by another name.
  public var message: Message {
    switch self {
    case .unknown(let name, _): "there is no setting '\(name)'"
    case .invalid(let name, let expectation, let value):
      "expected \(expectation) for \(setting: name), but got '\(value)'"
    case .excludeEachOther(let one, let other):
      "\(setting: one) and \(setting: other) cannot be used together"
    case .needs(let name, let other, let value): "\(setting: name) needs \(setting: other, value)"
    case .cutsWithoutSheet:
      "\(setting: "cut", "off", swift: ".never") and options that cut a sheet cannot be used "
        + "together"
    case .unsuitedData(let output, let expectation, let value):
      "expected \(expectation) for \(setting: "data") of \(output), but got \(value)"
    case .dataWithoutFrames: "\(setting: "data") is for sheets and folders of frames"
    case .idle(let setting): setting.reason
    }
  }
}
