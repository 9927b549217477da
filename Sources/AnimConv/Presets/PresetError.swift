public import Messages
public import Stages

/// Why a preset cannot be used.
public enum PresetError: Error, Sendable, Hashable {
  /// No preset of this name, the nearest name when a slip is likely, and all names that there are.
  case unknown(name: String, nearest: String?, known: [String])
  /// The file cannot be read.
  case unreadable(errno: Int32)
  /// It is no file but this: `a device`.
  case notAFile(String)
  /// The file is larger than a preset ever is.
  case tooLarge(allowed: Int)
  /// The file is no JSON.
  case syntax(detail: String)
  /// A key that no preset has, the place it stands in, and the nearest key.
  case unknownKey(String, place: String, nearest: String?)
  /// A key that is needed and missing.
  case missingKey(String, place: String)
  /// A value that is none for its key.
  case invalid(place: String, expectation: String)
  /// A setting that is none, or has no such value.
  case setting(SettingError, place: String)
  /// A chain of `extends` that comes back to where it began.
  case circular([String])
  /// Two outputs would get one name.
  case sameFile(outputs: [String])
  /// No output of this name, and the names of those that there are.
  case unknownOutput(name: String, known: [String])
}

extension PresetError: StageFailure {
  /// Planning.
  public var stage: ConversionStage { .planning }

  /// A fault of the preset.
  public var kind: FailureKind { .configuration }

  /// None.
  public var frame: Int? { nil }

  /// Why.
  public var reason: Message {
    switch self {
    case .unknown(let name, _, _): "there is no preset '\(name)'"
    case .unreadable(let errno): "the preset cannot be read: \(describe(errno: errno))"
    case .notAFile(let nature): "the preset is \(nature), not a file"
    case .tooLarge(let allowed): "a preset may have at most \(allowed) bytes"
    case .syntax(let detail): "the preset is not JSON: \(detail)"
    case .unknownKey(let key, let place, _): "\(place) has no key '\(key)'"
    case .missingKey(let key, let place): "\(place) needs the key '\(key)'"
    case .invalid(let place, let expectation): "expected \(expectation) for \(place)"
    case .setting(let error, let place): "\(place): \(error.reason)"
    case .circular(let names):
      "presets extend each other in a circle: \(names.joined(separator: ", "))"
    case .sameFile(let outputs):
      "the outputs \(outputs.joined(separator: " and ")) would be the same file"
    case .unknownOutput(let name, _): "the preset has no output '\(name)'"
    }
  }

  /// What to do about it, if anything.
  public var remedy: Message? {
    switch self {
    case .unknown(_, let nearest?, _), .unknownKey(_, _, let nearest?):
      "did you mean '\(nearest)'?"
    case .unknown: "'animconv presets' lists them all"
    case .setting(let error, _): error.remedy
    case .unknownOutput(_, let known): "it has \(known.joined(separator: ", "))"
    default: nil
    }
  }
}
