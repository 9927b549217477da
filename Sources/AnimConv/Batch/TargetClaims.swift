internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Makes sure that no conversion of a batch writes what another one writes or reads.
enum TargetClaims {
  /// - Throws: ``BatchError/sameTarget(target:first:second:byCase:)`` and
  ///   ``BatchError/targetIsInput(target:from:input:)``.
  /// - Complexity: O(units); asks the system for each target and each input once.
  static func check(_ units: [BatchUnit]) throws(BatchError) {
    let inputs = Dictionary(
      units.compactMap { unit in
        FileStatus(of: unit.input, followingLinks: true).map { ($0, unit.input) }
      }, uniquingKeysWith: { first, _ in first })
    var places = Places()
    var owners: [FilePath: BatchUnit] = [:]
    var folded: [FilePath: BatchUnit] = [:]
    for unit in units {
      for path in unit.expectedOutputs {
        let place = places.place(of: path)
        if let other = owners.updateValue(unit, forKey: place) {
          throw sameTarget(path, other, unit, byCase: false)
        }
        let name = FilePath(place.string.lowercased())
        if let other = folded.updateValue(unit, forKey: name), other.id != unit.id,
          places.ignoresCase(path)
        {
          throw sameTarget(path, other, unit, byCase: true)
        }
        // The target itself, or the folder of frames that it would lie in.
        for taken in [path, OutputFile.folder(of: path)] {
          guard let status = FileStatus(of: taken, followingLinks: true),
            let input = inputs[status]
          else { continue }
          throw .targetIsInput(
            target: path.string, from: unit.input.string, input: input.string)
        }
      }
    }
  }

  private static func sameTarget(
    _ path: FilePath, _ first: BatchUnit, _ second: BatchUnit, byCase: Bool
  ) -> BatchError {
    .sameTarget(
      target: path.string, first: first.input.string, second: second.input.string, byCase: byCase)
  }

  /// Paths without symbolic links, so that two ways to one folder are the same.
  private struct Places {
    private var folders: [FilePath: FilePath] = [:]
    private var foldsCase: [FilePath: Bool] = [:]

    mutating func place(of path: FilePath) -> FilePath {
      guard let name = path.lastComponent else { return path }
      return real(OutputFile.folder(of: path)).appending(name)
    }

    /// Whether the file system at a path takes upper and lower case for the same.
    mutating func ignoresCase(_ path: FilePath) -> Bool {
      var folder = OutputFile.folder(of: path)
      while FileStatus(of: folder, followingLinks: true)?.isFolder != true {
        let above = OutputFile.folder(of: folder)
        if above == folder { return false }
        folder = above
      }
      if let known = foldsCase[folder] { return known }
      let probe = folder.appending(".animconv-case-\(getpid()).tmp")
      let twin = folder.appending(".ANIMCONV-CASE-\(getpid()).TMP")
      guard
        let file = try? FileDescriptor.open(
          probe, .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
          permissions: .ownerReadWrite)
      else { return false }
      try? file.close()
      let answer = FileStatus(of: twin, followingLinks: false) != nil
      _ = probe.withPlatformString { unlink($0) }
      foldsCase[folder] = answer
      return answer
    }

    /// The folder as the system knows it; what is not there yet keeps its name.
    private mutating func real(_ folder: FilePath) -> FilePath {
      if let known = folders[folder] { return known }
      let resolved: FilePath
      if let pointer = folder.withPlatformString({ realpath($0, nil) }) {
        resolved = FilePath(platformString: pointer)
        free(pointer)
      } else if let name = folder.lastComponent {
        resolved = real(OutputFile.folder(of: folder)).appending(name)
      } else {
        resolved = folder
      }
      folders[folder] = resolved
      return resolved
    }
  }
}
