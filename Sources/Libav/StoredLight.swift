/// The high dynamic range of a video whose samples are copied unchanged: the descriptions in
/// container and stream.
package struct StoredLight: Sendable, Hashable {
  /// The common name of the transfer: `PQ` or `HLG`.
  package let name: String
  package let tags: ColorTags
  package var metadata: LightMetadata

  package init(name: String, tags: ColorTags, metadata: LightMetadata) {
    self.name = name
    self.tags = tags
    self.metadata = metadata
  }
}
