package import AnimConv
package import AnimTiming
internal import Messages
package import Raster
package import Reading
internal import Stages
package import SystemPackage

/// The contents of a page: a source and outputs made from it, each compared with it frame by frame.
package struct Report: Sendable {
  /// The subject and options of a report.
  package struct Options: Sendable {
    /// Limits and the handling of damage in the source.
    package var reading = ReadingOptions()
    /// The policy that turns the source's delays into durations; nil for the default of its kind.
    package var delays: DelayPolicy?
    /// The background where frames are transparent.
    package var matte = RGBColor.white
    /// Settings that were given by name; a setting without effect is refused.
    package var asked: [AskedSetting] = []
    /// Whether the page shows the media.
    package var showsMedia = true
    /// The command that made the outputs, for readers to copy; nil if unknown.
    package var command: String?

    package init() {}
  }

  /// The source animation.
  struct Source: Sendable {
    let name: String
    let inspection: Inspection
    let delays: ResolvedDelays
    /// Nil if the page shows no media.
    let media: MediaFile?

    var info: SourceInfo { inspection.source }
    var timeline: AnimationTimeline { delays.timeline }
  }

  /// One output.
  struct Output: Sendable {
    let name: String
    let comparison: OutputComparison
    /// The name of its format in messages: `MP4, H.264`.
    let format: String
    /// The size of its own frames, in pixels.
    let size: PixelSize
    /// Damage in it that was tolerated.
    let warnings: [ReadingWarning]
    /// Nil if the page shows no media.
    let media: MediaFile?
  }

  let source: Source
  let outputs: [Output]
  let command: String?
  /// Its source files and folders, which it must not replace.
  var inputs: [FilePath] = []
}

extension Report.Source {
  /// - Throws: ``ConversionError``.
  init(
    of path: FilePath, reading: ReadingOptions, delays policy: DelayPolicy?,
    asked: [AskedSetting] = [], showsMedia: Bool
  ) async throws {
    let inspection = try Inspection(.path(path), options: reading, policy: policy, asked: asked)
    guard let delays = inspection.delays else {
      throw ConversionError.wrapping(
        inspection.timingError ?? .outOfRange, file: path.string, stage: .retiming)
    }
    var conversion = Conversion(input: .path(path), output: .standardOutput)
    conversion.reading = reading
    conversion.timing.delays = policy
    self.init(
      name: path.string, inspection: inspection, delays: delays,
      media: showsMedia ? try await MediaFile.of(path, inspection.source, conversion) : nil)
  }
}

extension Report {
  /// Reads the files and compares them.
  ///
  /// - Parameters:
  ///   - outputs: none for a page about the source alone.
  ///   - onFrame: called after each frame of an output.
  /// - Throws: ``ConversionError``.
  /// - Complexity: an ``OutputComparison`` for each output. Media are held in memory.
  package init(
    of source: FilePath, outputs: [FilePath], options: Options,
    onFrame: () -> Void = {}
  ) async throws {
    self.source = try await Source(
      of: source, reading: options.reading, delays: options.delays, asked: options.asked,
      showsMedia: options.showsMedia)
    var comparing = OutputComparison.Options()
    comparing.reading = options.reading
    comparing.delays = options.delays
    comparing.matte = options.matte
    var found: [Output] = []
    for path in outputs {
      let comparison = try await OutputComparison(
        of: .path(path), with: .path(source), options: comparing
      ) { _ in onFrame() }
      guard comparison.source.frameCount == self.source.inspection.source.frames.count else {
        throw ConversionError.wrapping(
          ReadingError.malformed(
            detail: "it has changed while it was read", frame: nil, byteOffset: nil),
          file: source.string, stage: .reading)
      }
      let info = comparison.outputInfo
      var output = Conversion(input: .path(path), output: .standardOutput)
      output.reading = comparing.reading.withLimitsOnly
      found.append(
        Output(
          name: path.string, comparison: comparison, format: Self.format(of: info),
          size: info.size, warnings: info.warnings,
          media: options.showsMedia
            ? try await MediaFile.of(path, info, output) : nil))
    }
    self.outputs = found
    command = options.command
    inputs = [source] + outputs
  }

  /// `GIF`, or `MP4, H.264`.
  static func format(of info: SourceInfo) -> String {
    guard let video = info.video else { return info.kind.format }
    let codec =
      switch video.codec {
      case "h264": "H.264"
      case "hevc": "HEVC"
      case "prores": "ProRes"
      default: video.codec.uppercased()
      }
    let container =
      switch video.container {
      case "webm": "WebM"
      case "matroska": "Matroska"
      default: video.container.uppercased()
      }
    return "\(container), \(codec)"
  }
}

extension FilePath {
  /// The name without its folder.
  var shortName: String { lastComponent?.string ?? string }
}
