public import SystemPackage

/// A request: what to read, what to write, and every choice that was made. The rest is decided by
/// ``ConversionPlan``.
///
/// ```swift
/// var conversion = Conversion(input: .path("in.gif"), output: .file("out.mp4"))
/// conversion.timing.schedule = .slots(tolerance: nil)
/// let report = try await Converter(conversion).run()
/// ```
public struct Conversion: Sendable {
  public var input: Input
  public var output: Output
  /// Nil to go by the output's extension.
  public var container: VideoContainer?
  /// Limits and what to do about damage.
  public var reading = ReadingOptions()
  public var timing = TimingOptions()
  public var shaping = ShapingOptions()
  public var video = VideoOptions()
  /// What happens when the output exists.
  public var overwriting = Overwriting.refuse

  public init(input: Input, output: Output) {
    self.input = input
    self.output = output
  }
}

/// Where an output goes.
public enum Output: Sendable, Hashable {
  /// A file that appears when it is complete. A path that names a device or a pipe is written to
  /// when everything is ready.
  case file(FilePath)
  /// Standard output, written to when everything is ready.
  case standardOutput

  /// What to call it in messages.
  public var name: String {
    switch self {
    case .file(let path): path.string
    case .standardOutput: "standard output"
    }
  }
}

/// What happens when the output exists.
public enum Overwriting: Sendable, Hashable {
  /// The conversion fails with ``OutputError/exists``.
  case refuse
  /// The file is replaced, at once and whole.
  case replace
}
