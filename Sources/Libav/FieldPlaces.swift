internal import CFFmpeg

/// The places of fields in FFmpeg's structures, in the release that is opened.
///
/// The structures differ from release to release, and the headers that animconv is built with are of
/// one. So Swift never reads the fields of `AVFrame`, `AVCodecContext`, `AVCodecParameters`,
/// `AVStream` and `AVFormatContext` by `pointee`: the properties here have the same names.
var places: UnsafePointer<cffmpeg_layout> { cffmpeg_places() }

/// Eight values, one for each plane.
typealias Eight<Value> = (Value, Value, Value, Value, Value, Value, Value, Value)

extension UnsafeMutablePointer {
  /// The field that begins that many bytes behind the beginning of the structure.
  subscript<Value>(at place: UInt16) -> Value {
    get { address(place).pointee }
    nonmutating set { address(place).pointee = newValue }
  }

  private func address<Value>(_ place: UInt16) -> UnsafeMutablePointer<Value> {
    (UnsafeMutableRawPointer(self) + Int(place)).assumingMemoryBound(to: Value.self)
  }
}
