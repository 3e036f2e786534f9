#include "scenarios/loader/fields/json_schema.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "scenarios/loader/fields/scenario_fields.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

using Json = nlohmann::ordered_json;

// Returns a pattern that takes what scan of units_text.h does: digits without leading zeros, perhaps a point
// and an exponent, spaces, a unit.
std::string quantity_pattern(std::span<const std::string_view> units) {
  std::string pattern = "^(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)? *(";
  for (std::size_t i = 0; i < units.size(); ++i) pattern += (i > 0 ? "|" : "") + std::string(units[i]);
  return pattern + ")$";
}

Json quantity(std::span<const std::string_view> units) {
  return {{"type", "string"}, {"pattern", quantity_pattern(units)}};
}

// "jobs.<name>.layout" becomes "jobs.name.layout"; partial definitions demand no field.
std::string definition_name(const FieldNode& group, bool partial) {
  std::string name = group.path.empty() ? "scenario" : group.path;
  std::erase_if(name, [](char c) { return c == '<' || c == '>' || c == '[' || c == ']'; });
  return partial ? name + ".partial" : name;
}

Json reference(const std::string& definition) { return {{"$ref", "#/definitions/" + definition}}; }

// `true` in the properties only says to strict validators that the name is meant.
Json has(const std::string& field) {
  return {{"type", "object"}, {"properties", {{field, true}}}, {"required", Json::array({field})}};
}

// Demands a parameter where one of the policies is chosen that have it; the chooser's default is chosen where
// the chooser is not given.
Json demand_where_chosen(const FieldNode& chooser, const FieldNode& parameter) {
  Json chosen = has(chooser.name);
  chosen["properties"][chooser.name] = {{"enum", parameter.members}};
  const bool by_default = std::find(parameter.members.begin(), parameter.members.end(), chooser.initial) !=
                          parameter.members.end();
  if (by_default) chosen.erase("required");
  return {{"if", chosen}, {"then", has(parameter.name)}};
}

