/// Calls FFmpeg and turns a negative result into an error that names the operation.
///
/// - Parameters:
///   - operation: a verb phrase, evaluated only for an error.
///   - call: returns FFmpeg's code; negative means failure.
/// - Returns: the code, 0 or above.
@discardableResult
func check(
  _ operation: @autoclosure () -> String, _ call: () -> Int32
) throws(LibavError) -> Int32 {
  LogTap.clear()
  let code = call()
  guard code >= 0 else {
    throw LibavError(operation: operation(), code: code, logLine: LogTap.take())
  }
  return code
}

/// Calls an allocating function of FFmpeg and turns a null result into an error.
///
/// - Parameter library: the library of the function; it is loaded first.
func checkObject<Object>(
  _ operation: @autoclosure () -> String, of library: FFmpegLibrary, _ call: () -> Object?
) throws(LibavError) -> Object {
  try library.open()
  LogTap.clear()
  guard let object = call() else {
    throw LibavError(operation: operation(), code: 0, logLine: LogTap.take())
  }
  return object
}
