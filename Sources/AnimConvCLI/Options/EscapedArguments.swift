internal import CArguments

/// The process's arguments as lossless strings.
///
/// Bytes that are not valid UTF-8 become U+10FF00 plus the byte, and so do the bytes of those
/// characters themselves, so that decoding is unambiguous.
enum EscapedArguments {
  private static let escapeBase: UInt32 = 0x10FF00
  private static let escapes = Unicode.Scalar(0x10FF00)!...Unicode.Scalar(0x10FFFF)!

  /// The arguments without the program's name. Swift's `CommandLine` is used only if the system
  /// provides no other way: on Linux it reads /proc, which bare systems lack.
  static var ofProcess: [String] {
    let count = animconv_argument_count()
    if count > 0 { return (1..<max(1, count)).compactMap { animconv_argument($0).map(text) } }
    return (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { text(UnsafePointer($0)) }
    }
  }

  private static func text(_ argument: UnsafePointer<CChar>) -> String {
    var bytes: [UInt8] = []
    var next = argument
    while next.pointee != 0 {
      bytes.append(UInt8(bitPattern: next.pointee))
      next += 1
    }
    return escape(bytes)
  }

  /// A string from which ``bytes(of:)`` restores the bytes.
  static func escape(_ bytes: [UInt8]) -> String {
    var scalars = String.UnicodeScalarView()
    var decoder = UTF8.ForwardParser()
    var input = bytes.makeIterator()
    var position = 0
    parsing: while true {
      switch decoder.parseScalar(from: &input) {
      case .valid(let encoded):
        let scalar = UTF8.decode(encoded)
        if escapes.contains(scalar) {
          scalars.append(contentsOf: encoded.map(escape))
        } else {
          scalars.append(scalar)
        }
        position += encoded.count
      case .error(let length):
        for byte in bytes[position..<position + length] { scalars.append(escape(byte)) }
        position += length
      case .emptyInput:
        break parsing
      }
    }
    return String(scalars)
  }

  /// This function is the inverse of ``escape(_:)``.
  static func bytes(of argument: String) -> [UInt8] {
    argument.unicodeScalars.flatMap { scalar -> [UInt8] in
      if escapes.contains(scalar) { return [UInt8(scalar.value - escapeBase)] }
      return Array(String(scalar).utf8)
    }
  }

  private static func escape(_ byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(escapeBase + UInt32(byte))!
  }
}
