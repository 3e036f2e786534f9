// Registry: one table for each kind of policy, and the choice of one member.
//
//   struct SievePolicy : CachePolicy …                         // cache/sieve.cpp
//   std::unique_ptr<Recipe<CachePolicy>> sieve() { return recipe<CachePolicy, Sieve>(); }
//   {"sieve", "first in first out, with one more round after a hit", sieve},   // cache/policies.cpp
//   Chosen<CachePolicy> policy;                                // in a spec
//
// A kind of policy has a Context (what its members are made from) and a static
// table(). A member with parameters has a Spec with a visit() like any other.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "models/fields.h"
#include "sim/check.h"

namespace headrace {

// The type of what a spec tells of a member before that is made: Policy::Facts where there is one.
struct NoFacts {};
template <class Policy>
struct FactsOf {
  using Type = NoFacts;
};
template <class Policy>
  requires requires { typename Policy::Facts; }
struct FactsOf<Policy> {
  using Type = typename Policy::Facts;
};

// Recipe that a scenario keeps of a policy: its parameters, and how to make it from them.
template <class Policy>
class Recipe {
 public:
  using Facts = typename FactsOf<Policy>::Type;

  virtual ~Recipe() = default;
  virtual void visit(Fields& f) = 0;
  virtual std::unique_ptr<Policy> make(const typename Policy::Context& context) const = 0;
  virtual std::unique_ptr<Recipe> copy() const = 0;
  virtual void* parameters(const std::type_info& type) = 0;  // Null when they are of another type.
  virtual Facts facts() const = 0;
};

struct NoParameters {
  void visit(Fields&) {}
};

// The recipe of a member that is made as Member(context, spec), or as Member(context) without parameters.
template <class Policy, class Member, class Spec = NoParameters>
std::unique_ptr<Recipe<Policy>> recipe(Spec spec = Spec()) {
  class Own final : public Recipe<Policy> {
   public:
    explicit Own(Spec own) : spec_(std::move(own)) {}
    void visit(Fields& f) override { f.visit(spec_); }
    std::unique_ptr<Policy> make(const typename Policy::Context& context) const override {
      if constexpr (std::is_same_v<Spec, NoParameters>) {
        return std::make_unique<Member>(context);
      } else {
        return std::make_unique<Member>(context, spec_);
      }
    }
    std::unique_ptr<Recipe<Policy>> copy() const override { return std::make_unique<Own>(spec_); }
    void* parameters(const std::type_info& type) override { return type == typeid(Spec) ? &spec_ : nullptr; }
    typename Recipe<Policy>::Facts facts() const override {
      if constexpr (requires { spec_.facts(); }) {
        return spec_.facts();
      } else {
        return {};
      }
    }

   private:
    Spec spec_;
  };
  return std::make_unique<Own>(std::move(spec));
}

template <class Policy>
struct Registration {
  std::string_view name;
  std::string_view meaning;  // One sentence without a full stop.
  std::unique_ptr<Recipe<Policy>> (*recipe)();
};

template <class Policy>
using PolicyTable = std::span<const Registration<Policy>>;

// Choice of one member of Policy::table() with its parameters; the first where nothing is said.
template <class Policy>
class Chosen {
 public:
  Chosen() : recipe_(Policy::table().front().recipe()) {}
  explicit Chosen(std::string_view name) {  // Of a member that is in the table.
    while (index_ < Policy::table().size() && Policy::table()[index_].name != name) ++index_;
    HEADRACE_CHECK(index_ < Policy::table().size());
    recipe_ = Policy::table()[index_].recipe();
  }
  Chosen(const Chosen& other) : index_(other.index_), recipe_(other.recipe_->copy()) {}
  Chosen& operator=(const Chosen& other) {
    if (this == &other) return *this;
    index_ = other.index_;
    recipe_ = other.recipe_->copy();
    return *this;
  }
  Chosen(Chosen&&) noexcept = default;
  Chosen& operator=(Chosen&&) noexcept = default;
  ~Chosen() = default;

  std::string_view name() const { return Policy::table()[index_].name; }
  std::unique_ptr<Policy> make(const typename Policy::Context& context) const {
    return recipe_->make(context);
  }

