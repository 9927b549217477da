public import Messages
public import Stages

/// Why a setting cannot be used.
public enum SettingError: Error, Sendable, Hashable {
  /// There is no setting with this name; with the nearest one if a typing mistake is likely.
  case unknown(name: String, nearest: String?)
  /// The value is not valid for this setting.
  case invalid(name: SettingName, expectation: String, value: String)
  /// Two settings contradict each other.
  case excludeEachOther(SettingName, SettingName)
  /// A setting has no effect without another's value.
  case needs(name: SettingName, other: SettingName, value: String)
  /// Settings for cutting a sheet were given although cutting is off.
  case cutsWithoutSheet
  /// The kind of output does not support a data format.
  case unsuitedData(of: String, expectation: String, value: String)
  /// A data format was given for an output without data.
  case dataWithoutFrames
  /// A setting without effect.
  case idle(Conversion.IdleSetting)
}

extension SettingError: StageFailure {
  /// Planning.
  public var stage: ConversionStage { .planning }
  /// An error in the settings.
  public var kind: FailureKind { .configuration }
  /// None.
  public var frame: Int? { nil }

  /// ``message`` with settings by name, for callers that set them by name.
  public var reason: ConversionMessage { ConversionMessage(message.text(.names)) }

  /// The remedy, if there is one.
  public var remedy: ConversionMessage? {
    switch self {
    case .unknown(_, let nearest?): "did you mean '\(nearest)'?"
    case .idle(let setting): ConversionMessage(setting.remedy.text(.names))
    case .invalid(let name, _, let value):
      ConversionSettings.Setting.byName[name.text]?.hint(on: value).map { ConversionMessage($0) }
    default: nil
    }
  }

  /// The reason, for callers that know settings by another name.
  public var message: ConversionMessage {
    switch self {
    case .unknown(let name, _): "there is no setting '\(name)'"
    case .invalid(let name, let expectation, let value):
      "expected \(expectation) for \(name), but got '\(value)'"
    case .excludeEachOther(let one, let other):
      "\(one) and \(other) cannot be used together"
    case .needs(let name, let other, let value): "\(name) needs \(other, value)"
    case .cutsWithoutSheet:
      "\(.cut, "off", swift: ".never") and options that cut a sheet cannot be used "
        + "together"
    case .unsuitedData(let output, let expectation, let value):
      "expected \(expectation) for \(.data) of \(output), but got \(value)"
    case .dataWithoutFrames: "\(.data) is for sheets and folders of frames"
    case .idle(let setting): setting.reason
    }
  }
}