class SchemaWriter {
 public:
  Json write() {
    definitions_["include"] = {
        {"description",
         "files whose keys are merged under this map: relative to this file, then in HEADRACE_PATH"},
        {"anyOf",
         {{{"type", "string"}, {"minLength", 1}},
          {{"type", "array"}, {"minItems", 1}, {"items", {{"type", "string"}, {"minLength", 1}}}}}}};
    definitions_["distribution"] = distribution();
    const FieldNode root = scenario_fields();
    define(root);
    Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                   {"title", "headrace scenario"},
                   {"description", "headrace/1; made by `headrace show schema`"}};
    schema["allOf"] = Json::array({reference(definition_name(root, false))});
    schema["definitions"] = definitions_;
    return schema;
  }

 private:
  // Defines a group and the groups in it. A map that includes files may leave to them what is required, in
  // itself and in its maps.
  void define(const FieldNode& group) {
    for (const FieldNode& field : group.fields) {
      if (field.has_fields()) define(field);
    }
    if (group.repeats()) define_names(group);
    const std::string items = group.repeats() ? ".item" : "";
    for (const bool partial : {false, true}) {
      Json plain = object(group, partial);
      if (partial) {
        definitions_[definition_name(group, true) + items] = plain;
        continue;
      }
      definitions_[definition_name(group, false) + items] = {
          {"if", has("include")}, {"then", reference(definition_name(group, true) + items)}, {"else", plain}};
    }
  }

  // Defines the map from names to items; a list has the items alone.
  void define_names(const FieldNode& group) {
    for (const bool partial : {false, true}) {
      const std::string name = definition_name(group, partial);
      const Json item = reference(name + ".item");
      if (group.kind == FieldNode::Kind::list) {
        definitions_[name] = {{"type", "array"}, {"items", item}};
        continue;
      }
      Json names = {{"type", "object"},
                    {"properties", {{"include", reference("include")}}},
                    {"propertyNames", {{"pattern", "^[A-Za-z0-9_-]+$"}}},
                    {"additionalProperties", item}};
      if (!partial && group.required) names["minProperties"] = 1;
      if (partial) {
        definitions_[name] = names;
      } else {
        definitions_[name] = {
            {"if", has("include")}, {"then", reference(definition_name(group, true))}, {"else", names}};
      }
    }
  }

  Json object(const FieldNode& group, bool partial) {
    Json properties = Json::object();
    Json required = Json::array();
    Json demands = Json::array();
    for (const FieldNode& field : group.fields) {
      properties[field.name] = value(field, partial);
      if (!field.required) continue;
      const FieldNode* const chooser = field.chooser.empty() ? nullptr : find_field(group, field.chooser);
      if (chooser != nullptr && field.members.size() < chooser->words.size())
        demands.push_back(demand_where_chosen(*chooser, field));
      else
        required.push_back(field.name);
    }
    properties["include"] = reference("include");
    Json schema = {{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
    if (partial) return schema;
    if (!required.empty()) schema["required"] = required;
    if (!demands.empty()) schema["allOf"] = demands;
    if (!group.one_of.empty()) {
      schema["oneOf"] = Json::array();
      for (const std::string& one : group.one_of) schema["oneOf"].push_back(has(one));
    }
    return schema;
  }

  static Json described(const FieldNode& field, Json schema) {
    std::string text = field.meaning;
    if (!field.required && !field.initial.empty()) text += "; default " + field.initial;
    if (const std::string bounds = field.bounds(); !bounds.empty()) text += "; " + bounds;
    Json out = {{"description", text}};
    out.update(schema);
    return out;
  }

  Json value(const FieldNode& field, bool partial) {
    using Kind = FieldNode::Kind;
    switch (field.kind) {
      case Kind::integer: return described(field, bounded(field, "integer"));
      case Kind::number: return described(field, bounded(field, "number"));
      case Kind::flag: return described(field, {{"type", "boolean"}, {"default", field.initial == "true"}});
      case Kind::text: return described(field, {{"type", "string"}, {"minLength", 1}});
      case Kind::texts:
        return described(field, {{"type", "array"}, {"items", {{"type", "string"}, {"minLength", 1}}}});
      case Kind::integers: return described(field, {{"type", "array"}, {"items", {{"type", "integer"}}}});
      case Kind::duration: return described(field, quantity(duration_units()));
      case Kind::bytes: return described(field, quantity(bytes_units()));
      case Kind::bandwidth: return described(field, quantity(bandwidth_units()));
      case Kind::word: return described(field, {{"enum", field.words}});
      // Draft-07 ignores what stands beside a $ref, so the reference goes one level down.
      case Kind::distribution: return described(field, {{"allOf", Json::array({reference("distribution")})}});
      case Kind::group:
      case Kind::optional_group:
      case Kind::list:
      case Kind::map:
        return described(field, {{"allOf", Json::array({reference(definition_name(field, partial))})}});
    }
    return {};
  }

  static Json bounded(const FieldNode& field, const char* type) {
    Json schema = {{"type", type}};
    schema["minimum"] = Json::parse(field.low);
    schema["maximum"] = Json::parse(field.high);
    if (field.zero_is_nothing) schema["not"] = {{"const", 0}};
    if (!field.required && !field.may_lack_value) schema["default"] = Json::parse(field.initial);
    return schema;
  }

  Json distribution() {
    const FieldNode law = distribution_fields();
    Json form = object(law, false);
    form["properties"].erase("include");
    Json constant = quantity(duration_units());
    constant["description"] = "always the same";
    return {{"if", {{"type", "object"}}}, {"then", form}, {"else", constant}};
  }

  Json definitions_ = Json::object();
};

}  // namespace

std::string scenario_json_schema() { return SchemaWriter().write().dump(2) + "\n"; }

}  // namespace headrace
