internal import Reading
package import SystemPackage
package import AnimTiming
package import Raster
package import Writing

/// Everything that depends on one kind of output.
///
/// A new kind is a folder in `Outputs` with a type that conforms to this protocol, its
/// ``OutputPlan`` and its ``Delivery``, and a line in ``OutputKind/all``. No other code
/// distinguishes kinds of output.
package protocol OutputDefinition: Sendable {
  /// Its unique name for `--container`, presets and batch files.
  var name: String { get }

  /// File extensions, in lower case and without the dot; the first is used for new files. Empty for
  /// a folder, which needs a slash or must exist.
  var fileExtensions: [String] { get }

  /// The extension of new files, without the dot; empty for a folder.
  var newExtension: String { get }

  /// Whether it has cells: its name is that of a picture, so settings must select it.
  var isSheet: Bool { get }

  /// Whether a file name selects this kind, regardless of its extension.
  ///
  /// - Parameter name: the file name without folders.
  func isMeant(by name: String) -> Bool

  /// Its name in messages: `a sheet`.
  var title: String { get }

  /// The name of its family in messages, used for settings of the whole family: `videos`.
  var family: String { get }

  /// The groups of settings that affect it, in addition to those that affect all outputs.
  var features: Set<OutputFeature> { get }

  /// Whether it is a folder.
  var isFolder: Bool { get }

  /// Whether it creates its missing parent folder.
  var makesFolder: Bool { get }

  /// Whether a reader finds frames and durations in it without a data file.
  var playsByItself: Bool { get }

  /// Whether frames of a video with the same time stamp stay separate frames.
  var keepsEqualTimes: Bool { get }

  /// Whether it contains pixels of the frames.
  var showsPixels: Bool { get }

  /// Whether its plan refuses frames because of their size, so that a plan without transparency is
  /// worth making before the first frame is decoded.
  var limitsPictures: Bool { get }

  /// The information in its data files.
  var data: DataSubject { get }

  /// The unit in which it stores the boundaries of a timeline with the unit `timebase`; `timebase`
  /// itself if it can store them exactly.
  func storedTimebase(for timebase: Timebase, _ conversion: Conversion) -> Timebase

  /// The clock that limits its shortest frame; nil if it supports any duration that
  /// ``storedTimebase(for:_:)`` can express.
  func clock(_ exact: OutputTiming) -> StoredClock?

  /// The request adapted to this kind, for properties that it stores differently from others.
  func suited(_ conversion: Conversion) -> Conversion

  /// Refuses values that no output of this kind supports, before anything is computed with them.
  ///
  /// - Throws: ``SheetError``, ``FrameFilesError``.
  func checkNumbers(_ conversion: Conversion) throws

  /// Whether its plan adapts to the memory limit or refuses.
  var plansMemory: Bool { get }

  /// The default handling of transparency.
  func defaultAlpha(_ conversion: Conversion) -> Conversion.Shaping.Alpha

  /// The files that a request writes for every input.
  ///
  /// - Parameter path: the path of the output.
  func certainFiles(_ conversion: Conversion, at path: FilePath) -> [FilePath]

  /// The properties of frames that the plan needs. Refuses requests that fail regardless of the
  /// frames.
  ///
  /// - Throws: the errors of ``plan(_:_:)``.
  func analysisRequest(_ conversion: Conversion, _ frames: PlayedFrames) throws -> AnalysisRequest

  /// Decides every detail, without touching the source or the disk.
  ///
  /// - Throws: ``WritingError``, ``SheetError``, ``FrameFilesError``, ``PlanningError`` and others
  ///   that conform to ``StageFailure``.
  func plan(_ conversion: Conversion, _ frames: PlayedFrames) throws -> any OutputPlan

  /// The bits per sample that a request specifies, or else the default. Only used for kinds with
  /// the feature ``OutputFeature/depth``.
  func depth(_ conversion: Conversion) -> FrameFilesOptions.Depth

  /// What a limit on bytes may reduce, in this order, unless the request specifies it.
  var sizeSteps: [Conversion.SizeTarget.Step] { get }

  /// The approximate cost of writing it, from the settings alone.
  ///
  /// - Parameters:
  ///   - conversion: high dynamic range is kept only if the input has it.
  ///   - size: of a picture.
  ///   - frames: the number of frames, at least one.
  func cost(_ conversion: Conversion, size: PixelSize, frames: Int) -> WritingCost

  /// A recorder that writes frames during recording, before their durations are known; nil for
  /// kinds that need all frames first.
  ///
  /// - Throws: ``WritingError`` and others that conform to ``StageFailure``.
  func makeRecorder(_ request: RecordingRequest) throws -> (any RecordingSink)?
}

extension OutputDefinition {
  package var newExtension: String { fileExtensions.first ?? "" }
  package var isSheet: Bool { false }
  package var sizeSteps: [Conversion.SizeTarget.Step] { Conversion.SizeTarget.Step.allCases }
  package func isMeant(by name: String) -> Bool { false }
  package func depth(_ conversion: Conversion) -> FrameFilesOptions.Depth {
    conversion.frames.depth ?? .eight
  }
  package var isFolder: Bool { false }
  package var makesFolder: Bool { false }
  package var playsByItself: Bool { true }
  package var keepsEqualTimes: Bool { false }
  package var showsPixels: Bool { true }
  package var limitsPictures: Bool { false }
  package var data: DataSubject { .nothing }

  package func storedTimebase(for timebase: Timebase, _ conversion: Conversion) -> Timebase {
    timebase
  }

  package func clock(_ exact: OutputTiming) -> StoredClock? { nil }

  package func suited(_ conversion: Conversion) -> Conversion { conversion }

  package func checkNumbers(_ conversion: Conversion) throws {}

  package var plansMemory: Bool { false }

  package func defaultAlpha(_ conversion: Conversion) -> Conversion.Shaping.Alpha { .keep }

  package func certainFiles(_ conversion: Conversion, at path: FilePath) -> [FilePath] { [path] }

  package func makeRecorder(_ request: RecordingRequest) throws -> (any RecordingSink)? { nil }

  package func analysisRequest(_ conversion: Conversion, _ frames: PlayedFrames) -> AnalysisRequest
  {
    AnalysisRequest()
  }
}

/// The information in an output's data files.
package enum DataSubject: Sendable {
  /// It has no optional data.
  case nothing
  /// Cells of sheets.
  case sheets
  /// Files of frames.
  case frames
  /// Exactly what its player needs.
  case player
}

/// The approximate cost of writing an output, without reading its input.
package struct WritingCost: Sendable, Hashable {
  /// Threads that compute at the same time; `Int.max` for as many as there are processors.
  package var threads: Int
  /// Peak memory.
  package var bytes: Int
  /// Peak memory with as little parallel work as possible.
  package var least: Int
  /// Fixed seconds on one processor from about 2020.
  package var milliseconds: Int
  /// Seconds for each pixel of each frame.
  package var nanosecondsPerPixel: Int

  /// - Parameter least: nil if it equals `bytes`.
  package init(
    threads: Int, bytes: Int, least: Int? = nil, milliseconds: Int, nanosecondsPerPixel: Int
  ) {
    self.threads = threads
    self.bytes = bytes
    self.least = least ?? bytes
    self.milliseconds = milliseconds
    self.nanosecondsPerPixel = nanosecondsPerPixel
  }
}