  // Returns the parameters of the chosen member, which has such: for a spec that is built in code.
  template <class Spec>
  Spec& parameters() {
    void* const spec = recipe_->parameters(typeid(Spec));
    HEADRACE_CHECK(spec != nullptr);
    return *static_cast<Spec*>(spec);
  }

  // The member's name under `field`, and its parameters beside it.
  void visit(Fields& f, const Field& field) {
    std::vector<std::string_view> names;
    for (const auto& row : Policy::table()) names.push_back(row.name);
    const std::size_t before = index_;
    f.choice(field, index_, names);
    if (index_ != before) recipe_ = Policy::table()[index_].recipe();
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!f.wants_member(names[i], i == index_)) continue;
      if (i == index_) {
        recipe_->visit(f);
      } else {
        Policy::table()[i].recipe()->visit(f);
      }
      f.member_ends();
    }
  }
  void visit(Fields& f) { visit(f, Field{"policy", Policy::kMeaning}); }

 private:
  std::size_t index_ = 0;
  std::unique_ptr<Recipe<Policy>> recipe_;
};

// A member of Policy::table() that a text chooses by the group of its name: {lustre: {…}}. Exactly one
// is given in what was checked; a text may give none, or several.
template <class Policy>
class GivenGroup {
 public:
  GivenGroup() : recipes_(Policy::table().size()) {}
  // The member whose parameters these are, for one that is built in code.
  template <class Spec>
  explicit GivenGroup(const Spec& spec) : GivenGroup() {
    give(spec);
  }
  GivenGroup(const GivenGroup& other) { *this = other; }
  GivenGroup& operator=(const GivenGroup& other) {
    if (this == &other) return *this;
    recipes_.clear();
    for (const auto& recipe : other.recipes_) recipes_.push_back(recipe ? recipe->copy() : nullptr);
    return *this;
  }
  GivenGroup(GivenGroup&&) noexcept = default;
  GivenGroup& operator=(GivenGroup&&) noexcept = default;
  ~GivenGroup() = default;

  // Gives the member whose parameters these are, or replaces those of before; returns them to change.
  template <class Spec>
  Spec& give(const Spec& spec) {
    for (std::size_t row = 0; row < recipes_.size(); ++row) {
      auto recipe = Policy::table()[row].recipe();
      void* const parameters = recipe->parameters(typeid(Spec));
      if (parameters == nullptr) continue;
      recipes_[row] = std::move(recipe);
      return *static_cast<Spec*>(parameters) = spec;
    }
    HEADRACE_CHECK(false);
  }

  // The names of those that are given, in the order of the table.
  std::vector<std::string_view> given() const {
    std::vector<std::string_view> names;
    for (std::size_t row = 0; row < recipes_.size(); ++row)
      if (recipes_[row]) names.push_back(Policy::table()[row].name);
    return names;
  }
  // Parameters, of a member that has such and is given; null otherwise.
  template <class Spec>
  Spec* find() {
    for (const auto& recipe : recipes_) {
      void* const parameters = recipe ? recipe->parameters(typeid(Spec)) : nullptr;
      if (parameters != nullptr) return static_cast<Spec*>(parameters);
    }
    return nullptr;
  }
  template <class Spec>
  const Spec* find() const {
    return const_cast<GivenGroup*>(this)->template find<Spec>();
  }
  // Returns the facts of the first that is given.
  typename Recipe<Policy>::Facts facts() const {
    for (const auto& recipe : recipes_)
      if (recipe) return recipe->facts();
    return {};
  }
  std::unique_ptr<Policy> make(const typename Policy::Context& context) const {
    for (const auto& recipe : recipes_)
      if (recipe) return recipe->make(context);
    HEADRACE_CHECK(false);
  }

  void visit(Fields& f) {
    for (std::size_t row = 0; row < recipes_.size(); ++row) {
      const auto& member = Policy::table()[row];
      f.group(Field{member.name, member.meaning}, recipes_[row], member.recipe);
    }
  }

 private:
  std::vector<std::unique_ptr<Recipe<Policy>>> recipes_;  // By row of the table; null where not given.
};

}  // namespace headrace
