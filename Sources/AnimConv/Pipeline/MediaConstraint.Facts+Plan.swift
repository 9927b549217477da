extension MediaConstraint.Facts {
  /// The expected properties of a plan's output; the number of bytes is not known yet.
  init(of plan: Conversion.Plan) {
    self.init()
    self[.container] = .word(plan.kind.description)
    self[.sound] = .truth(false)
    plan.content.note(in: &self, of: plan)
  }
}

extension MediaConstraint.Check {
  /// The constraints that a plan already decides.
  init(foreseeable constraints: [MediaConstraint], of plan: Conversion.Plan) {
    let facts = MediaConstraint.Facts(of: plan)
    self.init(constraints.filter { facts[$0.property] != nil }, facts: facts)
  }
}
