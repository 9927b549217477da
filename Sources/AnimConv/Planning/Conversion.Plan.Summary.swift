public import AnimTiming
public import Raster

extension Conversion.Plan {
  /// The decisions of a plan that people and programs read, for logs and messages.
  ///
  /// A plan itself is not `Codable`: it holds what a run needs, such as tables of frames, and
  /// follows from its request and its input. Plan again to run again.
  public struct Summary: Codable, Hashable, Sendable {
    /// The input's name.
    public let input: String
    /// The input's format, such as `gif`.
    public let inputKind: String
    /// The input's canvas.
    public let inputSize: PixelSize
    /// The number of frames in the input.
    public let inputFrames: Int
    /// How often the input plays.
    public let inputPlays: LoopCount
    /// What is written.
    public let kind: OutputKind
    /// Whether the output depends on transparent pixels and the input has some.
    public let hasAlpha: Bool
    /// The start of each output frame, and the end of the output.
    public let timeline: AnimationTimeline
    /// The files, or the folder, in the order in which they appear.
    public let outputs: [Output]
    /// The estimated peak memory of the conversion, in bytes.
    public let memoryBytes: Int
    /// Code that plays the output; nil if none is needed.
    public let code: String?
    /// The notes, with settings named as in Swift.
    public let notes: [String]

    /// One file, or folder.
    public struct Output: Codable, Hashable, Sendable {
      /// Its path, or its name in messages.
      public let name: String
      /// The kind of content.
      public let content: Conversion.Plan.Output.Content
      /// The name of the format for people.
      public let format: String
      /// In pixels; nil for data.
      public let size: PixelSize?
    }
  }

  /// The decisions of this plan as a value that can be stored.
  public var summary: Summary {
    Summary(
      input: inputName, inputKind: source.kind.name, inputSize: source.size,
      inputFrames: source.frames.count, inputPlays: source.plays, kind: kind, hasAlpha: hasAlpha,
      timeline: timeline,
      outputs: outputs.map {
        Summary.Output(
          name: $0.output.name, content: $0.content, format: $0.format, size: $0.size)
      },
      memoryBytes: memory.total, code: code, notes: notes.map(\.description))
  }
}

extension Conversion.Plan.Output.Content: Codable {}
