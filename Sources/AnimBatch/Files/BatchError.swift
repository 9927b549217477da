public import AnimConv
public import Messages
public import Stages
internal import SystemPackage

/// Why a batch cannot start. Failures of single conversions are in their ``BatchRecord``.
public enum BatchError: Error, Sendable, Hashable {
  /// The batch file is not valid JSON, or a value in it is invalid.
  case malformed(file: String, detail: ConversionMessage, remedy: ConversionMessage?)
  /// An unknown key in a batch file; with the nearest one if a typing mistake is likely.
  case unknownKey(file: String, key: String, nearest: String?)
  /// An error in a setting of a batch file or the command line.
  case setting(file: String?, SettingError)
  /// A preset that cannot be used.
  case preset(PresetError)
  /// The batch file cannot be read.
  case unreadable(file: String, reason: ConversionMessage, isMissing: Bool)
  /// An invalid template for names.
  case nameTemplate(String, reason: String, nearest: String?)
  /// Neither the settings nor a preset specify the kind of output.
  case noOutputKind
  /// There is no such file, or no file matches the pattern.
  case noInput(String, isPattern: Bool)
  /// A folder with inputs cannot be read; ignoring it would make its files look deleted.
  case folderUnreadable(folder: String, errno: Int32)
  /// Two conversions would write the same file.
  case sameTarget(target: String, first: String, second: String, byCase: Bool)
  /// A conversion would overwrite an input.
  case targetIsInput(target: String, from: String, input: String)
  /// A conversion would write into another one's output folder.
  case targetInTarget(target: String, from: String, folder: String, of: String)
  /// A report or a similar file would overwrite this file.
  case reportInUse(option: String, file: String, by: String)
  /// There is no unit with this id.
  case unknownUnit(String)
  /// An invalid share, such as 4/3.
  case shard(String)
  /// The record of outputs cannot be read or written.
  case cache(file: String, errno: Int32)
  /// A file to merge is not a report.
  case notAReport(file: String, line: Int)
  /// Reports to merge belong to different batches, or to another batch than expected.
  case differentBatches(file: String, other: String)
  /// A cache on a server was requested, but libcurl is not installed.
  case noHTTP
  /// The reports to merge do not cover all units of the batch.
  ///
  /// - Parameters:
  ///   - count: the number of missing units; nil if unknown.
  ///   - shares: the shares without a report, such as `2, 5-7 of 200`.
  case incompleteReports(count: Int?, of: Int, shares: String?)
}

extension BatchError: StageFailure {
  public var stage: ConversionStage { .planning }
  public var frame: Int? { nil }

  /// The file concerned.
  public var file: String? {
    switch self {
    case .malformed(let file, _, _), .unknownKey(let file, _, _), .unreadable(let file, _, _),
      .cache(let file, _), .notAReport(let file, _), .differentBatches(let file, _):
      file
    case .setting(let file, _): file
    case .noInput(let input, _): input
    case .folderUnreadable(let folder, _): folder
    case .sameTarget(let target, _, _, _), .targetIsInput(let target, _, _),
      .targetInTarget(let target, _, _, _):
      target
    case .reportInUse(_, let file, _): file
    case .nameTemplate, .noOutputKind, .unknownUnit, .shard, .preset, .incompleteReports, .noHTTP:
      nil
    }
  }

  public var kind: FailureKind {
    switch self {
    case .malformed, .unknownKey: .configuration
    case .setting(let file, _): file == nil ? .usage : .configuration
    case .preset(let error): error.kind
    case .unreadable(_, _, let isMissing): isMissing ? .missingInput : .inputOutput
    case .noInput: .missingInput
    case .cache, .folderUnreadable, .differentBatches, .incompleteReports: .inputOutput
    case .notAReport: .damagedInput
    case .noHTTP: .unavailable
    case .nameTemplate, .noOutputKind, .sameTarget, .targetIsInput, .targetInTarget, .reportInUse,
      .unknownUnit, .shard:
      .usage
    }
  }

  public var code: FailureCode {
    switch self {
    case .cache(_, let errno), .folderUnreadable(_, let errno): FailureCode(errno: errno)
    default: FailureCode(kind)
    }
  }

  public var reason: ConversionMessage {
    switch self {
    case .malformed(_, let detail, _): detail
    case .unknownKey(_, let key, _): "there is no key '\(key)'"
    case .setting(_, let error): error.reason
    case .preset(let error): error.reason
    case .unreadable(_, let reason, _): reason
    case .nameTemplate(let text, let reason, _): "the name '\(text)' cannot be used: \(reason)"
    case .noOutputKind: "no preset and no container is given"
    case .noInput(_, let isPattern): isPattern ? "no file matches" : "there is no such file"
    case .folderUnreadable(_, let errno): "the folder cannot be read: \(describe(errno: errno))"
    case .sameTarget(_, let first, let second, let byCase):
      "both \(first) and \(second) would be written to this file"
        + (byCase ? " on file systems that ignore case" : "")
    case .targetIsInput(_, let from, let input):
      from == input
        ? "it is the input itself" : "\(from) would overwrite \(input), which is an input"
    case .targetInTarget(_, let from, let folder, let other):
      "\(from) would be written into \(folder), which is the output of \(other)"
    case .reportInUse(let option, _, let owner): "\(option) would overwrite \(owner)"
    case .unknownUnit(let id): "there is no unit '\(id)'"
    case .shard(let text): "expected a share such as 2/3, but got '\(text)'"
    case .cache(_, let errno):
      "the record of what was done cannot be used: \(describe(errno: errno))"
    case .notAReport(_, let line): "line \(line) is not a record of a batch"
    case .differentBatches(_, let other):
      "it is a report of another batch than \(other): inputs, settings or versions differ"
    case .noHTTP: "the cache is on a server, and libcurl is not installed"
    case .incompleteReports(let count?, let total, let shares):
      "\(count) of \(total) units are missing from the reports"
        + (shares.map { "; there is no report of share \($0)" } ?? "")
    case .incompleteReports(nil, _, _): "no report states the number of units"
    }
  }

  public var remedy: ConversionMessage? {
    switch self {
    case .malformed(_, _, let remedy): remedy
    case .unknownKey(_, _, let nearest): nearest.map { "did you mean '\($0)'?" }
    case .setting(_, let error): error.remedy
    case .preset(let error): error.remedy
    case .nameTemplate(_, _, let nearest): nearest.map { "use {\($0)}" }
    case .noOutputKind: "choose a preset, or a container such as mp4"
    case .sameTarget: "choose another name, such as '{dir}/{name}.{ext}'"
    case .targetIsInput, .targetInTarget, .reportInUse: "choose another folder or name"
    case .unknownUnit: "\(.listUnits) lists them"
    case .cache: "remove the file to convert everything again"
    case .folderUnreadable: "make it readable, or give patterns that leave it out"
    case .incompleteReports: "run the missing shares again; \(.missing) lists the units"
    case .noHTTP: "install libcurl (Debian: libcurl4), or use a folder"
    case .differentBatches: "merge the reports of one batch, made by the same command everywhere"
    case .unreadable, .noInput, .shard, .notAReport: nil
    }
  }
}
