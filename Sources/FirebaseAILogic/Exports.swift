@_exported public import CloudBackend
@_exported public import HybridInference
@_exported public import LocalBackend
