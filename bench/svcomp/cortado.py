# Licensed under either of Apache 2.0 or MIT, at your option.
"""How BenchExec runs Cortado. Where BenchExec does not have it among its own tools, put the directory above this one on
PYTHONPATH and name the module: tool="svcomp.cortado". The option --tool-directory names the directory with the program."""

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """Cortado, a verifier for Java programs."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("cortado")

    def name(self):
        return "Cortado"

    def project_url(self):
        return "https://github.com/cortado-verifier/cortado"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="cortado")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "svcomp"]
        if task.property_file:
            command += ["--property", task.property_file]
        # Cortado ends by itself a little earlier, and can then say why it does not know.
        limit = rlimits.cputime or rlimits.walltime
        if limit and "--timeout" not in options:
            command += ["--timeout", f"{max(1, int(limit * 0.95) - 5)}s"]
        # The replay's JVM needs memory of its own.
        if rlimits.memory and "--memory" not in options:
            command += ["--memory", str(max(rlimits.memory - 1_000_000_000, rlimits.memory // 2))]
        return command + list(options) + list(task.input_files_or_identifier)

    def determine_result(self, run):
        last = run.output[-1].strip() if len(run.output) else ""
        if last == "TRUE":
            return result.RESULT_TRUE_PROP
        if last == "FALSE":
            return result.RESULT_FALSE_PROP
        if last.startswith("UNKNOWN"):
            reason = last[len("UNKNOWN") :].strip().strip("()")
            if reason == "time limit":
                return "TIMEOUT"
            if reason == "memory limit":
                return "OUT OF MEMORY"
            return f"{result.RESULT_UNKNOWN}({reason})" if reason else result.RESULT_UNKNOWN
        if run.exit_code.value == 2:
            return f"{result.RESULT_ERROR}(wrong usage)"
        return result.RESULT_ERROR
