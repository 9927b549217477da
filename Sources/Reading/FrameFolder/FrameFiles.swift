internal import Atlases
package import Stages

/// The location of image files: a folder or an archive.
package protocol FrameFiles: AnyObject {
  /// The files in arbitrary order, without hidden files and folders.
  var names: [String] { get }

  /// Those folders that are imagesets.
  var imageSets: [String] { get }

  /// Opens one of ``names``.
  func open(_ index: Int) throws -> ByteSource

  /// Opens a file that data names, if it is inside.
  ///
  /// - Throws: ``AtlasError`` if there is none, or if the name leads outside.
  func open(named name: String) throws -> ByteSource
}

extension FrameFiles {
  /// Opens only files in ``names``: for containers without folders.
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
