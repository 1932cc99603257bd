# shellcheck shell=bash
# What the set-up scripts of this package share. To be sourced: it defines functions and sets traps.
#
# Everything they say goes to standard error, so that standard output stays free for results.

say() { printf '%s\n' "$*" >&2; }
fail() {
    say "error: $*"
    exit 1
}

work=  # a folder that is removed at the end, however the script ends
child= # the process that is waited for

on_exit() {
    local status=$?
    trap '' INT TERM HUP
    if [[ -n $child ]]; then kill "$child" && wait "$child"; fi 2>/dev/null || true
    if [[ -n $work ]]; then
        rm -rf "$work"
        if ((status > 128)); then say "Interrupted. Nothing half-done is left: run it again to start over."; fi
    fi
    exit "$status"
}
trap on_exit EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP

# run COMMAND…: runs it in the background and waits, because bash acts on a signal only between foreground commands.
run() {
    "$@" &
    child=$!
    wait_for_child
}

# wait_for_child: gives its status; ends the script when a signal ended the child.
wait_for_child() {
    local status=0
    wait "$child" || status=$?
    child=
    if ((status > 128)); then exit "$status"; fi
    return "$status"
}

need_python() {
    command -v python3 >/dev/null ||
        fail "python3 is missing. Install it (Debian: apt-get install python3 python3-pip; macOS: xcode-select --install)."
    python3 -m pip --version >/dev/null 2>&1 ||
        fail "python3 has no pip. Install it (Debian: apt-get install python3-pip; elsewhere: python3 -m ensurepip)."
}

need_swift() {
    command -v swift >/dev/null || fail "swift is missing. Install the Swift toolchain: https://www.swift.org/install"
}

# make_folder FOLDER: with its parents.
make_folder() {
    mkdir -p "$1" 2>/dev/null || fail "cannot make the folder $1. Check its permissions and the space on its disk."
    [[ -w $1 ]] || fail "cannot write into $1. Check its permissions."
}

# need_space FOLDER MEGABYTES [ADVICE]
need_space() {
    local free
    free=$(df -Pk "$1" | awk 'NR == 2 { print int($4 / 1024) }')
    ((free >= $2)) || fail "$2 MB are needed in $1, but $free MB are free. ${3:-Make room and run it again.}"
}

# lock FOLDER: waits until no other script holds the folder. It is given back when this process ends, however it ends:
# the lock belongs to descriptor 9, which outlives the python3 that takes it. (macOS has no flock program.)
lock() {
    exec 9<"$1"
    run python3 -c '
import fcntl, sys
try:
    fcntl.flock(9, fcntl.LOCK_EX | fcntl.LOCK_NB)
except BlockingIOError:
    print("Another run is busy with the same. Waiting for it ...", file=sys.stderr, flush=True)
    fcntl.flock(9, fcntl.LOCK_EX)
except OSError:
    pass  # a file system without locks
'
}

# download WHAT MEGABYTES ARGUMENT…: runs pip with its temporary files in $work, and shows how much of WHAT is there.
# pip itself is kept quiet: its progress bar needs a terminal, and its errors are many lines.
download() {
    local what=$1 size=$2 before got next=0 tty=
    shift 2
    if [[ -t 2 ]]; then tty=1; fi
    before=$(megabytes)
    TMPDIR=$work PIP_USER=0 PIP_REQUIRE_VIRTUALENV=0 python3 -m pip --quiet --disable-pip-version-check --no-input \
        "$@" >"$work/pip.log" 2>&1 &
    child=$!
    while kill -0 "$child" 2>/dev/null; do
        got=$(($(megabytes) - before))
        ((got <= size)) || got=$size # what was unpacked counts too
        if [[ -n $tty ]]; then
            printf '\rDownloading %s: %d of %d MB ' "$what" "$got" "$size" >&2
        elif ((got >= next)); then
            say "Downloading $what: $got of $size MB"
            next=$((got + size / 4 + 1))
        fi
        sleep 0.3
    done
    if [[ -n $tty ]]; then printf '\r\033[K' >&2; fi
    wait_for_child || explain_pip_failure "$what"
}

megabytes() { { du -sk "$work" 2>/dev/null || true; } | awk '{ print int($1 / 1024) }'; }

explain_pip_failure() {
    case $(<"$work/pip.log") in
        "" | *"No space left"* | *"Disk quota"*) # nothing: there was no room for the message either
            fail "the disk became full while $1 was downloaded. Make room in ${work%/*} and run it again." ;;
        *"DO NOT MATCH THE HASHES"*)
            fail "$1 as downloaded is not the pinned file (its SHA-256 differs). Check which package index pip uses." ;;
        *Retrying* | *onnection* | *"timed out"* | *SSLError* | *ProxyError*)
            fail "$1 cannot be downloaded: the package index does not answer. Check the network and pip's settings (pip config list)." ;;
        *"No matching distribution"*)
            fail "the package index that pip uses has no $1 for this machine (pip config list shows pip's settings)." ;;
    esac
    # Something else: pip's last word, without addresses.
    fail "pip could not get $1: $(grep -v '^ *$' "$work/pip.log" | tail -n 1 | sed -E 's#[a-z+]+://[^ ]*#(address)#g')"
}

# use_llama PACKAGE_FOLDER: installs llama.cpp where it is missing, and sets the variables that its place needs.
use_llama() {
    local install=$1/Sources/CLlama/install.sh exports
    if ! exports=$("$install" --print-environment 2>/dev/null); then
        run "$install"
        exports=$("$install" --print-environment)
    fi
    eval "$exports"
}
