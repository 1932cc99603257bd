#!/usr/bin/env bash
# From a fresh clone to an answer of the model on this device. See usage below.
set -euo pipefail
package_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source-path=SCRIPTDIR source=../Sources/CLlama/install-functions.sh
source "$package_folder/Sources/CLlama/install-functions.sh"

usage() {
    cat <<'END'
Usage: quickstart.sh ["prompt"]

Gets what is missing (llama.cpp, the system model), builds Examples/Chat in release, asks the model on this device and
streams its answer. Standard output holds the answer and, as its last line, the model that gave it. The second run needs
no network. Without a prompt it asks for one, or takes a default where nobody can be asked.
END
}

prompt="Why is the sky blue? Answer in two sentences."
case ${1:-} in
    --help | -h) usage && exit ;;
    --) shift ;;
esac
if (($# > 0)); then
    prompt=$*
elif [[ -t 0 ]]; then
    read -rp "Ask the model something: " prompt
fi

need_swift
use_llama "$package_folder"
# A model that this variable names is used instead of the system model.
if [[ -z ${HYBRID_INFERENCE_MODEL:-} ]]; then run "$package_folder/Examples/fetch-model.sh"; fi
if [[ ! -e $package_folder/.build ]]; then need_space "$package_folder" 500; fi
cd "$package_folder"
swift build -c release --product Chat >&2
exec .build/release/Chat --mode only-on-device -- "$prompt" </dev/null
