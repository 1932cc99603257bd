#!/usr/bin/env bash
# Gets what the tests need and runs them. Arguments are passed on to swift test, for example: --filter Router
set -euo pipefail
package_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source-path=SCRIPTDIR source=../Sources/CLlama/install-functions.sh
source "$package_folder/Sources/CLlama/install-functions.sh"

cd "$package_folder"
venv=$package_folder/.build/oracle-venv

# venv_is_good: made by an earlier run from the same requirements, and its Python is still there.
venv_is_good() { cmp -s Tests/Oracle/requirements.txt "$venv/requirements.txt" && "$venv/bin/python" -c "" 2>/dev/null; }

# make_venv: the Python environment of the Gemini stand-in. Made without its own pip: Debian's python3 cannot put one in.
make_venv() {
    if venv_is_good; then return; fi
    need_python
    make_folder "${venv%/*}"
    lock "${venv%/*}"
    if venv_is_good; then return; fi # another run made it
    need_space "${venv%/*}" 250
    rm -rf "$venv"
    python3 -m venv --without-pip "$venv" >/dev/null 2>&1 ||
        fail "python3 cannot make a virtual environment. Install its venv module (Debian: apt-get install python3-venv)."
    work=$(mktemp -d "${venv%/*}/pip.XXXXXX")
    download "the Python packages of the Gemini stand-in" 20 install --no-cache-dir --only-binary :all: \
        --target "$(echo "$venv"/lib/python3*/site-packages)" --requirement Tests/Oracle/requirements.txt
    cp Tests/Oracle/requirements.txt "$venv/requirements.txt" # last: it says that all is there
    rm -rf "$work"
    work=
    exec 9<&-
}

# make_google_client: Google's own client, for the tests that compare. Only on CI; it is large, and they skip without it.
make_google_client() {
    local folder=$package_folder/.build/google-client
    if [[ ${CI:-} != true ]] || cmp -s Tests/Oracle/requirements-self-test.txt "$folder/requirements.txt"; then return; fi
    rm -rf "$folder"
    if "$venv/bin/python" -c "" && python3 -m pip --quiet --disable-pip-version-check --no-input install --no-cache-dir \
        --only-binary :all: --target "$folder" --requirement Tests/Oracle/requirements-self-test.txt; then
        cp Tests/Oracle/requirements-self-test.txt "$folder/requirements.txt"
    else
        rm -rf "$folder"
        say "Going on without Google's client: the tests that compare with it will say that they were skipped."
    fi
}

# check_oracle: runs the stand-in's own tests, once for each state of its files.
check_oracle() {
    local state
    state=$(cat Tests/Oracle/*.py Tests/Oracle/README.md | cksum)
    if [[ $state == "$(cat "$venv/checked" 2>/dev/null)" ]]; then return; fi
    say "Checking the Gemini stand-in ..."
    run "$venv/bin/python" Tests/Oracle/gemini_server.py --self-check >&2 || fail "the Gemini stand-in is broken (see above)."
    echo "$state" >"$venv/checked"
}

need_swift
use_llama "$package_folder"
run Examples/fetch-model.sh
# A second model, of another family. Its tests say that they were skipped where it cannot be had.
run Examples/fetch-model.sh --gemma || say "Going on without the second model."
make_venv
make_google_client
check_oracle
export HYBRID_INFERENCE_TEST_PYTHON=$venv/bin/python
if [[ ! -e .build/debug ]]; then need_space .build 1000; fi
swift build --build-tests
# All tests are XCTest's; the other library would only report that it has none.
exec swift test --disable-swift-testing "$@"
