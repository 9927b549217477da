internal import Reading
package import SystemPackage
package import AnimTiming
package import Raster

/// All that animconv knows of one kind of output.
///
/// A new kind is a folder in `Outputs` with a type that conforms to this, its ``OutputPlan`` and its
/// ``Delivery``, and a line in ``OutputKind/all``. Nothing else asks which kind an output is.
package protocol OutputDefinition: Sendable {
  /// What `--container`, presets and batch files call it; no other kind has this name.
  var name: String { get }

  /// What names of such outputs end with, in lower case and without the dot: first that of new ones.
  /// Empty for a folder that only a slash, or a folder on the disk, asks for.
  var fileExtensions: [String] { get }

  /// Whether a whole name asks for it, whatever kind the extension alone asks for.
  ///
  /// - Parameter name: of a file, without folders.
  func isMeant(by name: String) -> Bool

  /// What people call it: `a sheet`.
  var title: String { get }

  /// What people call it and its like, where settings are for all of them: `videos`.
  var family: String { get }

  /// The groups of settings that change something in it, besides those that change all outputs.
  var features: Set<OutputFeature> { get }

  /// Whether it is a folder.
  var isFolder: Bool { get }

  /// Whether it makes the folder that it lies in where that is missing.
  var makesFolder: Bool { get }

  /// Whether a reader finds frames and times in it, without a description beside it.
  var playsByItself: Bool { get }

  /// Whether pictures that a video shows at one time are frames of their own in it.
  var keepsEqualTimes: Bool { get }

  /// Whether anything of the frames' pixels is in it.
  var showsPixels: Bool { get }

  /// Whether its plan refuses pictures for their size, so that it is worth making one as if nothing
  /// were transparent before the first frame is decoded to know.
  var limitsPictures: Bool { get }

  /// What the data tells of that it writes beside the pictures.
  var data: DataSubject { get }

  /// The unit in which it stores the boundaries of a timeline whose own unit is `timebase`;
  /// `timebase` itself when it can hold them exactly.
  func storedTimebase(for timebase: Timebase, _ conversion: Conversion) -> Timebase

  /// The clock of its frames, which no frame may be too short for; nil where any time will do that
  /// ``storedTimebase(for:_:)`` can hold.
  func clock(_ exact: OutputTiming) -> StoredClock?

  /// The same request as this kind understands it: what it stores in another way than others do.
  func suited(_ conversion: Conversion) -> Conversion

  /// Refuses numbers that no output of this kind can have, before anything is computed with them.
  ///
  /// - Throws: ``SheetError``, ``FrameFilesError``.
  func checkNumbers(_ conversion: Conversion) throws

  /// Whether its plan finds choices that the allowed memory suffices for, or refuses.
  var plansMemory: Bool { get }

  /// What becomes of transparency when that is not said.
  func defaultAlpha(_ conversion: Conversion) -> AlphaMode

  /// The files that a request is certain to write, whatever the input is.
  ///
  /// - Parameter path: what the output is called.
  func certainFiles(_ conversion: Conversion, at path: FilePath) -> [FilePath]

  /// What frames have to be looked at for before there can be a plan. Refuses what needs no look.
  ///
  /// - Throws: the errors of ``plan(_:_:)``.
  func looksWanted(_ conversion: Conversion, _ frames: PlayedFrames) throws -> LooksWanted

  /// Settles every detail, without touching the source or the disk.
  ///
  /// - Throws: ``WritingError``, ``SheetError``, ``FrameFilesError``, ``PlanningError`` and others
  ///   that conform to ``StageFailure``.
  func plan(_ conversion: Conversion, _ frames: PlayedFrames) throws -> any OutputPlan

  /// What it will roughly cost to write, by choices alone.
  ///
  /// - Parameters:
  ///   - conversion: to keep high dynamic range only where there is some.
  ///   - size: of a picture.
  ///   - frames: how many there are, at least one.
  func cost(_ conversion: Conversion, size: PixelSize, frames: Int) -> WritingCost

  /// What writes frames while they are recorded, before their times are known; nil for what has to
  /// be known as a whole first.
  ///
  /// - Throws: ``WritingError`` and others that conform to ``StageFailure``.
  func makeRecorder(_ request: RecordingRequest) throws -> (any RecordingSink)?
}

extension OutputDefinition {
  package func isMeant(by name: String) -> Bool { false }
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

  package func defaultAlpha(_ conversion: Conversion) -> AlphaMode { .keep }

  package func certainFiles(_ conversion: Conversion, at path: FilePath) -> [FilePath] { [path] }

  package func makeRecorder(_ request: RecordingRequest) throws -> (any RecordingSink)? { nil }

  package func looksWanted(_ conversion: Conversion, _ frames: PlayedFrames) -> LooksWanted {
    LooksWanted()
  }
}

/// What the data tells of that an output is written with.
package enum DataSubject: Sendable {
  /// It has no data that could be chosen.
  case nothing
  /// Cells of sheets.
  case sheets
  /// Files of frames.
  case frames
  /// Everything that its player needs, and nothing else.
  case player
}

/// What writing an output will roughly cost, without what reading its input costs.
package struct WritingCost: Sendable, Hashable {
  /// Threads that compute at once; `Int.max` for as many as there are processors.
  package var threads: Int
  /// Memory at its peak.
  package var bytes: Int
  /// The same where as little is done at once as can be.
  package var least: Int
  /// Whatever is written, on one processor of 2020 or so.
  package var milliseconds: Int
  /// For each pixel of each frame.
  package var nanosecondsPerPixel: Int

  /// - Parameter least: nil for all of `bytes`.
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
