internal import AnimBatch
internal import Synchronization

/// The results of a batch's preparation before the process was confined, for its first run.
final class BatchPreparation: Sendable {
  /// The command of this process, which runs only one.
  static let shared = BatchPreparation()

  private let plan = Mutex<BatchPlan?>(nil)
  private let manifest = Mutex<BatchManifest?>(nil)

  func keep(_ plan: BatchPlan) { self.plan.withLock { $0 = plan } }
  func keep(_ manifest: BatchManifest) { self.manifest.withLock { $0 = manifest } }

  /// The plan, for the first run.
  func takePlan() -> BatchPlan? {
    plan.withLock { plan in
      defer { plan = nil }
      return plan
    }
  }

  /// The manifest, for the first run.
  func takeManifest() -> BatchManifest? {
    manifest.withLock { manifest in
      defer { manifest = nil }
      return manifest
    }
  }
}
