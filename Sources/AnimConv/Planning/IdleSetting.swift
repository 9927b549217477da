package import Stages
package import Writing

/// A setting that can change nothing where it was asked for.
public struct IdleSetting: Sendable, Hashable {
  /// Why it cannot.
  package enum Cause: Sendable, Hashable {
    /// It acts on other outputs than this kind.
    case output(OutputFeature, OutputKind)
    /// It acts on none of several outputs.
    case outputs(OutputFeature)
    /// It acts on other inputs than this one.
    case input(InputForms, SourceKind)
    /// Something else has to be asked for, too.
    case condition(SettingScope.Condition)
  }

  public let name: String
  package let cause: Cause

  /// A sentence without a full stop.
  ///
  /// - Parameter prefix: what stands before each name: `--` for options.
  public func reason(prefix: String) -> String {
    let name = prefix + name
    return switch cause {
    case .output(let feature, let kind): "\(name) is for \(feature.title), not for \(kind.title)"
    case .outputs(let feature): "\(name) is for \(feature.title), and no output is one"
    case .input(let forms, let kind):
      "\(name) is for \(forms.title), and the input is \(kind.title)"
    case .condition(let condition): "\(name) \(condition.demand(prefix: prefix))"
    }
  }

  /// What can be done about it, with the names of settings as `prefix` makes them.
  public func remedy(prefix: String) -> String {
    if case .output(_, let kind) = cause, kind.takes(.encoding), name == "quality" {
      return "the quality of a video is \(prefix)crf"
    }
    return "leave it out"
  }
}

extension SettingScope.Condition {
  fileprivate func demand(prefix: String) -> String {
    switch self {
    case .scaling: "needs \(prefix)scale"
    case .box: "needs \(prefix)scale WxH"
    case .slots: "needs \(prefix)schedule slots"
    case .byteLimit: "needs \(prefix)max-bytes"
    case .pngFrames: "needs \(prefix)frame-format png"
    case .flattening: "needs \(prefix)alpha matte, because this output keeps transparency"
    case .freeRate:
      "and \(prefix)schedule cannot be used together, because the input has times of its own"
    }
  }
}

extension SourceKind {
  /// What people call an input of this kind.
  var title: String {
    switch self {
    case .gif: "a GIF"
    case .png: "a still PNG"
    case .apng: "an APNG"
    case .webp: "a WebP"
    case .video: "a video"
    case .frameFolder: "a folder or list of pictures"
    case .ugoira: "an archive of pictures"
    case .sheet: "a sheet"
    case .atlas: "an atlas"
    case .custom: "frames of a program"
    }
  }
}
