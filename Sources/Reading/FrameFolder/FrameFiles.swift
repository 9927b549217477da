internal import Atlases
package import Stages

/// Where picture files are: a folder, or an archive.
package protocol FrameFiles: AnyObject {
  /// The files in no order that means anything; hidden files and folders are left out.
  var names: [String] { get }

  /// Folders among them that are imagesets.
  var imageSets: [String] { get }

  /// Opens one of ``names``.
  func open(_ index: Int) throws -> ByteSource

  /// Opens a file that data names, never one outside.
  ///
  /// - Throws: ``AtlasError`` when there is none, or when the name leads elsewhere.
  func open(named name: String) throws -> ByteSource
}

extension FrameFiles {
  /// One of ``names`` and no other: where there are no folders.
  package func open(named name: String) throws -> ByteSource {
    guard let index = names.firstIndex(of: name) else { throw AtlasError.imageNotFound(name: name) }
    return try open(index)
  }

  /// All bytes of a description.
  ///
  /// - Throws: ``ReadingError/limitExceeded(limit:value:allowed:)``.
  package func description(_ source: ByteSource, limits: ReadingLimits) throws -> [UInt8] {
    guard source.byteCount <= limits.maxMetadataBytes else {
      throw ReadingError.limitExceeded(
        limit: .metadata, value: Int(source.byteCount), allowed: limits.maxMetadataBytes)
    }
    return try source.span(at: 0, count: Int(source.byteCount)) ?? []
  }
}
