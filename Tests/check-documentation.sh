#!/usr/bin/env bash
# Builds the documentation of each module. Fails on a link that leads nowhere and on other warnings.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source-path=SCRIPTDIR source=../Sources/CLlama/install-functions.sh
source Sources/CLlama/install-functions.sh

need_swift
use_llama "$PWD"
docc=$(command -v docc) || fail "docc is missing. It comes with the Swift toolchain: put the folder of swift into PATH."
scratch=.build/documentation
rm -rf "$scratch/graphs"
mkdir -p "$scratch/graphs"
swift build --scratch-path "$scratch/build" --product FirebaseAILogic \
    -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$scratch/graphs" >&2
for module in HybridInference CloudBackend LocalBackend FirebaseAILogic; do
    mkdir -p "$scratch/graphs/$module"
    mv "$scratch/graphs/$module"*.symbols.json "$scratch/graphs/$module/"
    "$docc" convert --additional-symbol-graph-dir "$scratch/graphs/$module" \
        --fallback-display-name "$module" --fallback-bundle-identifier "$module" \
        --output-path "$scratch/$module.doccarchive" --warnings-as-errors
    say "Documentation of $module: $scratch/$module.doccarchive"
done
