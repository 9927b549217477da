public import AnimConv
public import Messages
public import Stages
internal import SystemPackage

/// Why a batch cannot begin. What fails in one conversion is in its ``BatchRecord`` instead.
public enum BatchError: Error, Sendable, Hashable {
  /// The batch file is no JSON, or something in it is not what it should be.
  case malformed(file: String, detail: Message, remedy: Message?)
  /// A key that a batch file has not; the nearest one, when a slip is likely.
  case unknownKey(file: String, key: String, nearest: String?)
  /// A setting in a batch file or on the command line.
  case setting(file: String?, SettingError)
  /// A preset that cannot be used.
  case preset(PresetError)
  /// The batch file cannot be read.
  case unreadable(file: String, reason: Message, isMissing: Bool)
  /// A template for names that cannot be.
  case nameTemplate(String, reason: String, nearest: String?)
  /// Neither the settings nor a preset say what to write.
  case noOutputKind
  /// There is no such file, or nothing matches the pattern.
  case noInput(String, isPattern: Bool)
  /// A folder cannot be read in which inputs are looked for: what it holds would look as if it were
  /// gone.
  case folderUnreadable(folder: String, errno: Int32)
  /// Two conversions would write the same file.
  case sameTarget(target: String, first: String, second: String, byCase: Bool)
  /// A conversion would write over an input.
  case targetIsInput(target: String, from: String, input: String)
  /// A conversion would write into the folder that is another one's output.
  case targetInTarget(target: String, from: String, folder: String, of: String)
  /// What tells of the batch, such as its report, would be written over this.
  case reportInUse(option: String, file: String, by: String)
  /// There is no unit with this id.
  case unknownUnit(String)
  /// A share that is none, such as 4/3.
  case shard(String)
  /// The file that records what was done cannot be read or written.
  case cache(file: String, errno: Int32)
  /// A report that is to be merged is none.
  case notAReport(file: String, line: Int)
  /// Reports that are to be merged are of different batches, or of another one than is expected.
  case differentBatches(file: String, other: String)
  /// A cache on a server is asked for, and libcurl is not installed.
  case noHTTP
  /// The reports that are to be merged do not tell of all units of the batch.
  ///
  /// - Parameters:
  ///   - count: units that are missing; nil when it is not known how many there are.
  ///   - shares: those that no report is of, such as `2, 5-7 of 200`.
  case incompleteReports(count: Int?, of: Int, shares: String?)
}

extension BatchError: StageFailure {
  public var stage: ConversionStage { .planning }
  public var frame: Int? { nil }

  /// The file that it is about.
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

  public var reason: Message {
    switch self {
    case .malformed(_, let detail, _): detail
    case .unknownKey(_, let key, _): "there is no key '\(key)'"
    case .setting(_, let error): error.reason
    case .preset(let error): error.reason
    case .unreadable(_, let reason, _): reason
    case .nameTemplate(let text, let reason, _): "the name '\(text)' cannot be used: \(reason)"
    case .noOutputKind: "nothing says what to write"
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
      "it tells of another batch than \(other): inputs, settings or versions differ"
    case .noHTTP: "the cache is on a server, and libcurl is not installed"
    case .incompleteReports(let count?, let total, let shares):
      "\(count) of \(total) units are missing from the reports"
        + (shares.map { "; there is no report of share \($0)" } ?? "")
    case .incompleteReports(nil, _, _): "no report tells how many units there are"
    }
  }

  public var remedy: Message? {
    switch self {
    case .malformed(_, _, let remedy): remedy
    case .unknownKey(_, _, let nearest): nearest.map { "did you mean '\($0)'?" }
    case .setting(_, let error): error.remedy
    case .preset(let error): error.remedy
    case .nameTemplate(_, _, let nearest): nearest.map { "use {\($0)}" }
    case .noOutputKind: "choose a preset, or a container such as mp4"
    case .sameTarget: "choose another name, such as '{dir}/{name}.{ext}'"
    case .targetIsInput, .targetInTarget, .reportInUse: "choose another folder or name"
    case .unknownUnit: "\(setting: "list-units") lists them"
    case .cache: "remove the file to convert everything again"
    case .folderUnreadable: "make it readable, or give patterns that leave it out"
    case .incompleteReports: "do the missing shares again; \(setting: "missing") lists the units"
    case .noHTTP: "install libcurl (Debian: libcurl4), or use a folder"
    case .differentBatches: "merge the reports of one batch, made by the same command everywhere"
    case .unreadable, .noInput, .shard, .notAReport: nil
    }
  }
}
