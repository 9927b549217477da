import Foundation
import Testing

extension Animconv {
  /// The peak memory of a run in bytes; the run must succeed.
  ///
  /// Python starts it, because a process's peak starts with that of its parent, and the tests are
  /// large.
  static func peakBytes(_ arguments: [String], in folder: URL) throws -> Int {
    let script = """
      import os, sys
      child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
      _, status, usage = os.wait4(child, 0)
      print(os.waitstatus_to_exitcode(status), usage.ru_maxrss)
      """
    let outcome = try run(
      ["python3", "-c", script, executable.path] + arguments,
      with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
    let numbers = outcome.text.split { $0 == " " || $0 == "\n" }.compactMap { Int($0) }
    try #require(numbers.count == 2 && numbers[0] == 0, "\(outcome.text) \(outcome.errors)")
    #if os(macOS)
      return numbers[1]
    #else
      return numbers[1] * 1024
    #endif
  }
}
