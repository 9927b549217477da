internal import CFFmpeg

extension UnsafeMutablePointer<AVCodecParameters> {
  var codec_type: AVMediaType {
    get { self[at: places.pointee.AVCodecParameters_codec_type] }
    nonmutating set { self[at: places.pointee.AVCodecParameters_codec_type] = newValue }
  }
  var codec_id: AVCodecID { self[at: places.pointee.AVCodecParameters_codec_id] }
  var codec_tag: UInt32 {
    get { self[at: places.pointee.AVCodecParameters_codec_tag] }
    nonmutating set { self[at: places.pointee.AVCodecParameters_codec_tag] = newValue }
  }
  var width: Int32 { self[at: places.pointee.AVCodecParameters_width] }
  var height: Int32 { self[at: places.pointee.AVCodecParameters_height] }
  var format: Int32 {
    get { self[at: places.pointee.AVCodecParameters_format] }
    nonmutating set { self[at: places.pointee.AVCodecParameters_format] = newValue }
  }
  var field_order: AVFieldOrder {
    get { self[at: places.pointee.AVCodecParameters_field_order] }
    nonmutating set { self[at: places.pointee.AVCodecParameters_field_order] = newValue }
  }
  var sample_rate: Int32 { self[at: places.pointee.AVCodecParameters_sample_rate] }
  var ch_layout: AVChannelLayout { self[at: places.pointee.AVCodecParameters_ch_layout] }
  var extradata: UnsafeMutablePointer<UInt8>! {
    self[at: places.pointee.AVCodecParameters_extradata]
  }
  var extradata_size: Int32 { self[at: places.pointee.AVCodecParameters_extradata_size] }
  var initial_padding: Int32 { self[at: places.pointee.AVCodecParameters_initial_padding] }
  var frame_size: Int32 { self[at: places.pointee.AVCodecParameters_frame_size] }
  var color_space: AVColorSpace { self[at: places.pointee.AVCodecParameters_color_space] }
  var color_trc: AVColorTransferCharacteristic {
    self[at: places.pointee.AVCodecParameters_color_trc]
  }
  var color_primaries: AVColorPrimaries {
    self[at: places.pointee.AVCodecParameters_color_primaries]
  }
  var color_range: AVColorRange { self[at: places.pointee.AVCodecParameters_color_range] }
  var chroma_location: AVChromaLocation {
    self[at: places.pointee.AVCodecParameters_chroma_location]
  }
  var video_delay: Int32 { self[at: places.pointee.AVCodecParameters_video_delay] }
}
