#!/usr/bin/env bash
# Proves that on-device answers fit their schemas: N (10) random answers to each of the schemas in
# Tests/LocalBackendTests/Grammar, checked by Python's jsonschema. Takes about half an hour on two cores.
set -euo pipefail
export HYBRID_INFERENCE_PROOF=${1:-10}
exec "$(dirname "${BASH_SOURCE[0]}")/run.sh" --filter StructuredProofTests
