internal import CJXL
internal import Raster

/// The stored form of a frame: a rectangle, blended onto the contents of a decoder's slot.
struct JXLLayer {
  /// A slot on which a frame can be based, and its contents.
  struct Base {
    var slot: UInt32
    /// nil for a slot that was never saved, which is transparent.
    var shown: JXLPixels?
  }

  let base: Base
  let change: PictureChange
  /// Whether unchanged pixels are transparent, so that those of the base show.
  var blends: Bool

  /// Whether its changed pixels are all opaque. Others would blend with the base.
  var canBlend: Bool { change.isOpaque && change.pixels < change.rect.size.area }

  /// The samples of its rectangle.
  func patch(of picture: JXLPixels, hasAlpha: Bool) -> [UInt8] {
    picture.patch(
      change.rect, hasAlpha: hasAlpha, leavingOut: blends ? base.shown : nil, isLeftOut: blends)
  }
}
