// The only door to Bitwuzla. Its C interface ends the process on any misuse; this layer uses the C++ interface, keeps
// terms and sorts as indices into tables owned by a context (0 is "none"), and turns every exception into a value and a
// message, so that no question a user's program leads to can bring the verifier down.

#include <bitwuzla/cpp/bitwuzla.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

using namespace bitwuzla;

// In quiet.cpp.
std::string cortado_take_warning();

namespace {

typedef int32_t (*Stop)(void *);

struct Callback : public Terminator
{
  Stop stop   = nullptr;
  void *state = nullptr;
  bool terminate() override { return stop != nullptr && stop(state) != 0; }
};

struct Context
{
  // Declared first: terms and the solver refer to it and must go before it does.
  TermManager manager;
  std::vector<Sort> sorts;
  std::vector<Term> terms;
  // Slots of `terms` that are free, and whether they may be used: what is made after a mark is forgotten in one go.
  std::vector<uint32_t> free;
  bool marked = false;
  Callback callback;
  std::unique_ptr<Bitwuzla> solver;
  // Whether cores can be asked for. They cost something: every assertion becomes an assumption of the SAT solver.
  bool cores = true;
  std::string error;
  std::string text;

  void restart()
  {
    Options options;
    options.set(Option::PRODUCE_MODELS, 1);
    if (cores) options.set(Option::PRODUCE_UNSAT_ASSUMPTIONS, 1);
    options.set(Option::VERBOSITY, static_cast<uint64_t>(0));
    solver.reset();
    solver.reset(new Bitwuzla(manager, options));
    solver->configure_terminator(&callback);
  }

  uint32_t add(Sort sort)
  {
    sorts.push_back(std::move(sort));
    return static_cast<uint32_t>(sorts.size());
  }

  uint32_t add(Term term)
  {
    if (!free.empty() && !marked)
    {
      uint32_t handle   = free.back();
      terms[handle - 1] = std::move(term);
      free.pop_back();
      return handle;
    }
    terms.push_back(std::move(term));
    return static_cast<uint32_t>(terms.size());
  }

  const Sort &sort(uint32_t handle) const { return sorts.at(handle - 1); }
  const Term &term(uint32_t handle) const { return terms.at(handle - 1); }
};

// Runs `body`; an exception leaves its message in the context and gives `failed`.
template <class Result, class Body>
Result guarded(Context *context, Result failed, Body body)
{
  try
  {
    return body();
  }
  catch (const Exception &e)
  {
    context->error = e.msg();
  }
  catch (const std::exception &e)
  {
    context->error = e.what();
  }
  catch (...)
  {
    context->error = "unknown C++ exception";
  }
  return failed;
}

std::string binary_value(const Term &term)
{
  Sort sort = term.sort();
  if (sort.is_bool())
  {
    return term.value<bool>() ? "1" : "0";
  }
  if (sort.is_fp())
  {
    auto [sign, exponent, significand] =
        term.value<std::tuple<std::string, std::string, std::string>>(2);
    return sign + exponent + significand;
  }
  return term.value<std::string>(2);
}

}  // namespace

