// NodeForm: the output of a tool that tells of a node, known by what it holds.
//
//   for (const NodeForm& form : node_forms())
//     if (form.recognises(source->text)) use(form.read(source));
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "scenarios/loader/init/node_evidence.h"

namespace headrace {

struct NodeForm {
  std::string_view name;  // "lsblk"
  std::string_view says;  // What it tells, and how the tool is called.
  bool (*recognises)(std::string_view text);
  NodeEvidence (*read)(const std::shared_ptr<const SourceText>& source);
};

std::span<const NodeForm> node_forms();

}  // namespace headrace
