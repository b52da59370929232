#!/usr/bin/env python3
"""Runs cortado on the regression programs of JBMC and compares verdicts.

    bench/jbmc/corpus.py CBMC/jbmc/regression [--cortado PATH] [--seconds 10] [--replay] [--only TEXT]

Each `*.desc` file there names a class, options and the expected outcome. Those with a plain verdict about assertions are
taken: no dump of intermediate forms, no option that changes what Java means. Parameters may be null, as for JBMC. Prints
how many agree, how many are undecided and why, and every one that differs, to be looked at: JBMC reads some programs in
ways of its own (a seeded Random is any number, main gets any arguments).
"""
import argparse
import collections
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

# Options that ask for something else than a verdict, or that change the meaning of the program.
OTHER = set(
    """--show-vcc --show-goto-functions --json-ui --show-symbol-table --show-properties --show-class-hierarchy
    --program-only --list-symbols --java-threading --nondet-static --static-values --java-assume-inputs-interval
    --java-assume-inputs-integral --depth --context-exclude --context-include --string-input-value --string-non-empty
    --string-printable --assert-no-exceptions-thrown --throw-assertion-error --disable-uncaught-exception-check
    --java-load-class --lazy-methods-extra-entry-point --symex-complexity-limit --stop-on-fail --java-cp-include-files
    --java-lift-clinit-calls""".split()
)
WITH_VALUE = set(
    """--function --cp --classpath -cp --max-nondet-string-length --unwind --property --verbosity
    --max-nondet-array-length --java-max-vla-length --java-unwind-enum-static --main-class --sat-solver --object-bits
    --max-field-sensitivity-array-size --max-nondet-tree-depth --unwindset""".split()
)
PRIMITIVES = dict(B="byte", C="char", D="double", F="float", I="int", J="long", S="short", Z="boolean")


class Task:
    """One description, or None in `expected` if it is not about a plain verdict."""

    def __init__(self, path):
        self.path, self.options, self.flags, self.expected = path, collections.defaultdict(list), set(), None
        lines = path.read_text(errors="replace").split("\n")
        if len(lines) < 3 or not lines[0].startswith("CORE"):
            return
        self.main = lines[1].strip()
        words = shlex.split(lines[2])
        if OTHER.intersection(words):
            return
        while words:
            word = words.pop(0)
            if word in WITH_VALUE and words:
                self.options[word].append(words.pop(0))
            else:
                self.flags.add(word)
        body = "\n".join(lines[3:]).split("\n--\n")[0]
        if "VERIFICATION SUCCESSFUL" in body:
            self.expected = "holds"
        elif "VERIFICATION FAILED" in body:
            self.expected = "fails"
        found = re.findall(r"assertion at file \S+ line (\d+).*?(SUCCESS|FAILURE)", body)
        self.lines = {int(line): "holds" if word == "SUCCESS" else "fails" for line, word in found}
        named = [re.match(r"java::([^:]*)\.([^.:]*):.*\.assertion\.(\d+)$", p) for p in self.options["--property"]]
        self.properties = [(m[1], m[2], int(m[3])) for m in named if m]

    def arguments(self, directory):
        targets = []
        for option in ("--cp", "--classpath", "-cp"):
            for part in ":".join(self.options[option]).replace("`", "").split(":"):
                if part.strip() and "models" not in part and (directory / part.strip()).exists():
                    targets.append(part.strip())
        jar = self.main.endswith(".jar")
        arguments = [self.main] if jar else targets or ["."]
        if "--java-assume-inputs-non-null" not in self.flags:
            arguments.append("--nullable")
        for theirs, ours in (("string", "--string-length"), ("array", "--array-length")):
            for limit in self.options[f"--max-nondet-{theirs}-length"][:1]:
                arguments += [ours, limit]
        if self.options["--function"]:
            arguments += ["--method", java_name(self.options["--function"][0])]
        elif not jar:
            arguments += ["--main", self.main.removesuffix(".class").replace("/", ".")]
        return arguments

    def compare(self, result):
        """"agrees", "differs" or "undecided", and a word why."""
        reason = result["reasons"][0]["what"] if result["reasons"] else "no such assertion"
        asserted = [o for o in result["obligations"] if o["kind"] == "assertion" and o.get("where")]
        if self.properties:
            wanted = [(self.nth(asserted, *p), self.expected) for p in self.properties]
        elif self.lines:
            at = lambda line: [o["status"] for o in asserted if o["where"].get("line") == line]
            wanted = [(worst(at(line)), expected) for line, expected in self.lines.items()]
        else:
            status = {"violated": "violated", "unknown": "unknown"}.get(result["verdict"], "holds")
            wanted = [(status, self.expected)]
        if any(status in ("unknown", None) for status, _ in wanted):
            return "undecided", reason
        if all((status == "violated") == (expected == "fails") for status, expected in wanted):
            return "agrees", ""
        return "differs", f"expected {self.expected}, found {result['verdict']}"

    @staticmethod
    def nth(asserted, class_name, method, number):
        places = sorted(
            (o["where"].get("line") or 0, o["where"].get("column") or 0, o["status"])
            for o in asserted
            if o["where"]["class"] == class_name and o["where"]["method"] == method
        )
        return places[number - 1][2] if number <= len(places) else None


