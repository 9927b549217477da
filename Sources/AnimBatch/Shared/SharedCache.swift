internal import CHTTP
internal import CLibrary
internal import OutputFiles
package import SystemPackage
internal import Threads

/// A cache of outputs that machines share: results by their sources, and contents by their SHA-256.
///
/// Either a folder with `ac/ab/abcd…` and `cas/ab/abcd…`, or a server that supports GET and PUT of
/// `/ac/abcd…` and `/cas/abcd…`: the protocol of Bazel's remote cache over HTTP. Eviction is left
/// to the cache's operator. A cache that does not respond, or responds with errors, counts as
/// empty; after three consecutive failures it is not used for a minute. Responses are limited in
/// bytes and time, and redirections are not followed.
package final class SharedCache: Sendable {
  enum Kind: String { case ac, cas }

  private enum Place {
    case folder(FilePath)
    case server(String)
  }

  private struct State {
    var idle: [Connection] = []
    var failures = 0
    var resting: ContinuousClock.Instant?
    var hasTold = false
  }

  /// A libcurl handle, used by one thread at a time.
  private final class Connection: @unchecked Sendable {
    let handle: UnsafeMutableRawPointer
    init?() {
      guard let handle = animconv_http_open() else { return nil }
      self.handle = handle
    }
    deinit { animconv_http_close(handle) }
  }

  private let place: Place
  private let state = GuardedState(State())
  /// Called once with the reason if the cache fails.
  private let onFailure: @Sendable (String) -> Void

  /// The largest description of an action's result.
  private static let maxDescription = 1 << 20
  /// The largest shared content. A limit is needed because the cache's operator decides how long
  /// responses are.
  static let maxContent: Int64 = 4 << 30

  /// The timeout of a transfer: one second for each MiB, and five more.
  private static func milliseconds(_ byteCount: Int64) -> Int64 { 5000 + byteCount >> 20 * 1000 }

  /// - Parameters:
  ///   - text: a folder, or an address that starts with `http://` or `https://`.
  ///   - onFailure: called once with the reason if the cache fails.
  /// - Throws: ``BatchError/noHTTP`` if libcurl is not installed.
  package init(
    _ text: FilePath, onFailure: @escaping @Sendable (String) -> Void
  ) throws(BatchError) {
    self.onFailure = onFailure
    let address = text.string
    // A file path has lost the second slash of the address.
    if let scheme = ["http:/", "https:/"].first(where: { address.hasPrefix($0) }) {
      guard animconv_http_is_available() != 0 else { throw .noHTTP }
      var rest = address.dropFirst(scheme.count).drop { $0 == "/" }
      while rest.last == "/" { rest.removeLast() }
      place = .server("\(scheme)/\(rest)")
    } else {
      place = .folder(text)
    }
  }

  /// The result of an action; nil if unknown.
  func result(of action: String) -> ActionResult? {
    var bytes: [UInt8] = []
    let hasCome = get(.ac, action, maxBytes: Self.maxDescription) { piece in
      bytes += piece
      return true
    }
    guard hasCome else { return nil }
    return ActionResult(bytes)
  }

  /// Fetches a content piece by piece.
  ///
  /// - Returns: whether the content is complete and matches its digest. Otherwise it must not be
  ///   used.
  func fetch(
    _ file: ActionResult.File, _ take: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) -> Bool {
    guard (0...Self.maxContent).contains(file.byteCount) else { return false }
    var digest = ContentDigest()
    var count: Int64 = 0
    var isWritten = true
    let hasCome = get(.cas, file.digest, maxBytes: Int(file.byteCount)) { bytes in
      digest.update(bytes)
      count += Int64(bytes.count)
      isWritten = (try? take(bytes)) != nil
      return isWritten
    }
    // A local write error is not the cache's fault, and the conversion encounters it again.
    guard isWritten else { return false }
    if hasCome, count == file.byteCount, ContentDigest.hexadecimal(digest.finish()) == file.digest {
      return true
    }
    // Otherwise it would prevent the correct content from being stored.
    if case .folder(let folder) = place {
      _ = Self.path(folder, .cas, file.digest).withPlatformString { unlink($0) }
    }
    return false
  }

  /// Stores a file; failures are ignored.
  ///
  /// - Returns: whether it is stored.
  func store(_ path: FilePath, _ file: ActionResult.File) -> Bool {
    guard file.byteCount <= Self.maxContent,
      let opened = try? FileDescriptor.open(
        path, .readOnly, options: [.noFollow, .closeOnExec])
    else { return false }
    defer { try? opened.close() }
    return put(.cas, file.digest, byteCount: file.byteCount, from: opened)
  }

  /// Stores the result of an action; failures are ignored.
  func store(_ result: ActionResult, of action: String) {
    let bytes = result.bytes
    var rest = bytes[...]
    _ = put(.ac, action, byteCount: Int64(bytes.count)) { space in
      let part = rest.prefix(space.count)
      space.copyBytes(from: part)
      rest = rest.dropFirst(part.count)
      return part.count
    }
  }

  // MARK: -

  private func get(
    _ kind: Kind, _ digest: String, maxBytes: Int,
    _ take: @escaping (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    switch place {
    case .folder(let folder):
      guard
        let file = try? FileDescriptor.open(
          Self.path(folder, kind, digest), .readOnly, options: [.nonBlocking, .closeOnExec])
      else { return false }
      defer { try? file.close() }
      guard let status = FileStatus(of: file), status.isRegularFile else { return false }
      return Self.read(file, maxBytes: maxBytes, take)
    case .server(let address):
      guard let connection = connection() else { return false }
      var failure = [CChar](repeating: 0, count: Int(ANIMCONV_HTTP_ERROR_BYTES))
      // The closures are declared as escaping although none outlives the call: the runtime check
      // would embed the length of this file's path in the program, which must be identical wherever
      // it is built.
      let status = withUnsafePointer(to: Taking(take: take)) { taking in
        animconv_http_get(
          connection.handle, "\(address)/\(kind.rawValue)/\(digest)", Int64(maxBytes),
          Self.milliseconds(Int64(maxBytes)),
          { context, bytes, count in
            let taking = context!.assumingMemoryBound(to: Taking.self)
            let piece = UnsafeRawBufferPointer(start: bytes, count: count)
            return taking.pointee.take(piece) ? count : 0
          }, UnsafeMutableRawPointer(mutating: taking), &failure)
      }
      note(status, Self.text(failure), connection)
      return status == 200
    }
  }

  private struct Taking {
    let take: (UnsafeRawBufferPointer) -> Bool
  }

  private struct Giving {
    let give: (UnsafeMutableRawBufferPointer) -> Int
  }

  private func put(
    _ kind: Kind, _ digest: String, byteCount: Int64, from file: FileDescriptor
  ) -> Bool {
    put(kind, digest, byteCount: byteCount) { space in (try? file.read(into: space)) ?? 0 }
  }

  private func put(
    _ kind: Kind, _ digest: String, byteCount: Int64,
    _ give: @escaping (UnsafeMutableRawBufferPointer) -> Int
  ) -> Bool {
    switch place {
    case .folder(let folder):
      let path = Self.path(folder, kind, digest)
      if kind == .cas, FileStatus(of: path, followingLinks: true) != nil { return true }
      do {
        try makeFolders(OutputFile.folder(of: path))
        let file = try OutputFile(path)
        defer { file.discard() }
        let space = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
        defer { space.deallocate() }
        var content = ContentDigest()
        while case let count = give(space), count > 0 {
          content.update(UnsafeRawBufferPointer(rebasing: space[..<count]))
          try file.append(Array(space[..<count]))
        }
        // A content that is stored under its digest is never checked again.
        if kind == .cas, ContentDigest.hexadecimal(content.finish()) != digest { return false }
        try OutputFile.publish([file], replacing: true)
        return true
      } catch {
        note(0, "\(path): \(error)", nil)
        return false
      }
    case .server(let address):
      guard let connection = connection() else { return false }
      var failure = [CChar](repeating: 0, count: Int(ANIMCONV_HTTP_ERROR_BYTES))
      let status = withUnsafePointer(to: Giving(give: give)) { giving in
        animconv_http_put(
          connection.handle, "\(address)/\(kind.rawValue)/\(digest)", byteCount,
          Self.milliseconds(byteCount),
          { context, space, count in
            let giving = context!.assumingMemoryBound(to: Giving.self)
            return giving.pointee.give(UnsafeMutableRawBufferPointer(start: space, count: count))
          }, UnsafeMutableRawPointer(mutating: giving), &failure)
      }
      note(status, Self.text(failure), connection)
      return (200..<300).contains(status)
    }
  }

  /// Nil while the server is not used.
  private func connection() -> Connection? {
    let known: (isResting: Bool, connection: Connection?) = state.withLock { state in
      if let until = state.resting {
        if ContinuousClock.now < until { return (true, nil) }
        state.resting = nil
      }
      return (false, state.idle.popLast())
    }
    return known.isResting ? nil : known.connection ?? Connection()
  }

  /// 404 is a regular response, and so are 204 and 201 for a stored file.
  private func note(_ status: Int, _ failure: String, _ connection: Connection?) {
    let isGood = (200..<300).contains(status) || status == 404
    let isFirst = state.withLock { state in
      if let connection, status > 0 { state.idle.append(connection) }
      if isGood {
        state.failures = 0
        return false
      }
      state.failures += 1
      if state.failures >= 3 {
        state.failures = 0
        state.resting = .now + .seconds(60)
      }
      defer { state.hasTold = true }
      return !state.hasTold
    }
    if isFirst { onFailure(status > 0 ? "the server answered \(status)" : failure) }
  }

  private static func text(_ terminated: [CChar]) -> String {
    String(
      decoding: terminated.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// - Parameter take: returns whether it wants more.
  /// - Returns: whether the file was read to its end and is not larger than allowed.
  private static func read(
    _ file: FileDescriptor, maxBytes: Int, _ take: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    var left = maxBytes
    let space = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
    defer { space.deallocate() }
    do {
      while case let count = try file.read(into: space), count > 0 {
        left -= count
        guard left >= 0, take(UnsafeRawBufferPointer(rebasing: space[..<count])) else {
          return false
        }
      }
      return true
    } catch {
      return false
    }
  }

  private static func path(_ folder: FilePath, _ kind: Kind, _ digest: String) -> FilePath {
    folder.appending(kind.rawValue).appending(String(digest.prefix(2))).appending(digest)
  }
}
