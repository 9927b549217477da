internal import CFFmpeg

/// Owner of an `AVDictionary`: named options for a codec or a container.
struct OptionDictionary: ~Copyable {
  private var dictionary: OpaquePointer?

  init(_ options: [(name: String, value: String)]) throws(LibavError) {
    dictionary = nil
    for (name, value) in options { try set(name, value) }
  }

  private mutating func set(_ name: String, _ value: String) throws(LibavError) {
    try check("set the option \(name)") { av_dict_set(&dictionary, name, value, 0) }
  }

  deinit {
    var dictionary = self.dictionary
    av_dict_free(&dictionary)
  }

  /// Lends the dictionary to a call that takes out of it what it understands.
  mutating func withPointer<Result>(
    _ body: (UnsafeMutablePointer<OpaquePointer?>) -> Result
  ) -> Result {
    body(&dictionary)
  }

  /// Refuses options that nobody took: a misspelt option must not be a silent one.
  func requireAllUsed(by consumer: String) throws(LibavError) {
    guard let entry = av_dict_get(dictionary, "", nil, AV_DICT_IGNORE_SUFFIX) else { return }
    let name = String(cString: entry.pointee.key)
    throw LibavError(
      operation: "set the option \(name) of \(consumer)", code: CFFMPEG_ERROR_EINVAL,
      logLine: "this FFmpeg does not know the option")
  }
}
