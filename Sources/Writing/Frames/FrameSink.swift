package import Raster

/// Receives the frames of one output, in order.
///
/// A sink is used by one thread at a time. It writes to a temporary path; publishing the output
/// under its name is not its task.
package protocol FrameSink: AnyObject {
  /// Takes the next frame, which starts at the end of the previous one.
  ///
  /// - Throws: ``WritingError``; after an error only ``cancel()`` may be called.
  func write(_ frame: TimedFrame) throws

  /// Completes the output. Called once, after the last frame.
  func finish() throws

  /// Cancels and releases every resource; the data written so far is useless.
  func cancel()
}
