internal import CFFmpeg

extension UnsafeMutablePointer<AVFrame> {
  var width: Int32 {
    get { self[at: places.pointee.AVFrame_width] }
    nonmutating set { self[at: places.pointee.AVFrame_width] = newValue }
  }
  var height: Int32 {
    get { self[at: places.pointee.AVFrame_height] }
    nonmutating set { self[at: places.pointee.AVFrame_height] = newValue }
  }
  var format: Int32 {
    get { self[at: places.pointee.AVFrame_format] }
    nonmutating set { self[at: places.pointee.AVFrame_format] = newValue }
  }
  var pts: Int64 {
    get { self[at: places.pointee.AVFrame_pts] }
    nonmutating set { self[at: places.pointee.AVFrame_pts] = newValue }
  }
  var best_effort_timestamp: Int64 { self[at: places.pointee.AVFrame_best_effort_timestamp] }
  var flags: Int32 { self[at: places.pointee.AVFrame_flags] }
  var decode_error_flags: Int32 { self[at: places.pointee.AVFrame_decode_error_flags] }
  var pict_type: AVPictureType {
    get { self[at: places.pointee.AVFrame_pict_type] }
    nonmutating set { self[at: places.pointee.AVFrame_pict_type] = newValue }
  }
  var quality: Int32 {
    get { self[at: places.pointee.AVFrame_quality] }
    nonmutating set { self[at: places.pointee.AVFrame_quality] = newValue }
  }
  var data: Eight<UnsafeMutablePointer<UInt8>?> { self[at: places.pointee.AVFrame_data] }
  var linesize: Eight<Int32> { self[at: places.pointee.AVFrame_linesize] }
  var extended_data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>! {
    self[at: places.pointee.AVFrame_extended_data]
  }
  var color_range: AVColorRange {
    get { self[at: places.pointee.AVFrame_color_range] }
    nonmutating set { self[at: places.pointee.AVFrame_color_range] = newValue }
  }
  var colorspace: AVColorSpace {
    get { self[at: places.pointee.AVFrame_colorspace] }
    nonmutating set { self[at: places.pointee.AVFrame_colorspace] = newValue }
  }
  var color_trc: AVColorTransferCharacteristic {
    get { self[at: places.pointee.AVFrame_color_trc] }
    nonmutating set { self[at: places.pointee.AVFrame_color_trc] = newValue }
  }
  var color_primaries: AVColorPrimaries {
    get { self[at: places.pointee.AVFrame_color_primaries] }
    nonmutating set { self[at: places.pointee.AVFrame_color_primaries] = newValue }
  }
  var chroma_location: AVChromaLocation {
    get { self[at: places.pointee.AVFrame_chroma_location] }
    nonmutating set { self[at: places.pointee.AVFrame_chroma_location] = newValue }
  }
  var sample_aspect_ratio: AVRational {
    get { self[at: places.pointee.AVFrame_sample_aspect_ratio] }
    nonmutating set { self[at: places.pointee.AVFrame_sample_aspect_ratio] = newValue }
  }
  var nb_samples: Int32 {
    get { self[at: places.pointee.AVFrame_nb_samples] }
    nonmutating set { self[at: places.pointee.AVFrame_nb_samples] = newValue }
  }
  var sample_rate: Int32 {
    get { self[at: places.pointee.AVFrame_sample_rate] }
    nonmutating set { self[at: places.pointee.AVFrame_sample_rate] = newValue }
  }
  var ch_layout: AVChannelLayout {
    get { self[at: places.pointee.AVFrame_ch_layout] }
    nonmutating set { self[at: places.pointee.AVFrame_ch_layout] = newValue }
  }
  var crop_left: Int {
    get { self[at: places.pointee.AVFrame_crop_left] }
    nonmutating set { self[at: places.pointee.AVFrame_crop_left] = newValue }
  }
  var crop_top: Int {
    get { self[at: places.pointee.AVFrame_crop_top] }
    nonmutating set { self[at: places.pointee.AVFrame_crop_top] = newValue }
  }
  var crop_right: Int {
    get { self[at: places.pointee.AVFrame_crop_right] }
    nonmutating set { self[at: places.pointee.AVFrame_crop_right] = newValue }
  }
  var crop_bottom: Int {
    get { self[at: places.pointee.AVFrame_crop_bottom] }
    nonmutating set { self[at: places.pointee.AVFrame_crop_bottom] = newValue }
  }
}
