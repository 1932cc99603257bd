/// One model at work on a request.
struct RouteWork: Sendable {
  let choice: RoutePlan.Choice
  /// A model can be asked twice; what is left of the first time counts no more.
  let number: Int
  let model: any LanguageModel
  /// The request in the form in which the model takes it.
  let request: ModelRequest
  /// When it was asked, since the route began.
  let start: Duration
}

/// Something that a route has to do once its state is unlocked.
enum RouteEffect {
  case ask(RoutePlan.Choice, RoutePlan.Role)
  case start(RoutePlan.Timer, Duration)
  case cancel(Task<Void, Never>)
  case report(RoutingEvent)
  case log(String)
  case finish((any Error)?)
}
