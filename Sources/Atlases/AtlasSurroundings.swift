package import Raster

/// What lies around a description, for formats that leave things to it.
package struct AtlasSurroundings {
  /// The file's name without its ending: what animations without a name are called.
  package var title: String
  /// The size of a page's picture.
  ///
  /// - Throws: ``AtlasError`` and ``ReadingError``.
  package var pictureSize: (AtlasPage) throws -> PixelSize

  package init(title: String, pictureSize: @escaping (AtlasPage) throws -> PixelSize) {
    self.title = title
    self.pictureSize = pictureSize
  }

  /// A description by itself, without pictures.
  package static var none: AtlasSurroundings {
    AtlasSurroundings(title: "") { page in
      throw AtlasError.imageNotFound(name: page.image ?? "")
    }
  }
}
