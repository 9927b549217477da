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

  /// Passes the dictionary to a call that removes the options that it knows.
  mutating func withPointer<Result>(
    _ body: (UnsafeMutablePointer<OpaquePointer?>) -> Result
  ) -> Result {
    body(&dictionary)
  }

  /// Refuses options that no call has used, because a misspelt option must cause an error.
  func requireAllUsed(by consumer: String) throws(LibavError) {
    guard let entry = av_dict_get(dictionary, "", nil, AV_DICT_IGNORE_SUFFIX) else { return }
    let name = String(cString: entry.pointee.key)
    throw LibavError(
      operation: "set the option \(name) of \(consumer)", code: CFFMPEG_ERROR_EINVAL,
      logLine: "this FFmpeg does not know the option")
  }
}
