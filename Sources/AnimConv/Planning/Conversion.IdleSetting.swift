package import Messages
package import Stages
internal import Writing

extension Conversion {
  /// A setting without effect.
  public struct IdleSetting: Sendable, Hashable {
    /// Why it cannot.
    package enum Cause: Sendable, Hashable {
      /// It affects other kinds of output.
      case output(OutputFeature, OutputKind)
      /// It affects none of several outputs.
      case outputs(OutputFeature)
      /// It affects other kinds of input.
      case input(InputForms, InputKind)
      /// It needs another setting as well.
      case condition(SettingScope.Condition)
    }

    package let setting: SettingName
    package let cause: Cause

    /// The name of the setting, as in presets.
    public var name: String { setting.text }

    /// A sentence without a full stop.
    public var reason: ConversionMessage {
      switch cause {
      case .output(let feature, let kind):
        "\(setting) is for \(feature.title), not for \(kind.title)"
      case .outputs(let feature): "\(setting) is for \(feature.title), and no output is one"
      case .input(let forms, let kind):
        "\(setting) is for \(forms.title), and the input is \(kind.title)"
      case .condition(let condition): "\(setting) \(condition.demand)"
      }
    }

    /// The remedy.
    public var remedy: ConversionMessage {
      "leave it out"
    }
  }
}

extension SettingScope.Condition {
  fileprivate var demand: ConversionMessage {
    switch self {
    case .scaling: "needs \(.scale)"
    case .box: "needs \(.scale, "WxH", swift: ".size(PixelSize(width: W, height: H))")"
    case .slots: "needs \(.schedule, "slots", swift: ".slots(tolerance: nil)")"
    case .byteLimit: "needs \(.maxBytes)"
    case .pngFrames: "needs \(.frameFormat, case: "png")"
    case .labels: "needs \(.labels), \(.labelFrames) or \(.labelHead)"
    case .flattening:
      "needs \(.alpha, case: "matte"), because this output keeps transparency"
    case .suitedOrder: "takes rows and columns for sheets, file and name for atlases"
    case .freeRate:
      "and \(.schedule) cannot be used together, because the input has times of its own"
    }
  }
}
