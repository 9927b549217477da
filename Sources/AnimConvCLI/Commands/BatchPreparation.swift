internal import AnimBatch
internal import Synchronization

/// What a batch found before the process was confined, for its first run.
final class BatchPreparation: Sendable {
  /// That of this process, which runs one command.
  static let shared = BatchPreparation()

  private let plan = Mutex<BatchPlan?>(nil)
  private let manifest = Mutex<BatchManifest?>(nil)

  func keep(_ plan: BatchPlan) { self.plan.withLock { $0 = plan } }
  func keep(_ manifest: BatchManifest) { self.manifest.withLock { $0 = manifest } }

  /// The plan, the first time.
  func takePlan() -> BatchPlan? {
    plan.withLock { plan in
      defer { plan = nil }
      return plan
    }
  }

  /// The manifest, the first time.
  func takeManifest() -> BatchManifest? {
    manifest.withLock { manifest in
      defer { manifest = nil }
      return manifest
    }
  }
}
