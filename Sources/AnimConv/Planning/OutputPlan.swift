package import AnimTiming
package import Messages
package import Stages
package import SystemPackage
package import Writing

/// The detailed plan of one kind of output.
package protocol OutputPlan: Sendable {
  /// The files, or the folder, in the order in which they appear.
  var outputs: [Conversion.Plan.Output] { get }

  /// Every file, or the folder, that appears.
  var paths: [FilePath] { get }

  /// The player's extra files; nil without a player.
  var asset: (any PlayerAssetFiles)? { get }

  /// Code that plays the output; nil if none is needed.
  var code: String? { get }

  /// The number of different cells; nil for outputs without cells.
  var cellCount: Int? { get }

  /// The cells of a sheet that several animations show.
  var sharedCells: [SharedCells] { get }

  /// The number of separate images; nil for outputs without them.
  var pictureCount: Int? { get }

  /// The record of the frames; nil for outputs that consist of more than a record.
  var frameRecord: FrameRecord? { get }

  /// Steps other than shaping, as text: a topic and the rest of the line.
  var summary: [(topic: String, text: String)] { get }

  /// Whether it blends pixels with the matte although it keeps transparency.
  var blendsEdges: Bool { get }

  /// Whether ``notes(_:)`` mention the input's audio; other kinds have none.
  var tellsOfSound: Bool { get }

  /// Tags, chapters and languages of the input in the output.
  var contents: MediaContents { get }

  /// Why the input's chapters are missing; nil for kinds without chapters.
  var noteOnChapters: ConversionMessage? { get }

  /// Tolerated damage in the input outside its frames.
  var sourceWarnings: [ReadingWarning] { get }

  /// Choices that a user should be told once, as sentence parts.
  func notes(_ plan: Conversion.Plan) -> [ConversionMessage]

  /// Stores the properties that this kind decides and platforms constrain: sizes, durations,
  /// codecs.
  func note(in facts: inout MediaConstraint.Facts, of plan: Conversion.Plan)

  /// The quality changes for a search for a number of bytes, from almost unnoticeable to the worst
  /// acceptable; empty if there are none.
  func qualities(_ conversion: Conversion) -> [SizeChoice]

  /// The best quality, from which ``qualities(_:)`` give all lower ones; nil for outputs whose
  /// quality is not a number.
  func bestQuality(_ conversion: Conversion) -> SizeChoice?

  /// The change that keeps every pixel, for targets that ``bestQuality(_:)`` misses; nil if there
  /// is none, or if the request excludes it.
  func exactQuality(_ conversion: Conversion) -> SizeChoice?

  /// The conversion to stored samples and back; nil if it changes nothing.
  var roundTrip: SampleRoundTrip? { get }

  /// Chroma that is shared by four pixels, if the request does not say whether it is corrected; nil
  /// otherwise.
  var openChroma: SharedChroma? { get }

  /// Chroma that is shared by four pixels, if it replaces full chroma where little is lost by that;
  /// nil otherwise.
  var cheaperChroma: SharedChroma? { get }

  /// The chroma that was chosen because the request does not say, or that is corrected; nil
  /// otherwise.
  var chroma: VideoOptions.Chroma? { get }

  /// Whether alpha may be coded with loss, because the request does not say.
  var isAlphaOpen: Bool { get }

  /// Whether it depends on the grain of frames, see ``VideoOptions/grain``.
  var measuresGrain: Bool { get }

  /// Whether it depends on the edges in frames, see ``VideoOptions/isSmooth``. No frame is examined
  /// for this alone.
  var measuresEdges: Bool { get }

  /// The side that a search for a number of bytes uses instead of `side` for a smaller frame.
  func suitedSide(_ side: Int) -> Int

  /// The element for a web page; nil for kinds other than videos.
  func sourceElement(frameCount: Int, total: RationalTime) -> SourceElement?

  /// Creates the temporary files and the sinks.
  ///
  /// - Parameter tick: called from time to time while a file takes long; throws to stop the
  ///   conversion.
  /// - Throws: ``OutputError``, ``WritingError``.
  func makeDelivery(
    _ plan: Conversion.Plan, tick: @escaping () throws -> Void
  ) throws -> any Delivery
}

extension OutputPlan {
  package var paths: [FilePath] { outputs.compactMap(\.path) }
  package var asset: (any PlayerAssetFiles)? { nil }
  package var code: String? { asset?.code }
  package var cellCount: Int? { nil }
  package var sharedCells: [SharedCells] { [] }
  package var pictureCount: Int? { nil }
  package var frameRecord: FrameRecord? { nil }
  package var blendsEdges: Bool { false }
  package var tellsOfSound: Bool { false }
  package var contents: MediaContents { MediaContents() }
  package var noteOnChapters: ConversionMessage? { nil }
  package var summary: [(topic: String, text: String)] { [] }
  package var sourceWarnings: [ReadingWarning] { [] }
  package func notes(_ plan: Conversion.Plan) -> [ConversionMessage] { [] }
  package func qualities(_ conversion: Conversion) -> [SizeChoice] { [] }
  package func bestQuality(_ conversion: Conversion) -> SizeChoice? { nil }
  package func exactQuality(_ conversion: Conversion) -> SizeChoice? { nil }
  package var roundTrip: SampleRoundTrip? { nil }
  package var openChroma: SharedChroma? { nil }
  package var cheaperChroma: SharedChroma? { nil }
  package var isAlphaOpen: Bool { false }
  package var measuresGrain: Bool { false }
  package var measuresEdges: Bool { false }
  package var chroma: VideoOptions.Chroma? { nil }
  package func suitedSide(_ side: Int) -> Int { side }
  package func sourceElement(frameCount: Int, total: RationalTime) -> SourceElement? { nil }
}

/// An output as one of several `<source>` elements.
package struct SourceElement: Sendable {
  /// Browsers should try lower ranks first.
  package let rank: Int
  /// The type with the codecs: `video/mp4; codecs=av01.0.04M.08`.
  package let type: String
}

/// One change in a search for a number of bytes, with its description.
package struct SizeChoice {
  /// `crf 31`, `448x448`, `15 fps`.
  package let title: String
  /// The natural logarithm of the expected size relative to the request; nil if unknown.
  package let logSize: Double?
  /// Whether it is tried only between two others that are too far apart, because it is slower to
  /// encode or its size is less certain.
  package let isBetween: Bool
  /// Whether it is too bad for other kinds of changes to continue from.
  package let isLastResort: Bool
  package let apply: (inout Conversion) -> Void

  package init(
    title: String, logSize: Double? = nil, isBetween: Bool = false, isLastResort: Bool = false,
    apply: @escaping (inout Conversion) -> Void
  ) {
    self.title = title
    self.logSize = logSize
    self.isBetween = isBetween
    self.isLastResort = isLastResort
    self.apply = apply
  }
}
