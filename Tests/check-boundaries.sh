#!/usr/bin/env bash
# Checks the rules about what may stand where. Prints each breach, and fails when there is one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
for program in python3 git; do
    command -v $program >/dev/null || { echo "error: $program is missing. Install it." >&2 && exit 1; }
done
git rev-parse --is-inside-work-tree >/dev/null || exit 1 # git says why

exec python3 - <<'END'
import re
import subprocess
import sys
from pathlib import Path

TOP_LEVEL = {"Package.swift", "Sources", "Tests", "Examples", "Docs", "README.md", "LICENSE", "CHANGELOG.md"}
SYSTEM_MODULES = {"Swift", "Foundation", "FoundationNetworking", "Dispatch", "Synchronization", "os", "OSLog",
                  "Glibc", "Musl", "Darwin", "Android"}
LLAMA = "Sources/LocalBackend/Llama/"
MAXIMUM_LINES = 400
IMPORT = re.compile(
    r"\s*(?P<attributes>(?:@\w+(?:\(\w*\))?\s+)*)(?:(?:public|package|internal|fileprivate|private)\s+)?"
    r"import\s+(?:(?:typealias|struct|class|enum|protocol|let|var|func)\s+)?(?P<module>\w+)")

breaches = []


def breach(path, line, text):
    breaches.append(f"{path}:{line}: {text}" if line else f"{path}: {text}")


# What git knows, and what is new and not ignored.
listing = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                         check=True, capture_output=True, text=True)
paths = [path for path in listing.stdout.split("\0") if Path(path).is_file()]

for name in sorted({path.split("/")[0] for path in paths}):
    if name not in TOP_LEVEL and not name.startswith("."):
        breach(name, 0, "does not belong at the top of the package")

own_modules = {path.split("/")[1] for path in paths if path.startswith("Sources/") and path.count("/") > 1}
for path in paths:
    if not path.endswith((".swift", ".h", ".py", ".sh")):
        continue
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    if len(lines) > MAXIMUM_LINES:
        breach(path, 0, f"has {len(lines)} lines; {MAXIMUM_LINES} are the most")
    if not (path.startswith("Sources/") and path.endswith(".swift")):
        continue
    for number, line in enumerate(lines, 1):
        found = IMPORT.match(line)
        if not found:
            continue
        module = found["module"]
        if module == "CLlama" and not path.startswith(LLAMA):
            breach(path, number, f"imports CLlama outside {LLAMA}")
        elif module not in SYSTEM_MODULES | own_modules:
            breach(path, number, f"imports {module}, which SYSTEM_MODULES in this script does not name")
        if "@_exported" in found["attributes"] and not path.startswith("Sources/FirebaseAILogic/"):
            breach(path, number, "@_exported is only for FirebaseAILogic")

print(*breaches, sep="\n", end="\n" if breaches else "")
sys.exit(1 if breaches else 0)
END
