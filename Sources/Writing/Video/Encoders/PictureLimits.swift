internal import Messages
internal import Raster
internal import Stages

/// Image sizes that FFmpeg and the encoders refuse, known before one is opened.
enum PictureLimits {
  /// Whether FFmpeg opens a codec for images of this size: `av_image_check_size2` counts eight
  /// bytes per pixel and a border, and requires less than 2^31. 16384 x 16384 is too large.
  static func isAddressable(_ size: PixelSize) -> Bool {
    (size.width * 8 + 1024) * (size.height + 128) < Int(Int32.max)
  }

  /// - Throws: ``WritingError/pictureSize(detail:remedy:)`` for an image that the encoder refuses;
  ///   the remedy keeps the size if possible.
  static func check(_ size: PixelSize, _ recipe: EncoderRecipe) throws(WritingError) {
    let otherCodec: ConversionMessage = "choose another \(.codec)"
    if min(size.width, size.height) < recipe.minSide {
      throw refusal(size, recipe, "a side must have at least \(recipe.minSide) pixels", otherCodec)
    }
    if max(size.width, size.height) > recipe.maxSide {
      throw refusal(
        size, recipe, "a side may have at most \(recipe.maxSide) pixels",
        recipe.maxSide < PixelSize.maxOutputSide ? otherCodec : WritingError.shrinking)
    }
    if !isAddressable(size) {
      throw refusal(
        size, recipe, "FFmpeg cannot open an encoder for that many pixels", WritingError.shrinking)
    }
  }

  private static func refusal(
    _ size: PixelSize, _ recipe: EncoderRecipe, _ rule: String, _ remedy: ConversionMessage
  ) -> WritingError {
    .pictureSize(
      detail: "\(recipe.name) cannot encode a picture of \(size): \(rule)", remedy: remedy)
  }
}