def worst(statuses):
    order = ("violated", "unknown", "holds", "unreachable")
    return min(statuses, key=order.index, default=None)


def java_name(function):
    """`A.f:(I[J)V` as `A.f(int,long[])`."""
    name, _, descriptor = function.partition(":")
    if not descriptor.startswith("("):
        return name
    types = []
    for kind in re.findall(r"\[*(?:L[^;]*;|[BCDFIJSZ])", descriptor[1 : descriptor.index(")")]):
        element = kind.lstrip("[")
        spelled = PRIMITIVES.get(element) or element[1:-1].replace("/", ".").replace("$", ".")
        types.append(spelled + "[]" * (len(kind) - len(element)))
    return f"{name}({','.join(types)})"


def run(task, directory, options):
    with tempfile.TemporaryDirectory() as scratch:
        report = pathlib.Path(scratch, "result.json")
        command = [options.cortado, "check", *task.arguments(directory), "--json", str(report), "--quiet"]
        command += ["--timeout", f"{options.seconds}s", "--junit", scratch]
        if not options.replay:
            command.append("--no-replay")
        try:
            done = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=options.seconds + 60)
        except subprocess.TimeoutExpired:
            return "undecided", "no end"
        if done.returncode == 2 or not report.exists():
            return "refused", (done.stderr.strip().splitlines() or ["no message"])[0]
        return task.compare(json.loads(report.read_text()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=pathlib.Path, help="jbmc/regression of a checkout of CBMC")
    parser.add_argument("--cortado", default=shutil.which("cortado") or "target/release/cortado")
    parser.add_argument("--seconds", type=int, default=10, help="for each program")
    parser.add_argument("--replay", action="store_true", help="run every violation on the JVM too, which takes longer")
    parser.add_argument("--only", default="", help="only descriptions whose path contains this")
    parser.add_argument("--folders", default="jbmc,jbmc-strings")
    options = parser.parse_args()
    options.cortado = str(pathlib.Path(options.cortado).resolve())
    if not options.corpus.is_dir():
        sys.exit(f"error: {options.corpus} is no directory; fetch diffblue/cbmc and name its jbmc/regression")
    counts, reasons, times = collections.Counter(), collections.Counter(), []
    with tempfile.TemporaryDirectory() as scratch:
        # Classes as they were compiled there; sources only where there is nothing else.
        compiled = pathlib.Path(scratch, "regression")
        shutil.copytree(options.corpus, compiled, ignore=shutil.ignore_patterns("*.java"))
        for folder in options.folders.split(","):
            for path in sorted(options.corpus.glob(f"{folder}/*/*.desc")):
                task = Task(path)
                if options.only not in str(path) or task.expected is None:
                    continue
                there = compiled / path.parent.relative_to(options.corpus)
                has_classes = any(there.rglob("*.class")) or any(there.glob("*.jar"))
                begun = time.monotonic()
                outcome, why = run(task, there if has_classes else path.parent, options)
                times.append(time.monotonic() - begun)
                counts[outcome] += 1
                if outcome == "differs":
                    print(f"differs: {path.relative_to(options.corpus)}: {why}", flush=True)
                elif outcome != "agrees":
                    reasons[outcome, re.sub(r"\d+", "N", why)] += 1
    for (outcome, why), count in reasons.most_common():
        print(f"{outcome}, {count}: {why}")
    taken = sum(counts.values())
    median = sorted(times)[len(times) // 2] if times else 0
    print(", ".join(f"{outcome} {counts[outcome]}" for outcome in ("agrees", "differs", "undecided", "refused")), end="")
    print(f" of {taken}; median {median:.2f} s")


if __name__ == "__main__":
    main()
