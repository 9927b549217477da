package import Raster

/// What accepts the frames of one output, in order.
///
/// A sink is used by one thread at a time. It writes to the path it was given, which is a
/// temporary one: making the output appear under its name is not its business.
package protocol FrameSink: AnyObject {
  /// Takes the next frame; its start is where the one before ended.
  ///
  /// - Throws: ``WritingError``; after an error only ``cancel()`` may be called.
  func write(_ frame: TimedFrame) throws

  /// Completes the output. Called once, after the last frame.
  func finish() throws

  /// Gives up and lets go of every resource; what was written so far is worthless.
  func cancel()
}
