"""Checks the tool-info module, against BenchExec where it is installed and against the little of it that the module
uses where it is not: python3 bench/svcomp/test_cortado.py"""

import importlib.util
import pathlib
import sys
import types
import unittest


def stub_benchexec():
    """The names of BenchExec that the module uses, with BenchExec's values."""
    result = types.ModuleType("benchexec.result")
    result.RESULT_TRUE_PROP = "true"
    result.RESULT_FALSE_PROP = "false"
    result.RESULT_UNKNOWN = "unknown"
    result.RESULT_ERROR = "ERROR"
    template = types.ModuleType("benchexec.tools.template")

    class BaseTool2:
        def _version_from_tool(self, executable, line_prefix=None):
            return ""

    template.BaseTool2 = BaseTool2
    package = types.ModuleType("benchexec")
    tools = types.ModuleType("benchexec.tools")
    package.result, package.tools, tools.template = result, tools, template
    for module in (package, tools, result, template):
        sys.modules[module.__name__] = module


try:
    import benchexec.tools.template
except ImportError:
    stub_benchexec()

FILE = pathlib.Path(__file__).with_name("cortado.py")
spec = importlib.util.spec_from_file_location("cortado", FILE)
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)


def limits(cputime=None, walltime=None, memory=None, cpu_cores=None):
    return types.SimpleNamespace(
        cputime=cputime, walltime=walltime, memory=memory, cpu_cores=cpu_cores
    )


def task(files, property_file="a.prp"):
    return types.SimpleNamespace(input_files_or_identifier=files, property_file=property_file)


def run(lines, code=0):
    return types.SimpleNamespace(output=lines, exit_code=types.SimpleNamespace(value=code))


class ToolInfo(unittest.TestCase):
    def setUp(self):
        self.tool = module.Tool()

    def test_command_line(self):
        line = self.tool.cmdline("bin/cortado", ["--verbose"], task(["common/", "x/"]), limits())
        expected = ["bin/cortado", "svcomp", "--property", "a.prp", "--verbose", "common/", "x/"]
        self.assertEqual(line, expected)

    def test_limits_are_passed_on(self):
        given = limits(cputime=900, memory=15_000_000_000, cpu_cores=4)
        line = self.tool.cmdline("cortado", [], task(["x/"]), given)
        self.assertEqual(line[line.index("--timeout") + 1], "850s")
        self.assertEqual(line[line.index("--memory") + 1], "14000000000")
        own = ["--timeout", "10s", "--memory", "1G"]
        line = self.tool.cmdline("cortado", own, task(["x/"]), given)
        for option in ("--timeout", "--memory"):
            self.assertEqual(line.count(option), 1)

    def test_results(self):
        for lines, code, expected in [
            (["TRUE\n"], 0, "true"),
            (["error[assertion]: …\n", "FALSE\n"], 1, "false"),
            (["UNKNOWN (unsupported: native method f)\n"], 3, "unknown(unsupported: native method f)"),
            (["UNKNOWN (time limit)\n"], 3, "TIMEOUT"),
            (["UNKNOWN (memory limit)\n"], 3, "OUT OF MEMORY"),
            (["FALSE\n", "something else\n"], 0, "ERROR"),
            (["error: no such file\n"], 2, "ERROR(wrong usage)"),
            ([], None, "ERROR"),
        ]:
            self.assertEqual(self.tool.determine_result(run(lines, code)), expected, lines)


if __name__ == "__main__":
    unittest.main()
