internal import CFFmpeg

extension UnsafeMutablePointer<AVFormatContext> {
  var iformat: UnsafePointer<AVInputFormat>! { self[at: places.pointee.AVFormatContext_iformat] }
  var oformat: UnsafePointer<AVOutputFormat>! { self[at: places.pointee.AVFormatContext_oformat] }
  var pb: UnsafeMutablePointer<AVIOContext>! {
    get { self[at: places.pointee.AVFormatContext_pb] }
    nonmutating set { self[at: places.pointee.AVFormatContext_pb] = newValue }
  }
  var nb_streams: UInt32 { self[at: places.pointee.AVFormatContext_nb_streams] }
  var streams: UnsafeMutablePointer<UnsafeMutablePointer<AVStream>?>! {
    self[at: places.pointee.AVFormatContext_streams]
  }
  var flags: Int32 {
    get { self[at: places.pointee.AVFormatContext_flags] }
    nonmutating set { self[at: places.pointee.AVFormatContext_flags] = newValue }
  }
  var metadata: OpaquePointer? {
    get { self[at: places.pointee.AVFormatContext_metadata] }
    nonmutating set { self[at: places.pointee.AVFormatContext_metadata] = newValue }
  }
  var start_time: Int64 { self[at: places.pointee.AVFormatContext_start_time] }
  var duration: Int64 { self[at: places.pointee.AVFormatContext_duration] }
  var nb_chapters: UInt32 {
    get { self[at: places.pointee.AVFormatContext_nb_chapters] }
    nonmutating set { self[at: places.pointee.AVFormatContext_nb_chapters] = newValue }
  }
  var chapters: UnsafeMutablePointer<UnsafeMutablePointer<AVChapter>?>! {
    get { self[at: places.pointee.AVFormatContext_chapters] }
    nonmutating set { self[at: places.pointee.AVFormatContext_chapters] = newValue }
  }
}
