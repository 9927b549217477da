internal import CFFmpeg

/// A failed call of FFmpeg: the operation, the code and the library's text for it.
package struct LibavError: Error, Sendable, Hashable {
  package let operation: String
  package let code: Int32
}
