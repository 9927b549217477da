internal import CFFmpeg

extension UnsafeMutablePointer<AVCodecContext> {
  var width: Int32 {
    get { self[at: places.pointee.AVCodecContext_width] }
    nonmutating set { self[at: places.pointee.AVCodecContext_width] = newValue }
  }
  var height: Int32 {
    get { self[at: places.pointee.AVCodecContext_height] }
    nonmutating set { self[at: places.pointee.AVCodecContext_height] = newValue }
  }
  var pix_fmt: AVPixelFormat {
    get { self[at: places.pointee.AVCodecContext_pix_fmt] }
    nonmutating set { self[at: places.pointee.AVCodecContext_pix_fmt] = newValue }
  }
  var flags: Int32 {
    get { self[at: places.pointee.AVCodecContext_flags] }
    nonmutating set { self[at: places.pointee.AVCodecContext_flags] = newValue }
  }
  var thread_count: Int32 {
    get { self[at: places.pointee.AVCodecContext_thread_count] }
    nonmutating set { self[at: places.pointee.AVCodecContext_thread_count] = newValue }
  }
  var pkt_timebase: AVRational {
    get { self[at: places.pointee.AVCodecContext_pkt_timebase] }
    nonmutating set { self[at: places.pointee.AVCodecContext_pkt_timebase] = newValue }
  }
  var max_pixels: Int64 {
    get { self[at: places.pointee.AVCodecContext_max_pixels] }
    nonmutating set { self[at: places.pointee.AVCodecContext_max_pixels] = newValue }
  }
  var skip_frame: AVDiscard {
    get { self[at: places.pointee.AVCodecContext_skip_frame] }
    nonmutating set { self[at: places.pointee.AVCodecContext_skip_frame] = newValue }
  }
  var opaque: UnsafeMutableRawPointer? {
    get { self[at: places.pointee.AVCodecContext_opaque] }
    nonmutating set { self[at: places.pointee.AVCodecContext_opaque] = newValue }
  }
  var `internal`: OpaquePointer? { self[at: places.pointee.AVCodecContext_internal] }
  var sample_fmt: AVSampleFormat {
    get { self[at: places.pointee.AVCodecContext_sample_fmt] }
    nonmutating set { self[at: places.pointee.AVCodecContext_sample_fmt] = newValue }
  }
  var sample_rate: Int32 {
    get { self[at: places.pointee.AVCodecContext_sample_rate] }
    nonmutating set { self[at: places.pointee.AVCodecContext_sample_rate] = newValue }
  }
  var ch_layout: AVChannelLayout {
    get { self[at: places.pointee.AVCodecContext_ch_layout] }
    nonmutating set { self[at: places.pointee.AVCodecContext_ch_layout] = newValue }
  }
  var bit_rate: Int64 {
    get { self[at: places.pointee.AVCodecContext_bit_rate] }
    nonmutating set { self[at: places.pointee.AVCodecContext_bit_rate] = newValue }
  }
  var time_base: AVRational {
    get { self[at: places.pointee.AVCodecContext_time_base] }
    nonmutating set { self[at: places.pointee.AVCodecContext_time_base] = newValue }
  }
  var frame_size: Int32 { self[at: places.pointee.AVCodecContext_frame_size] }
  var stats_in: UnsafeMutablePointer<CChar>? {
    get { self[at: places.pointee.AVCodecContext_stats_in] }
    nonmutating set { self[at: places.pointee.AVCodecContext_stats_in] = newValue }
  }
  var stats_out: UnsafeMutablePointer<CChar>? { self[at: places.pointee.AVCodecContext_stats_out] }
  var sample_aspect_ratio: AVRational {
    get { self[at: places.pointee.AVCodecContext_sample_aspect_ratio] }
    nonmutating set { self[at: places.pointee.AVCodecContext_sample_aspect_ratio] = newValue }
  }
  var framerate: AVRational {
    get { self[at: places.pointee.AVCodecContext_framerate] }
    nonmutating set { self[at: places.pointee.AVCodecContext_framerate] = newValue }
  }
  var gop_size: Int32 {
    get { self[at: places.pointee.AVCodecContext_gop_size] }
    nonmutating set { self[at: places.pointee.AVCodecContext_gop_size] = newValue }
  }
  var max_b_frames: Int32 {
    get { self[at: places.pointee.AVCodecContext_max_b_frames] }
    nonmutating set { self[at: places.pointee.AVCodecContext_max_b_frames] = newValue }
  }
  var codec_tag: UInt32 {
    get { self[at: places.pointee.AVCodecContext_codec_tag] }
    nonmutating set { self[at: places.pointee.AVCodecContext_codec_tag] = newValue }
  }
  var extradata: UnsafeMutablePointer<UInt8>! { self[at: places.pointee.AVCodecContext_extradata] }
  var extradata_size: Int32 { self[at: places.pointee.AVCodecContext_extradata_size] }
  var color_range: AVColorRange {
    get { self[at: places.pointee.AVCodecContext_color_range] }
    nonmutating set { self[at: places.pointee.AVCodecContext_color_range] = newValue }
  }
  var colorspace: AVColorSpace {
    get { self[at: places.pointee.AVCodecContext_colorspace] }
    nonmutating set { self[at: places.pointee.AVCodecContext_colorspace] = newValue }
  }
  var color_trc: AVColorTransferCharacteristic {
    get { self[at: places.pointee.AVCodecContext_color_trc] }
    nonmutating set { self[at: places.pointee.AVCodecContext_color_trc] = newValue }
  }
  var color_primaries: AVColorPrimaries {
    get { self[at: places.pointee.AVCodecContext_color_primaries] }
    nonmutating set { self[at: places.pointee.AVCodecContext_color_primaries] = newValue }
  }
  var chroma_sample_location: AVChromaLocation {
    get { self[at: places.pointee.AVCodecContext_chroma_sample_location] }
    nonmutating set { self[at: places.pointee.AVCodecContext_chroma_sample_location] = newValue }
  }
  var global_quality: Int32 {
    get { self[at: places.pointee.AVCodecContext_global_quality] }
    nonmutating set { self[at: places.pointee.AVCodecContext_global_quality] = newValue }
  }
  var qmin: Int32 {
    get { self[at: places.pointee.AVCodecContext_qmin] }
    nonmutating set { self[at: places.pointee.AVCodecContext_qmin] = newValue }
  }
  var qmax: Int32 {
    get { self[at: places.pointee.AVCodecContext_qmax] }
    nonmutating set { self[at: places.pointee.AVCodecContext_qmax] = newValue }
  }
}
