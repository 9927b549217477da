import Foundation

extension Animconv {
  /// Runs the command on a terminal of its own.
  ///
  /// - Parameters:
  ///   - answer: what the terminal sends when it is queried for its attributes.
  ///   - interrupts: whether Ctrl-C is typed once a counting progress line is being written.
  /// - Returns: the exit code, and everything that was written to the terminal.
  static func onTerminal(
    _ arguments: [String], columns: Int, rows: Int = 24, answer: String = "",
    interrupts: Bool = false, environment: [String: String], in folder: URL
  ) throws -> (status: Int32, text: String) {
    let program = """
      import fcntl, os, pty, struct, sys, termios
      columns, rows, answer = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3].encode()
      interrupts = sys.argv[4] == "interrupts"
      child, terminal = pty.fork()
      if child == 0:
          fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
          os.execv(sys.argv[5], sys.argv[5:])
      written, answered = b"", False
      while True:
          try:
              piece = os.read(terminal, 65536)
          except OSError:
              break
          if not piece:
              break
          written += piece
          if interrupts and b"\\r" in written and b"/" in written:
              interrupts = False
              os.write(terminal, b"\\x03")
          if not answered and b"\\x1b[c" in written:
              answered = True
              # A terminal takes its time, and sends what it sends in pieces.
              for start in range(0, len(answer), 7):
                  os.write(terminal, answer[start:start + 7])
      sys.stdout.buffer.write(written)
      sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
      """
    let outcome = try run(
      ["python3", "-c", program, "\(columns)", "\(rows)", answer, interrupts ? "interrupts" : ""]
        + [executable.path] + arguments,
      with: URL(fileURLWithPath: "/usr/bin/env"), in: folder, environment: environment)
    return (outcome.status, outcome.text)
  }
}
