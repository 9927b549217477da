package import OutputFiles
package import Raster
package import SystemPackage

/// Carries out what is particular to one kind of output: shapes the frames for its sinks, checks
/// what they wrote, and makes it appear.
///
/// Used by one thread. After ``finish()`` come ``check(_:)`` and ``publish(replacing:)``; whatever
/// happens, ``discard()`` comes last.
package protocol Delivery: AnyObject {
  /// How many plays have to be handed over: all of them, or one that the sink repeats itself.
  var playsWanted: Int { get }

  /// Whether it wants frames at all.
  var takesFrames: Bool { get }

  /// Whether frames may come with samples instead of pixels: ``PixelBuffer/plain``.
  var takesSamples: Bool { get }

  /// Whether frames are to come with all bits of their samples: ``PixelBuffer/wide``.
  var takesWide: Bool { get }

  /// Whether every frame of a play has to be shown by ``see(_:)`` before the first is written.
  var hasFirstPass: Bool { get }

  /// How many of the first frames an earlier run has delivered; they are not handed over again.
  var framesDone: Int { get }

  /// Looks at the next frame of the first play.
  ///
  /// - Throws: ``WritingError``, ``ShapingError``.
  func see(_ frame: TimedFrame) throws

  /// Makes ready for ``write(_:)`` once every frame has been seen.
  ///
  /// - Throws: ``WritingError``.
  func finishFirstPass() throws

  /// Takes the next frame as it was read, with its place on the output's timeline.
  ///
  /// - Throws: ``WritingError``, ``ShapingError``.
  func write(_ frame: TimedFrame) throws

  /// Frames that were handed over and that no encoder has encoded yet.
  var framesWaiting: Int { get }

  /// Completes the files.
  func finish() throws

  /// Lets go of encoders and threads after an error.
  func cancel()

  /// Opens what was written again and compares it with the plan.
  ///
  /// - Parameter isCancelled: throws when the conversion is to end.
  /// - Throws: ``ReadBackError``.
  func check(_ isCancelled: () throws -> Void) throws -> [WrittenOutput]

  /// What will appear, and where it is until then; streams are left out. Complete after
  /// ``finish()``.
  var staged: [StagedOutput] { get }

  /// Makes everything appear under its name, all or nothing.
  ///
  /// - Throws: ``OutputError``.
  func publish(replacing: Bool) throws

  /// Removes what has not been published.
  func discard()
}

extension Delivery {
  package var takesFrames: Bool { true }
  package var takesSamples: Bool { false }
  package var takesWide: Bool { false }
  package var framesDone: Int { 0 }
  package var hasFirstPass: Bool { false }
  package func see(_ frame: TimedFrame) throws {}
  package func finishFirstPass() throws {}

  package var framesWaiting: Int { 0 }
}

/// A complete output that has not got its name yet.
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

  /// Whether somebody has put another file in the place of the one that was written.
  var isExchanged: Bool { file?.hasItsTemporaryName == false }
}
