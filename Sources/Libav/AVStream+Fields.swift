internal import CFFmpeg

extension UnsafeMutablePointer<AVStream> {
  var index: Int32 { self[at: places.pointee.AVStream_index] }
  var codecpar: UnsafeMutablePointer<AVCodecParameters>! {
    self[at: places.pointee.AVStream_codecpar]
  }
  var time_base: AVRational {
    get { self[at: places.pointee.AVStream_time_base] }
    nonmutating set { self[at: places.pointee.AVStream_time_base] = newValue }
  }
  var metadata: OpaquePointer? {
    get { self[at: places.pointee.AVStream_metadata] }
    nonmutating set { self[at: places.pointee.AVStream_metadata] = newValue }
  }
  var start_time: Int64 { self[at: places.pointee.AVStream_start_time] }
  var duration: Int64 { self[at: places.pointee.AVStream_duration] }
  var nb_frames: Int64 { self[at: places.pointee.AVStream_nb_frames] }
  var disposition: Int32 { self[at: places.pointee.AVStream_disposition] }
  var discard: AVDiscard {
    get { self[at: places.pointee.AVStream_discard] }
    nonmutating set { self[at: places.pointee.AVStream_discard] = newValue }
  }
  var sample_aspect_ratio: AVRational {
    get { self[at: places.pointee.AVStream_sample_aspect_ratio] }
    nonmutating set { self[at: places.pointee.AVStream_sample_aspect_ratio] = newValue }
  }
  var avg_frame_rate: AVRational { self[at: places.pointee.AVStream_avg_frame_rate] }
}
