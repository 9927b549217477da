public import AnimTiming

extension OutputKind {
  /// A kind of output that a program brings: one file with every frame.
  ///
  /// ```swift
  /// conversion.kind = .custom(TileAnimationOutput(tileSide: 16))
  /// ```
  ///
  /// Everything before encoding is done as for other outputs: times, cropping, scaling, transparency.
  /// The file appears when it is complete, or goes to a pipe or into memory. Settings of the kind are
  /// properties of the type that conforms.
  public protocol Definition: Sendable {
    /// Its unique name, such as `tiles`; that of no other kind.
    var name: String { get }

    /// Its name in messages, such as `a tile animation`.
    var title: String { get }

    /// The extension of its files, in lower case and without the dot.
    var fileExtension: String { get }

    /// Whether it stores alpha. Without, transparent frames are composited over the matte.
    var storesAlpha: Bool { get }

    /// Whether it stores how often it plays; without, repeated plays are written as frames.
    var storesPlays: Bool { get }

    /// The unit in which it stores times: boundaries between frames are rounded to it. Nil if it stores
    /// all times exactly.
    var timebase: Timebase? { get }

    /// Makes the writer of one file, before its first frame.
    ///
    /// - Throws: anything. Errors that conform to ``StageFailure`` are reported with their reason and
    ///   remedy, others like those of a ``CustomInput``.
    func makeWriter(_ plan: OutputKind.Plan) throws -> any OutputKind.Writer
  }

  /// A kind that a program brings.
  public static func custom(_ output: some Definition) -> OutputKind {
    OutputKind(CustomOutputDefinition(output: output))
  }
}

extension OutputKind.Definition {
  /// `a NAME file`.
  public var title: String { "a \(name) file" }
  /// Its name.
  public var fileExtension: String { name }
  /// True.
  public var storesAlpha: Bool { true }
  /// False.
  public var storesPlays: Bool { false }
  /// All times are exact.
  public var timebase: Timebase? { nil }
}
