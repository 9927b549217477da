internal import CLibrary
internal import Messages
internal import OutputFiles
internal import Stages
internal import SystemPackage
internal import Writing

/// What two runs must have in common so that the second can continue the first: the bytes of the
/// input and every choice.
struct FrameResumption: Sendable {
  private let input: FilePath
  private let choices: String

  /// - Throws: ``FrameFilesError`` if the input is not a single file, because it could be a
  ///   different one next time.
  init(of origin: FrameOrigin, choices: String) throws {
    guard let file = origin.file, FileStatus(of: file, followingLinks: true)?.isRegularFile == true
    else {
      throw FrameFilesError.conflict(
        "\(.resume, at: "frames.resumes")", "an input that is not one file")
    }
    input = file
    self.choices = choices
  }

  /// - Parameter tick: called from time to time; throws when the conversion must end.
  /// - Throws: ``WritingError``, and what `tick` throws.
  /// - Complexity: reads the input once.
  func identity(_ tick: () throws -> Void) throws -> FrameRecord.Identity {
    do {
      let file = try FileDescriptor.open(input, .readOnly, options: .closeOnExec)
      return try file.closeAfter {
        var digest = ContentDigest()
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while case let count = try buffer.withUnsafeMutableBytes({ try file.read(into: $0) }),
          count > 0
        {
          try tick()
          buffer.withUnsafeBytes { digest.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
        return .init(source: ContentDigest.hexadecimal(digest.finish()), choices: choices)
      }
    } catch let errno as Errno {
      throw WritingError.system(operation: "reading the input again", errno: errno.rawValue)
    }
  }
}
