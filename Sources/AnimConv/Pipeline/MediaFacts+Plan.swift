extension MediaFacts {
  /// The expected properties of a plan's output; the number of bytes is not known yet.
  init(of plan: ConversionPlan) {
    self.init()
    self[.container] = .word(plan.kind.description)
    self[.sound] = .truth(false)
    plan.content.note(in: &self, of: plan)
  }
}

extension ConstraintCheck {
  /// The constraints that a plan already decides.
  init(foreseeable constraints: [MediaConstraint], of plan: ConversionPlan) {
    let facts = MediaFacts(of: plan)
    self.init(constraints.filter { facts[$0.property] != nil }, facts: facts)
  }
}