extern "C" {

const char *cz_version()
{
  static const std::string text = version();
  return text.c_str();
}

Context *cz_new(bool cores)
{
  try
  {
    std::unique_ptr<Context> context(new Context());
    context->cores = cores;
    context->restart();
    return context.release();
  }
  catch (...)
  {
    return nullptr;
  }
}

void cz_delete(Context *c) { delete c; }

const char *cz_error(Context *c) { return c->error.c_str(); }

// Forgets all assertions and levels, keeps sorts and terms.
bool cz_restart(Context *c)
{
  return guarded(c, false, [&] {
    c->restart();
    return true;
  });
}

uint32_t cz_sort_bool(Context *c)
{
  return guarded(c, 0u, [&] { return c->add(c->manager.mk_bool_sort()); });
}

uint32_t cz_sort_bv(Context *c, uint64_t width)
{
  return guarded(c, 0u, [&] { return c->add(c->manager.mk_bv_sort(width)); });
}

uint32_t cz_sort_fp(Context *c, uint64_t exponent, uint64_t significand)
{
  return guarded(c, 0u, [&] {
    return c->add(c->manager.mk_fp_sort(exponent, significand));
  });
}

uint32_t cz_sort_array(Context *c, uint32_t index, uint32_t element)
{
  return guarded(c, 0u, [&] {
    return c->add(c->manager.mk_array_sort(c->sort(index), c->sort(element)));
  });
}

uint32_t cz_sort_fun(Context *c, const uint32_t *domain, size_t n, uint32_t range)
{
  return guarded(c, 0u, [&] {
    std::vector<Sort> sorts;
    for (size_t i = 0; i < n; ++i) sorts.push_back(c->sort(domain[i]));
    return c->add(c->manager.mk_fun_sort(sorts, c->sort(range)));
  });
}

uint32_t cz_bool(Context *c, bool value)
{
  return guarded(c, 0u, [&] {
    return c->add(value ? c->manager.mk_true() : c->manager.mk_false());
  });
}

// `bits` in binary, most significant first, as many as the sort is wide.
uint32_t cz_bv(Context *c, uint32_t sort, const char *bits)
{
  return guarded(c, 0u, [&] {
    return c->add(c->manager.mk_bv_value(c->sort(sort), bits, 2));
  });
}

// The IEEE bits in binary, sign first.
uint32_t cz_fp(Context *c, uint32_t sort, const char *bits)
{
  return guarded(c, 0u, [&] {
    const Sort &fp  = c->sort(sort);
    uint64_t e      = fp.fp_exp_size();
    uint64_t s      = fp.fp_sig_size() - 1;
    std::string all = bits;
    auto part       = [&](size_t from, size_t width) {
      return c->manager.mk_bv_value(
          c->manager.mk_bv_sort(width), all.substr(from, width), 2);
    };
    return c->add(c->manager.mk_fp_value(part(0, 1), part(1, e), part(1 + e, s)));
  });
}

uint32_t cz_rm(Context *c, uint32_t mode)
{
  return guarded(c, 0u, [&] {
    return c->add(c->manager.mk_rm_value(static_cast<RoundingMode>(mode)));
  });
}

uint32_t cz_const(Context *c, uint32_t sort, const char *name)
{
  return guarded(c, 0u, [&] {
    return c->add(c->manager.mk_const(c->sort(sort), std::string(name)));
  });
}

uint32_t cz_var(Context *c, uint32_t sort, const char *name)
{
  return guarded(c, 0u, [&] {
    return c->add(c->manager.mk_var(c->sort(sort), std::string(name)));
  });
}

uint32_t cz_const_array(Context *c, uint32_t sort, uint32_t value)
{
  return guarded(c, 0u, [&] {
    return c->add(c->manager.mk_const_array(c->sort(sort), c->term(value)));
  });
}

uint32_t cz_term(Context *c,
                 uint32_t kind,
                 const uint32_t *args,
                 size_t n,
                 const uint64_t *indices,
                 size_t m)
{
  return guarded(c, 0u, [&] {
    std::vector<Term> terms;
    terms.reserve(n);
    for (size_t i = 0; i < n; ++i) terms.push_back(c->term(args[i]));
    std::vector<uint64_t> numbers(indices, indices + m);
    return c->add(c->manager.mk_term(static_cast<Kind>(kind), terms, numbers));
  });
}

// `term` with the constants `from` replaced by `to`.
uint32_t cz_substitute(
    Context *c, uint32_t term, const uint32_t *from, const uint32_t *to, size_t n)
{
  return guarded(c, 0u, [&] {
    std::unordered_map<Term, Term> map;
    for (size_t i = 0; i < n; ++i) map.emplace(c->term(from[i]), c->term(to[i]));
    return c->add(c->manager.substitute_term(c->term(term), map));
  });
}

bool cz_assert(Context *c, uint32_t term)
{
  return guarded(c, false, [&] {
    c->solver->assert_formula(c->term(term));
    return true;
  });
}

bool cz_push(Context *c)
{
  return guarded(c, false, [&] {
    c->solver->push(1);
    return true;
  });
}

bool cz_pop(Context *c, uint32_t levels)
{
  return guarded(c, false, [&] {
    c->solver->pop(levels);
    return true;
  });
}

// 10 satisfiable, 20 unsatisfiable, 0 stopped (the error is empty) or given up (the error says why), -1 failed (then the
// levels are undefined: restart).
int32_t cz_check(Context *c, const uint32_t *assumptions, size_t n, Stop stop, void *state)
{
  c->callback.stop  = stop;
  c->callback.state = state;
  c->error.clear();
  cortado_take_warning();
  int32_t answer    = guarded(c, int32_t(-1), [&] {
    std::vector<Term> terms;
    terms.reserve(n);
    for (size_t i = 0; i < n; ++i) terms.push_back(c->term(assumptions[i]));
    return static_cast<int32_t>(c->solver->check_sat(terms));
  });
  c->callback.stop  = nullptr;
  c->callback.state = nullptr;
  if (answer == 0) c->error = cortado_take_warning();
  return answer;
}

// What the SAT solver has been given so far. False if nothing is counted.
bool cz_clauses(Context *c, uint64_t *variables, uint64_t *clauses)
{
  return guarded(c, false, [&] {
    bool found = false;
    for (const auto &[name, value] : c->solver->statistics())
    {
      auto ends = [&](const std::string &end) {
        return name.size() >= end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
      };
      if (ends("bitblast::cnf::num_vars")) *variables = std::stoull(value), found = true;
      if (ends("bitblast::cnf::num_clauses")) *clauses = std::stoull(value), found = true;
    }
    return found;
  });
}

// 1 yes, 0 no, -1 failed.
int32_t cz_in_core(Context *c, uint32_t assumption)
{
  return guarded(c, int32_t(-1), [&] {
    return static_cast<int32_t>(c->solver->is_unsat_assumption(c->term(assumption)));
  });
}

// Whether an assertion is in the core of the last check, all of them at once. False if there is no core.
bool cz_core(Context *c, const uint32_t *assertions, size_t n, bool *in)
{
  return guarded(c, false, [&] {
    if (!c->cores) return false;
    std::vector<Term> core = c->solver->get_unsat_core();
    std::unordered_set<Term> members(core.begin(), core.end());
    for (size_t i = 0; i < n; ++i) in[i] = members.count(c->term(assertions[i])) > 0;
    return true;
  });
}

uint32_t cz_value(Context *c, uint32_t term)
{
  return guarded(c, 0u, [&] { return c->add(c->solver->get_value(c->term(term))); });
}

uint32_t cz_kind(Context *c, uint32_t term)
{
  return guarded(c, UINT32_MAX, [&] { return static_cast<uint32_t>(c->term(term).kind()); });
}

uint32_t cz_children(Context *c, uint32_t term)
{
  return guarded(c, 0u, [&] { return static_cast<uint32_t>(c->term(term).num_children()); });
}

// Whether two handles stand for one term.
bool cz_same(Context *c, uint32_t a, uint32_t b)
{
  return guarded(c, false, [&] { return c->term(a) == c->term(b); });
}

uint32_t cz_child(Context *c, uint32_t term, size_t i)
{
  return guarded(c, 0u, [&] {
    // By value: adding may move the table the reference points into.
    Term parent = c->term(term);
    return c->add(parent[i]);
  });
}

// The bits of a value (see `cz_bv`, `cz_fp`), or null. Valid until the next call.
const char *cz_text(Context *c, uint32_t term)
{
  return guarded(c, static_cast<const char *>(nullptr), [&] {
    c->text = binary_value(c->term(term));
    return c->text.c_str();
  });
}

// How many terms there are, and forgetting those made since.
uint32_t cz_mark(Context *c)
{
  c->marked = true;
  return static_cast<uint32_t>(c->terms.size());
}

void cz_release(Context *c, uint32_t mark)
{
  c->marked = false;
  if (mark < c->terms.size()) c->terms.resize(mark);
}

// Forgets one term.
void cz_forget(Context *c, uint32_t term)
{
  if (term == 0 || term > c->terms.size()) return;
  c->terms[term - 1] = Term();
  c->free.push_back(term);
}

}  // extern "C"
