internal import AnimConv
internal import CLibrary
internal import Stages
internal import TextFormats

/// The error of the latest call of each thread that failed: its number, then its text.
enum LastError {
  private static let slot: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { free($0) }
    return key
  }()

  /// The size of the number before the text.
  private static let textOffset = MemoryLayout<Int32>.stride

  /// The number, 0 for none.
  static var code: Int32 {
    pthread_getspecific(slot)?.load(as: Int32.self) ?? 0
  }

  /// The text; nil for none. Valid until the next ``set(_:)`` of this thread.
  static var text: UnsafePointer<CChar>? {
    pthread_getspecific(slot).map {
      UnsafePointer(($0 + textOffset).assumingMemoryBound(to: CChar.self))
    }
  }

  static func set(_ error: ConversionError) {
    let text = json(error).utf8CString
    guard let place = malloc(textOffset + text.count) else { return }
    place.storeBytes(of: error.kind.exitCode, as: Int32.self)
    text.withUnsafeBytes {
      (place + textOffset).copyMemory(from: $0.baseAddress!, byteCount: $0.count)
    }
    free(pthread_getspecific(slot))
    pthread_setspecific(slot, place)
  }

  private static func json(_ error: ConversionError) -> String {
    var members: [(key: String, value: JSONOutput)] = [
      ("code", .integer(Int(error.kind.exitCode))), ("stage", .text(error.stage.rawValue)),
    ]
    if let file = error.file { members.append(("file", .text(file))) }
    if let frame = error.frame { members.append(("frame", .integer(frame))) }
    members.append(("reason", .text(error.reason.text(.names))))
    if let remedy = error.remedy { members.append(("remedy", .text(remedy.text(.names)))) }
    return JSONOutput.object(members).line
  }
}

extension JSONOutput {
  /// The value on one line, without a line end.
  var line: String {
    String(decoding: JSONOutput.list([self], .inline).bytes.dropFirst().dropLast(2), as: UTF8.self)
  }
}

/// Runs the body of a function. An error becomes the thread's ``LastError``.
///
/// - Returns: nil after an error.
func calling<Value>(
  file: String? = nil, _ stage: ConversionStage = .reading, _ body: () throws -> Value
) -> Value? {
  do {
    try ForkGuard.check()
    return try body()
  } catch {
    LastError.set(ConversionError.wrapping(error, file: file, stage: stage))
    return nil
  }
}

/// Calls a function that returns only whether it succeeded.
///
/// - Returns: 0, or the number of the error.
func succeeding(file: String? = nil, _ body: () throws -> Void) -> Int32 {
  calling(file: file) { try body() } == nil ? LastError.code : 0
}

/// An error about the caller's arguments.
func misuse(_ reason: String, remedy: String) -> ConversionError {
  ConversionError(
    stage: .reading, kind: .usage, file: nil, reason: "\(reason)", remedy: "\(remedy)")
}
