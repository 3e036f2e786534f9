// Work on a node, as a task: for machines that run one.
#pragma once

#include "models/hardware/node.h"

namespace headrace {

inline Task<> working(Node& node, Duration span, Bytes moved) { co_await node.work(span, moved); }

}  // namespace headrace
