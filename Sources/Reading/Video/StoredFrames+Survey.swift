extension StoredFrames {
  /// What a survey found.
  init(_ survey: VideoSurvey) {
    self.init(
      isKey: survey.isKey, times: survey.hasTimes ? survey.times : [], timebase: survey.timebase)
  }
}
