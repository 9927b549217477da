internal import CFFmpeg

extension Picture {
  /// The number of hidden samples at each side.
  package struct Borders: Hashable, Sendable {
    package var left: Int
    package var top: Int
    package var right: Int
    package var bottom: Int

    package init(left: Int, top: Int, right: Int, bottom: Int) {
      self.left = left
      self.top = top
      self.right = right
      self.bottom = bottom
    }
  }

  /// Crops borders without copying samples. Wraps `av_frame_apply_cropping`.
  ///
  /// - Throws: if the borders leave nothing.
  package func crop(_ borders: Borders) throws(LibavError) {
    pointer.crop_left = borders.left
    pointer.crop_top = borders.top
    pointer.crop_right = borders.right
    pointer.crop_bottom = borders.bottom
    try check("cut off the borders") {
      av_frame_apply_cropping(pointer, Int32(AV_FRAME_CROP_UNALIGNED))
    }
  }
}
