internal import CFFmpeg

/// The sound of a foreign file, which can be opened any number of times.
package final class SoundInput: Sendable {
  /// What the file says about its sound.
  package struct Facts: Hashable, Sendable {
    /// FFmpeg's name of the codec, such as `aac`.
    package var codec: String
    /// Samples a second.
    package var rate: Int
    package var channels: Int
    /// Whether the headers say what a decoder has to know, so that packets can be copied.
    package var hasHeader: Bool
    /// When the sound starts, in ticks of ``timebase``; nil when the file does not say.
    package var start: Int64?
    package var timebase: Rational
    /// Streams of sound in the file.
    package var streams: Int
  }

  package let facts: Facts
  /// When the first picture of the file shows, in ticks of ``pictureTimebase``.
  package let firstPicture: Int64
  package let pictureTimebase: Rational
  private let open: @Sendable () throws -> SoundDemuxer

  /// - Parameters:
  ///   - firstPicture: in ticks of `pictureTimebase`.
  ///   - open: opens the file anew.
  /// - Returns: nil without sound that can be decoded.
  /// - Throws: what `open` throws.
  package init?(
    firstPicture: Int64, _ pictureTimebase: Rational,
    open: @escaping @Sendable () throws -> SoundDemuxer
  ) throws {
    guard let facts = try open().facts else { return nil }
    self.facts = facts
    self.firstPicture = firstPicture
    self.pictureTimebase = pictureTimebase
    self.open = open
  }

  func makeDemuxer() throws(LibavError) -> SoundDemuxer {
    do { return try open() } catch let error as LibavError {
      throw error
    } catch {
      throw LibavError(
        operation: "read the sound", code: CFFMPEG_ERROR_EIO, logLine: "\(error)")
    }
  }
}

extension SoundInput: Hashable {
  package static func == (left: SoundInput, right: SoundInput) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
