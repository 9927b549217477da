"""Counts what passed and tells at once what failed."""
import json
import sys
import time


class Tally:
    """The outcomes of one suite. A check that could not be made counts as failed."""

    def __init__(self, name):
        self.name = name
        self.passed = 0
        self.failures = []
        self.figures = {}
        self._is_announced = False
        self._start = time.monotonic()

    def check(self, case, problems):
        """problems: a string, a list of them, or nothing when all is well."""
        problems = [problems] if isinstance(problems, str) else [p for p in problems or [] if p]
        if problems:
            self.failures.append({"case": case, "problems": problems})
            text = "; ".join(problems).replace("\n", "\\n")
            print("FAILED %s: %s: %s" % (self.name, case, text), flush=True)
        else:
            self.passed += 1

    def figure(self, name, value):
        """A measured number for the report."""
        self.figures[name] = value

    def largest(self, name, value):
        self.figures[name] = max(value, self.figures.get(name, value))

    def announce(self):
        """Prints the summary, once."""
        if not self._is_announced:
            self._is_announced = True
            print(self._summary(), flush=True)

    def _summary(self):
        figures = "".join(", %s %s" % (name, _short(value))
                          for name, value in self.figures.items())
        return "%s: %d passed, %d failed%s (%.0f s)" % (
            self.name, self.passed, len(self.failures), figures, time.monotonic() - self._start)

    def as_json(self):
        return {"suite": self.name, "passed": self.passed, "failed": len(self.failures),
                "seconds": round(time.monotonic() - self._start, 1), "figures": self.figures,
                "failures": self.failures}


def finish(tallies, report=None):
    """Prints the summaries, writes the report, ends the script: 1 when anything failed."""
    for tally in tallies:
        tally.announce()
    passed = sum(tally.passed for tally in tallies)
    failed = sum(len(tally.failures) for tally in tallies)
    if report:
        with open(report, "w") as file:
            json.dump([tally.as_json() for tally in tallies], file, indent=1)
            file.write("\n")
    print("%d passed, %d failed" % (passed, failed))
    sys.exit(1 if failed or not passed else 0)


def _short(value):
    return "%.3g" % value if isinstance(value, float) else str(value)
