package import OutputFiles
package import Raster
package import SystemPackage

/// The part of a conversion that depends on the kind of output: shapes the frames for its sinks,
/// checks the written files, and publishes them.
///
/// Used by one thread. ``finish()`` is followed by ``check(_:)`` and ``publish(replacing:)``;
/// ``discard()`` always comes last.
package protocol Delivery: AnyObject {
  /// The number of plays to pass in: all of them, or one play that the sink itself repeats.
  var playsWanted: Int { get }

  /// Whether it needs frames at all.
  var takesFrames: Bool { get }

  /// Whether frames may come with samples instead of pixels: ``PixelBuffer/plain``.
  var takesSamples: Bool { get }

  /// Whether frames come with all bits of their samples: ``PixelBuffer/wide``.
  var takesWide: Bool { get }

  /// Whether every frame of a play must be passed to ``see(_:)`` before the first is written.
  var hasFirstPass: Bool { get }

  /// The number of frames at the start that an earlier run delivered; they are not passed in again.
  var framesDone: Int { get }

  /// Examines the next frame of the first play.
  ///
  /// - Throws: ``WritingError``, ``ShapingError``.
  func see(_ frame: TimedFrame) throws

  /// Prepares for ``write(_:)`` once every frame was examined.
  ///
  /// - Throws: ``WritingError``.
  func finishFirstPass() throws

  /// Takes the next frame as read, with its place on the output's timeline.
  ///
  /// - Throws: ``WritingError``, ``ShapingError``.
  func write(_ frame: TimedFrame) throws

  /// Frames that were passed in but not encoded yet.
  var framesWaiting: Int { get }

  /// Completes the files.
  func finish() throws

  /// Releases encoders and threads after an error.
  func cancel()

  /// Opens the written files again and compares them with the plan.
  ///
  /// - Parameter isCancelled: throws if the conversion must end.
  /// - Throws: ``ReadBackError``.
  func check(_ isCancelled: () throws -> Void) throws -> [Conversion.Report.Output]

  /// The complete output that plays by itself, before it is published; nil for other outputs.
  var writtenPath: FilePath? { get }

  /// The outputs and their temporary places, without streams. Complete after ``finish()``.
  var staged: [StagedOutput] { get }

  /// Publishes everything under its name, all or nothing.
  ///
  /// - Throws: ``OutputError``.
  func publish(replacing: Bool) throws

  /// Removes unpublished files.
  func discard()
}

extension Delivery {
  package var takesFrames: Bool { true }
  package var takesSamples: Bool { false }
  package var takesWide: Bool { false }
  package var framesDone: Int { 0 }
  package var writtenPath: FilePath? { nil }
  package var hasFirstPass: Bool { false }
  package func see(_ frame: TimedFrame) throws {}
  package func finishFirstPass() throws {}

  package var framesWaiting: Int { 0 }
}

/// A complete output that does not have its name yet.
package struct StagedOutput {
  package var path: FilePath
  package var temporaryPath: FilePath
  package var isFolder = false
  private var file: OutputFile?

  package init(path: FilePath, temporaryPath: FilePath) {
    self.path = path
    self.temporaryPath = temporaryPath
  }

  package init(_ file: OutputFile) {
    path = file.path
    temporaryPath = file.temporaryPath
    self.file = file
  }

  package init(_ folder: OutputFolder) {
    path = folder.path
    temporaryPath = folder.temporaryPath
    isFolder = true
  }

  /// Bytes written so far, as the system reports them.
  var writtenBytes: Int64 {
    guard isFolder else { return FileStamp(of: temporaryPath)?.byteCount ?? 0 }
    let names = (try? FolderNames.all(in: temporaryPath)) ?? []
    return names.reduce(0) {
      $0 + (FileStamp(of: temporaryPath.appending($1))?.byteCount ?? 0)
    }
  }

  /// Whether another file took the place of the written one.
  var isExchanged: Bool { file?.hasItsTemporaryName == false }
}
