internal import CFFmpeg
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Keeps the last error line that FFmpeg logs on each thread, so that a failed call can tell more
/// than its code. Nothing that FFmpeg logs is ever printed.
enum LogTap {
  /// The most threads whose last line is remembered. Threads of encoders come and go without
  /// telling; beyond this number all lines are dropped, which only costs a detail in a message.
  private static let maxThreads = 64

  private static let lastLines = Mutex<[UInt: String]>([:])

  /// Takes FFmpeg's log away from standard error. Cheap after the first call; every owner of an
  /// FFmpeg object calls it before it makes one.
  static func install() { _ = installation }

  private static let installation: Void = {
    // Wraps `av_log_set_callback`; called on whatever thread logs.
    av_log_set_callback { context, level, format, arguments in
      guard level <= AV_LOG_ERROR, let format else { return }
      LogTap.record(context: context, level: level, format: format, arguments: arguments)
    }
    // SVT-AV1 has a log of its own on standard error that only this variable silences.
    setenv("SVT_LOG", "0", 0)
  }()

  /// Forgets what this thread logged before.
  static func clear() {
    lastLines.withLock { $0[currentThread] = nil }
  }

  /// The last error line of this thread since ``clear()``, and forgets it.
  static func take() -> String? {
    lastLines.withLock { $0.removeValue(forKey: currentThread) }.map(withoutAddresses)
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
    let kept = text
    lastLines.withLock { lines in
      if lines.count >= maxThreads { lines.removeAll() }
      lines[currentThread] = kept
    }
  }

  /// FFmpeg names objects as `[mov,mp4 @ 0x7f12…]`; where they are in memory differs in every run.
  static func withoutAddresses(_ text: String) -> String {
    text.replacing(#/ @ 0x[0-9a-f]+\]/#, with: "]")
  }

  private static var currentThread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }
}
