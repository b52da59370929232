#include <bitwuzla/cpp/bitwuzla.h>
extern "C" const char* cz_version() { static std::string v = bitwuzla::version(); return v.c_str(); }
