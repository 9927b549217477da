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
  public var stage: Stage { .planning }
  public var kind: FailureKind { .configuration }
  public var frame: Int? { nil }
  public var reason: String { reason(prefix: "") }

  public var remedy: String? {
    switch self {
    case .unknown(_, let nearest?): "did you mean '\(nearest)'?"
    case .idle(let setting): setting.remedy(prefix: "")
    case .invalid(let name, _, let value):
      (try? ConversionSetting.named(name))?.nearest(to: value).map { "did you mean '\($0)'?" }
    default: nil
    }
  }

  /// ``reason`` with the names of settings as the command line or a file writes them.
  ///
  /// - Parameter prefix: what stands before each name: `--` for options.
  public func reason(prefix: String) -> String {
    switch self {
    case .unknown(let name, _): "there is no setting '\(name)'"
    case .invalid(let name, let expectation, let value):
      "expected \(expectation) for \(prefix)\(name), but got '\(value)'"
    case .excludeEachOther(let one, let other):
      "\(prefix)\(one) and \(prefix)\(other) cannot be used together"
    case .needs(let name, let other, let value):
      "\(prefix)\(name) needs \(prefix)\(other) \(value)"
    case .cutsWithoutSheet:
      "\(prefix)cut off and options that cut a sheet cannot be used together"
    case .unsuitedData(let output, let expectation, let value):
      "expected \(expectation) for \(prefix)data of \(output), but got \(value)"
    case .dataWithoutFrames: "\(prefix)data is for sheets and folders of frames"
    case .idle(let setting): setting.reason(prefix: prefix)
    }
  }
}
