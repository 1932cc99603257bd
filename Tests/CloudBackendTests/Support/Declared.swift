import HybridInference

/// A function that is declared and never carried out.
struct Declared: ToolRepresentable {
  var name: String
  var parameters: GenerationSchema?

  var toolRepresentation: ToolRepresentation {
    .function(FunctionDeclaration(name: name, description: "Does it.", parameters: parameters))
  }
}
