"""Checks what the compiler says of the documentation, for check-documentation.sh.

    documentation.py symbols GRAPHS MODULE…   every public symbol that a module declares has a documentation comment
    documentation.py pages ARCHIVES MODULE…   every module's page lists all that is in the module, sorted by hand

The first also leaves out of a module's graphs what the module only re-exports. Both print each breach, and fail when there
is one.
"""
import json
import sys
from pathlib import Path


def own_symbols(graph):
    """The symbols that the module's own files declare: neither synthesized nor inherited nor re-exported."""
    folder = f"/Sources/{graph['module']['name']}/"
    return [symbol for symbol in graph["symbols"]
            if "::SYNTHESIZED::" not in symbol["identifier"]["precise"]
            and folder in symbol.get("location", {}).get("uri", "")]


def without_reexports(graph):
    """The graph without what belongs to other modules of this package."""
    folder = f"/Sources/{graph['module']['name']}/"
    uris = {symbol["identifier"]["precise"]: symbol.get("location", {}).get("uri", "") for symbol in graph["symbols"]}
    foreign_types = {tuple(symbol["pathComponents"]) for symbol in graph["symbols"]
                     if "/Sources/" in uris[symbol["identifier"]["precise"]]
                     and folder not in uris[symbol["identifier"]["precise"]]}

    def is_own(symbol):
        uri = uris[symbol["identifier"]["precise"]]
        if uri:
            return folder in uri
        path = symbol["pathComponents"]
        return not any(tuple(path[:length]) in foreign_types for length in range(1, len(path)))

    kept = [symbol for symbol in graph["symbols"] if is_own(symbol)]
    names = {symbol["identifier"]["precise"] for symbol in kept}
    return graph | {"symbols": kept,
                    "relationships": [relation for relation in graph["relationships"] if relation["source"] in names]}


def check_symbols(folder, module):
    """Yields the symbols without documentation, and writes the graphs anew."""
    count = 0
    for path in sorted((folder / module).glob("*.symbols.json")):
        graph = without_reexports(json.loads(path.read_text(encoding="utf-8")))
        path.write_text(json.dumps(graph), encoding="utf-8")
        for symbol in own_symbols(graph):
            count += 1
            comment = symbol.get("docComment", {})
            # A comment that comes from a protocol of another module is that module's.
            if comment.get("module") != module or not any(line["text"].strip() for line in comment["lines"]):
                yield f"{module}.{'.'.join(symbol['pathComponents'])} has no documentation comment"
    if count == 0:
        yield f"{module} declares nothing: its symbol graph is not what this script expects"


def check_page(folder, module):
    """Yields what a module's page lists only because nobody has put it anywhere."""
    page = folder / f"{module}.doccarchive/data/documentation/{module.lower()}.json"
    data = json.loads(page.read_text(encoding="utf-8"))
    if not data.get("topicSections"):
        yield f"{module}: its page has no topics"
    for section in data.get("topicSections", []):
        if section.get("generated"):
            for identifier in section["identifiers"]:
                yield f"{module}: its page does not list {identifier.rsplit('/', 1)[-1]}"


def main():
    check = {"symbols": check_symbols, "pages": check_page}[sys.argv[1]]
    breaches = [breach for module in sys.argv[3:] for breach in check(Path(sys.argv[2]), module)]
    print(*breaches, sep="\n", end="\n" if breaches else "")
    sys.exit(1 if breaches else 0)


main()
