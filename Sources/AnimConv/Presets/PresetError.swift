public import Messages
public import Stages

/// Why a preset cannot be used.
public enum PresetError: Error, Sendable, Hashable {
  /// There is no preset with this name; with the nearest name if a typing mistake is likely, and
  /// all names.
  case unknown(name: String, nearest: String?, known: [String])
  /// The file cannot be read.
  case unreadable(errno: Int32)
  /// It is not a regular file but this: `a device`.
  case notAFile(String)
  /// The file is larger than any preset.
  case tooLarge(allowed: Int)
  /// The file is not valid JSON.
  case syntax(detail: String)
  /// An unknown key, its place, and the nearest key.
  case unknownKey(String, place: String, nearest: String?)
  /// A required key is missing.
  case missingKey(String, place: String)
  /// A value that its key does not allow.
  case invalid(place: String, expectation: String)
  /// An unknown setting, or a value that it does not allow.
  case setting(SettingError, place: String)
  /// A circular chain of `extends`.
  case circular([String])
  /// Two outputs would have the same name.
  case sameFile(outputs: [String])
  /// There is no output with this name; with the names that exist.
  case unknownOutput(name: String, known: [String])
}

extension PresetError: StageFailure {
  /// Planning.
  public var stage: ConversionStage { .planning }

  /// An error in a preset.
  public var kind: FailureKind { .configuration }

  /// None.
  public var frame: Int? { nil }

  /// Why.
  public var reason: ConversionMessage {
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

  /// The remedy, if there is one.
  public var remedy: ConversionMessage? {
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
