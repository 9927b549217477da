internal import OutputFiles
public import Reading
public import SystemPackage
public import Writing

/// A request: the input, the output, and every choice. ``Conversion/Plan`` decides the rest.
///
/// ```swift
/// var conversion = Conversion(input: "in.gif", output: "out.mp4")
/// conversion.timing.schedule = .slots(tolerance: nil)
/// let report = try await Converter(conversion).run()
/// ```
public struct Conversion: Sendable {
  /// What to read.
  public var input: AnimationInput
  /// What to write.
  public var output: AnimationOutput
  /// The kind of output; nil to use the output's extension. An existing folder without such an
  /// extension receives frames.
  public var kind: OutputKind?
  /// Limits and the handling of damage.
  public var reading = ReadingOptions()
  /// Which frames are shown, when, and how often.
  public var timing = Conversion.Timing()
  /// Size and transparency.
  public var shaping = Conversion.Shaping()
  /// The handling of dithering in lossy videos, WebPs and AVIFs.
  public var undithering = Conversion.Undithering.off
  /// For videos.
  public var video = VideoOptions()
  /// For GIFs and APNGs.
  public var image = Conversion.Image()
  /// For sheets.
  public var sheet = SheetWritingOptions()
  /// For folders and archives of frames.
  public var frames = FrameFilesOptions()
  /// The requirements of a platform. A plan that breaks one is refused before any work is done; a
  /// limit on bytes is handled by ``sizeTarget``.
  public var constraints: [MediaConstraint] = []
  /// For SpritedAnimationView's imagesets.
  public var imageSet = PlayerAsset.ImageSet()
  /// The player of the output. It decides every option that is not given, and refuses options that
  /// it cannot play.
  public var playerAsset: PlayerAsset?
  /// The largest size of the output; ``Converter`` tries until it fits.
  public var sizeTarget = Conversion.SizeTarget()
  /// The lowest quality of the output; ``Converter`` tries until it finds the smallest output with
  /// at least this quality. It cannot be combined with ``sizeTarget`` or a quality that is set for
  /// the output itself.
  public var qualityTarget: Conversion.QualityTarget?
  /// The deadline, the priority, and limits on bytes; none by default.
  public var resources = Conversion.Resources()
  /// Whether a missing parent folder of the output is created. It is removed if the conversion
  /// fails. False by default.
  public var makesFolder = false
  /// The handling of an existing output.
  public var overwriting = Conversion.Overwriting.refuse
  /// Settings that were given by name for this conversion alone, see
  /// `ConversionSettings.apply(to:)`. The plan refuses a setting without effect.
  package internal(set) var askedSettings: [AskedSetting] = []

  /// A request in which input and output decide every choice.
  public init(input: AnimationInput, output: AnimationOutput) {
    self.input = input
    self.output = output
  }
}

extension Conversion {
  /// The handling of an existing output.
  public enum Overwriting: Sendable, Hashable {
    /// The conversion fails with ``FailureKind/cannotCreate``.
    case refuse
    /// Files are replaced, each atomically. A folder is replaced only if animconv wrote everything
    /// in it and nothing was changed.
    case replace
  }
}

extension Conversion {
  /// Repairs an output whose files a killed process published only in part: afterwards they are all
  /// new or all old. A conversion does this itself; call it before checking whether an output
  /// exists.
  public func settleInterruptedOutput() {
    guard case .file(let path) = output else { return }
    OutputLeftovers.clear(in: OutputFile.folder(of: path))
  }

  /// Reading options for this output.
  package var readingForOutput: ReadingOptions {
    var options = reading
    options.joinedDelays = timing.delays
    // Without a kind the conversion fails when it is planned.
    guard let kind = try? settledKind else { return options }
    if kind.definition.keepsEqualTimes { options.video.keepsEqualTimes = true }
    return options
  }

  /// The files, or the folder, that are written for every input; a sheet may have further pages.
  /// None for standard output.
  public var certainFiles: [FilePath] {
    guard case .file(let path) = output else { return [] }
    // Without a kind the conversion fails when it is planned.
    guard let kind = try? settledKind else { return [path] }
    return kind.definition.certainFiles(self, at: path)
  }
}
