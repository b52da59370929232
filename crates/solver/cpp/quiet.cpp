// Takes the place of Bitwuzla's logger, which writes to standard output. Warnings are its only way of saying what it does
// not support; they are kept, per thread, for whoever asked.

#include "util/logger.h"

#include <sstream>
#include <string>

namespace {
thread_local std::ostringstream line;
}

namespace bzla::util {

Logger::Line::Line(uint64_t, const char *)
{
  line.str(std::string());
  d_flags = line.flags();
}

Logger::Line::~Line() { line.flags(d_flags); }

std::ostream &Logger::Line::stream() { return line; }

Logger::Logger(uint64_t, uint64_t, const std::string &) : d_log_level(0), d_verbosity_level(0) {}

bool Logger::is_msg_enabled(uint64_t) { return false; }

bool Logger::is_log_enabled(uint64_t) { return false; }

Logger::Line Logger::log(uint64_t level) { return Line(level); }

Logger::Line Logger::msg(uint64_t level) { return Line(level); }

Logger::Line Logger::warn() { return Line(1); }

void Logger::set_verbosity_level(uint64_t) {}

}  // namespace bzla::util

// The last warning on this thread since the last call.
std::string cortado_take_warning()
{
  std::string text = line.str();
  line.str(std::string());
  return text;
}
