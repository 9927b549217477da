package import AnimTiming
package import Messages
package import Stages
package import SystemPackage
package import Writing

/// What a conversion writes, settled in every detail, by its kind.
package protocol OutputPlan: Sendable {
  /// The files, or the folder, in the order in which they appear.
  var outputs: [PlannedOutput] { get }

  /// Every file, or the folder, that appears.
  var paths: [FilePath] { get }

  /// What a player needs beside the pictures; nil without a player.
  var asset: (any PlayerAsset)? { get }

  /// Lines of code that play the output; nil where none are needed.
  var code: String? { get }

  /// How many different cells it has; nil for what has none.
  var cellCount: Int? { get }

  /// How many pictures in files of their own it has; nil for what has none.
  var pictureCount: Int? { get }

  /// What is done to the frames besides shaping, for people: what it is about, and the rest of the
  /// line.
  var summary: [(topic: String, text: String)] { get }

  /// Whether it blends pixels onto the matte although it keeps transparency.
  var blendsEdges: Bool { get }

  /// Whether ``notes(_:)`` say what becomes of the sound of the input; others have none.
  var tellsOfSound: Bool { get }

  /// Tags, chapters and languages of the input that it has.
  var contents: MediaContents { get }

  /// Why the chapters of the input are not among them; nil where kinds of output have none.
  var noteOnChapters: Message? { get }

  /// What reading tolerated of the input besides its frames.
  var sourceWarnings: [ReadingWarning] { get }

  /// Choices that a user should hear of once, as sentence parts.
  func notes(_ plan: ConversionPlan) -> [Message]

  /// Notes what platforms ask for and this kind decides: sizes, times, codecs.
  func note(in facts: inout MediaFacts, of plan: ConversionPlan)

  /// What a search for a number of bytes may change of its quality, from hardly worse to the worst
  /// that is acceptable; empty when nothing.
  func qualities(_ conversion: Conversion) -> [SizeChoice]

  /// The side of a smaller picture that a search for a number of bytes tries instead of `side`.
  func suitedSide(_ side: Int) -> Int

  /// How a page offers it to browsers; nil for what is no video.
  func sourceElement(frameCount: Int, total: RationalTime) -> SourceElement?

  /// Makes the temporary files and the sinks.
  ///
  /// - Parameter tick: called now and then while a file takes long; throws when the conversion is
  ///   to end.
  /// - Throws: ``OutputError``, ``WritingError``.
  func makeDelivery(
    _ plan: ConversionPlan, tick: @escaping () throws -> Void
  ) throws -> any Delivery
}

extension OutputPlan {
  package var paths: [FilePath] { outputs.compactMap(\.path) }
  package var asset: (any PlayerAsset)? { nil }
  package var code: String? { asset?.code }
  package var cellCount: Int? { nil }
  package var pictureCount: Int? { nil }
  package var blendsEdges: Bool { false }
  package var tellsOfSound: Bool { false }
  package var contents: MediaContents { MediaContents() }
  package var noteOnChapters: Message? { nil }
  package var summary: [(topic: String, text: String)] { [] }
  package var sourceWarnings: [ReadingWarning] { [] }
  package func notes(_ plan: ConversionPlan) -> [Message] { [] }
  package func qualities(_ conversion: Conversion) -> [SizeChoice] { [] }
  package func suitedSide(_ side: Int) -> Int { side }
  package func sourceElement(frameCount: Int, total: RationalTime) -> SourceElement? { nil }
}

/// An output as one of several `<source>` elements.
package struct SourceElement: Sendable {
  /// Browsers should try those of lower rank first.
  package let rank: Int
  /// The type with the codecs: `video/mp4; codecs=av01.0.04M.08`.
  package let type: String
}

/// One change of a search for a number of bytes, and how to tell of it.
package struct SizeChoice {
  /// `crf 31`, `448x448`, `15 fps`.
  package let title: String
  /// The natural logarithm of the bytes that it should have, over those of what was asked; nil when
  /// nothing is known.
  package let logSize: Double?
  /// Whether it is only to be tried between two others that are too far apart: it takes longer to
  /// encode, or its size is less certain.
  package let isBetween: Bool
  /// Whether it is worse than what other kinds of changes should go on from.
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
