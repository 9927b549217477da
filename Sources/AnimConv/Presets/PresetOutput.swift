internal import OutputFiles
public import Reading
public import SystemPackage
internal import Writing

/// One of the outputs of a ``Preset``: how its file is called, the settings, and what a platform
/// asks of it.
public struct PresetOutput: Sendable, Hashable {
  /// What is written.
  public enum Format: Sendable, Hashable {
    /// A kind of output, whatever the input is.
    case kind(OutputKind)
    /// Whatever the name of the output asks for.
    case any

    /// What files with an extension are; nil when animconv does not write them.
    public init?(fileExtension: String) {
      guard let kind = OutputKind(fileExtension: fileExtension) else { return nil }
      self = .kind(kind)
    }
  }

  /// The name within the preset: `mp4`, `poster`.
  public let name: String
  /// What is put between the name of the input and the extension: `-poster`.
  public let suffix: String
  /// Without the dot; nil for a folder of frames.
  public let fileExtension: String?
  /// What is written.
  public let format: Format
  /// Every choice, with those that the preset makes for all outputs.
  public let settings: ConversionSettings
  /// What the platform asks of the file.
  public let constraints: [MediaConstraint]
  /// The name of the preset.
  public let presetName: String

  /// The extension, or what a preset for any kind of output is used with: MP4.
  public var defaultExtension: String? { format == .any ? "mp4" : fileExtension }

  /// The kind of output; nil when its name decides.
  public var kind: OutputKind? { if case .kind(let kind) = format { kind } else { nil } }

  /// The path of this output beside others of the preset.
  ///
  /// - Parameter stem: where outputs go and what they are called, without an extension:
  ///   `dist/hero` gives `dist/hero-poster.png`.
  public func path(for stem: FilePath) -> FilePath {
    stem.inserting(suffix + (defaultExtension.map { ".\($0)" } ?? ""))
  }

  /// The conversion that makes this output.
  ///
  /// - Parameters:
  ///   - settings: choices that go over those of the preset.
  ///   - isOneOfSeveral: whether `settings` are also for other outputs. Then those that are not for
  ///     this kind of output are left out; otherwise the plan refuses those that can change nothing.
  /// - Throws: ``SettingError``.
  public func conversion(
    from input: AnimationInput, to output: AnimationOutput,
    overriding settings: ConversionSettings = .init(),
    isOneOfSeveral: Bool = false
  ) throws -> Conversion {
    var conversion = Conversion(input: input, output: output)
    if let kind { conversion.kind = kind }
    var given = settings
    if isOneOfSeveral, let kind = given.outputKind ?? conversion.kind {
      given = given.suited(to: kind)
    }
    let all = self.settings.overridden(by: given)
    if let kind = conversion.kind { try all.checkData(for: kind) }
    try all.apply(to: &conversion, asking: isOneOfSeveral ? .init() : given)
    conversion.constraints = constraints
    for case .range(_, let most?) in constraints.filter({ $0.property == .bytes }).map(\.bound) {
      let bytes = most.numerator / most.denominator
      conversion.sizeTarget.maxBytes = min(conversion.sizeTarget.maxBytes ?? bytes, bytes)
    }
    return conversion
  }
}
