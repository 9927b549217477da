internal import OutputFiles
public import Reading
public import SystemPackage
internal import Writing

extension Preset {
  /// One output of a ``Preset``: its file name, its settings, and a platform's requirements.
  public struct Output: Sendable, Hashable {
    /// What is written.
    public enum Format: Sendable, Hashable {
      /// A kind of output, whatever the input is.
      case kind(OutputKind)
      /// Any kind; the output's name decides.
      case any

      /// The format for an extension; nil if animconv does not write it.
      public init?(fileExtension: String) {
        guard let kind = OutputKind(fileExtension: fileExtension) else { return nil }
        self = .kind(kind)
      }
    }

    /// The name within the preset: `mp4`, `poster`.
    public let name: String
    /// The text between the input's name and the extension: `-poster`.
    public let suffix: String
    /// The extension without the dot; nil for a folder of frames.
    public let fileExtension: String?
    /// What is written.
    public let format: Format
    /// All settings, including those that the preset sets for all outputs.
    public let settings: ConversionSettings
    /// The platform's requirements for the file.
    public let constraints: [MediaConstraint]
    /// The name of the preset.
    public let presetName: String

    /// The extension; MP4 for presets without a kind of output.
    public var defaultExtension: String? { format == .any ? "mp4" : fileExtension }

    /// The kind of output; nil if the output's name decides.
    public var kind: OutputKind? { if case .kind(let kind) = format { kind } else { nil } }

    /// Whether a file with this extension is of the same kind (`.m4v` for MP4), or is a sheet in
    /// another picture format.
    package func takes(_ fileExtension: String) -> Bool {
      guard let kind, let own = OutputKind(fileExtension: fileExtension) else { return false }
      return own == kind || kind.isSheet && own.sheet != nil
    }

    /// The path of this output.
    ///
    /// - Parameter stem: the path of the outputs without suffix and extension: `dist/hero` gives
    ///   `dist/hero-poster.png`.
    public func path(for stem: FilePath) -> FilePath {
      stem.inserting(suffix + (defaultExtension.map { ".\($0)" } ?? ""))
    }

    /// The conversion for this output.
    ///
    /// - Parameters: - settings: settings that override those of the preset. - isOneOfSeveral:
    ///   whether `settings` also apply to other outputs. If so, settings for other
    ///     kinds are ignored here; otherwise the plan refuses settings without effect.
    /// - Throws: ``SettingError``.
    public func conversion(
      from input: AnimationInput, to output: AnimationOutput,
      overriding settings: ConversionSettings = .init(),
      isOneOfSeveral: Bool = false
    ) throws -> Conversion {
      var conversion = Conversion(input: input, output: output)
      if let kind { conversion.kind = kind.named(by: output) }
      var given = settings
      if isOneOfSeveral, let kind = given.outputKind ?? conversion.kind {
        given = given.suited(to: kind)
      }
      var own = self.settings
      if conversion.kind != kind {
        for name in ["png-level", "optimize"] { own.remove(name) }
      }
      let all = own.overridden(by: given)
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
}
