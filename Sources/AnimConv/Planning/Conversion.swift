internal import OutputFiles
public import Reading
public import SystemPackage
public import Writing

/// A request: what to read, what to write, and every choice that was made. The rest is decided by
/// ``ConversionPlan``.
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
  /// What to write; nil to go by the output's extension. A folder that exists and has no extension
  /// of an output gets frames.
  public var kind: OutputKind?
  /// Limits and what to do about damage.
  public var reading = ReadingOptions()
  /// When frames show, which ones, and how often.
  public var timing = TimingOptions()
  /// Size and transparency.
  public var shaping = ShapingOptions()
  /// What becomes of dither in videos, WebPs and AVIFs that need not keep every pixel.
  public var undithering = Undithering.off
  /// For videos.
  public var video = VideoOptions()
  /// For GIFs and APNGs.
  public var image = ImageOptions()
  /// For sheets.
  public var sheet = SheetWritingOptions()
  /// For folders and archives of frames.
  public var frames = FrameFilesOptions()
  /// What a platform asks of the output. What the plan already breaks is refused before any work is
  /// done; a most number of bytes is for ``sizeTarget``.
  public var constraints: [MediaConstraint] = []
  /// For SpritedAnimationView's imagesets.
  public var imageSet = ImageSetOptions()
  /// The player that the output is for: decides every option that is left open, and refuses what
  /// it could not play.
  public var player: Player?
  /// How many bytes the output may have; ``Converter`` then tries until it fits.
  public var sizeTarget = SizeTarget()
  /// Whether the folder that the output lies in is made where it is missing; it goes again when
  /// nothing came of the output. False by default.
  public var makesFolder = false
  /// What happens when the output exists.
  public var overwriting = Overwriting.refuse
  /// Settings that were asked for by name for this conversion alone, see
  /// `ConversionSettings.apply(to:)`. The plan refuses one that can change nothing.
  package internal(set) var askedSettings: [AskedSetting] = []

  /// A request with every choice left to what suits input and output.
  public init(input: AnimationInput, output: AnimationOutput) {
    self.input = input
    self.output = output
  }
}

/// What happens when the output exists.
public enum Overwriting: Sendable, Hashable {
  /// The conversion fails with ``FailureKind/cannotCreate``.
  case refuse
  /// Files are replaced, each at once and whole. A folder is replaced only when everything in it
  /// was written by animconv and is unchanged.
  case replace
}

extension Conversion {
  /// Looks where the output is to appear for one whose files a process that was killed has named in
  /// part: they are all new or all old then. A conversion does so by itself; a program that asks
  /// whether an output is there does it before.
  public func settleInterruptedOutput() {
    guard case .file(let path) = output else { return }
    OutputLeftovers.clear(in: OutputFile.folder(of: path))
  }

  /// How the input is read for this output.
  package var readingForOutput: ReadingOptions {
    var options = reading
    options.joinedDelays = timing.delays
    // Without a kind the conversion fails when it is planned.
    guard let kind = try? settledKind else { return options }
    if kind.definition.keepsEqualTimes { options.video.keepsEqualTimes = true }
    return options
  }

  /// The files, or the folder, that are certain to be written, whatever the input is; a sheet may
  /// have further pages. None for standard output.
  public var certainFiles: [FilePath] {
    guard case .file(let path) = output else { return [] }
    // Without a kind the conversion fails when it is planned.
    guard let kind = try? settledKind else { return [path] }
    return kind.definition.certainFiles(self, at: path)
  }
}
