internal import CFFmpeg
internal import CLibrary

/// Keeps the last error line that FFmpeg logs on each thread, so that errors can include it.
/// FFmpeg's log is never printed.
enum LogTap {
  /// The last line of one thread.
  private final class Line {
    var text: String?
  }

  /// Thread-local storage: an encoder's threads come and go, and their lines go with them.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { line in
      // Never nil, although Linux declares it optional.
      let line: UnsafeMutableRawPointer? = line
      if let line { Unmanaged<Line>.fromOpaque(line).release() }
    }
    return key
  }()

  private static var line: Line {
    if let known = pthread_getspecific(key) {
      return Unmanaged<Line>.fromOpaque(known).takeUnretainedValue()
    }
    let line = Line()
    pthread_setspecific(key, Unmanaged.passRetained(line).toOpaque())
    return line
  }

  /// Redirects FFmpeg's log away from standard error. Fast after the first call; every owner of an
  /// FFmpeg object calls it first.
  static func install() { _ = installation }

  private static let installation: Void = {
    // Wraps `av_log_set_callback`; called on whatever thread logs.
    av_log_set_callback { context, level, format, arguments in
      guard level <= AV_LOG_ERROR, let format else { return }
      LogTap.record(context: context, level: level, format: format, arguments: arguments)
    }
    // SVT-AV1 has its own log on standard error, which only this variable silences.
    setenv("SVT_LOG", "0", 0)
  }()

  /// Drops the earlier line of this thread.
  static func clear() {
    line.text = nil
  }

  /// Returns the last error line of this thread since ``clear()``, and drops it.
  static func take() -> String? {
    line.text.take().map(withoutAddresses)
  }

  private static func record(
    context: UnsafeMutableRawPointer?, level: Int32, format: UnsafePointer<CChar>,
    arguments: CVaListPointer?
  ) {
    guard let arguments else { return }
    var line = [CChar](repeating: 0, count: 512)
    var printsPrefix: Int32 = 1
    let length = av_log_format_line2(
      context, level, format, arguments, &line, Int32(line.count), &printsPrefix)
    guard length > 0 else { return }
    let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    var text = String(decoding: bytes, as: UTF8.self)
    while text.last?.isWhitespace == true { text.removeLast() }
    guard !text.isEmpty else { return }
    Self.line.text = text
  }

  /// FFmpeg names objects as `[mov,mp4 @ 0x7f12…]`; their addresses differ in every run.
  static func withoutAddresses(_ text: String) -> String {
    text.replacing(#/ @ 0x[0-9a-f]+\]/#, with: "]")
  }
}
