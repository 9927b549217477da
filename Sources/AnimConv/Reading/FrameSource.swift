/// What yields the frames of one input: surveyed when it is opened, then pulled.
///
/// A source is used by one thread at a time. Memory does not depend on the number of frames.
public protocol FrameSource: AnyObject {
  /// What the survey found; does not change.
  var info: SourceInfo { get }

  /// What was tolerated while frames were decoded, beyond the warnings of the survey. Each is
  /// reported once even when a frame is decoded several times.
  var warnings: [ReadingWarning] { get }

  /// The next frame, or nil after the last.
  ///
  /// - Throws: ``ReadingError``; after an error the source is finished.
  func next() throws -> Frame?

  /// Makes `index` the frame that ``next()`` hands out next, with the whole canvas as its
  /// ``Frame/changed``.
  ///
  /// - Parameter index: from 0 up to and including the number of frames.
  /// - Complexity: decodes from the nearest earlier point from which decoding can start.
  func seek(to index: Int) throws

  /// Whether any pixel of any frame has an alpha below 255. Decodes no more than is needed to know
  /// and leaves the source at frame 0.
  func detectAlpha() throws -> Bool
}
