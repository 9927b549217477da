package import Raster

/// The surroundings of a description, for formats that depend on them.
package struct AtlasSurroundings {
  /// The file's name without its extension: the name of animations that have none.
  package var title: String
  /// The size of a page's image.
  ///
  /// - Throws: ``AtlasError`` and ``ReadingError``.
  package var pictureSize: (AtlasPage) throws -> PixelSize

  package init(title: String, pictureSize: @escaping (AtlasPage) throws -> PixelSize) {
    self.title = title
    self.pictureSize = pictureSize
  }

  /// A description without images.
  package static var none: AtlasSurroundings {
    AtlasSurroundings(title: "") { page in
      throw AtlasError.imageNotFound(name: page.image ?? "")
    }
  }
}
