/// Why a model file cannot be used, as a phrase.
struct ModelFileError: Error, Equatable {
  var reason: String
}
