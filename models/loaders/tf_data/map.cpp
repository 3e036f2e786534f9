#include "models/loaders/tf_data/map.h"

namespace headrace {

Task<std::optional<Element>> Map::next(Account& account) {
  const std::optional<Element> element = co_await input_->next(account);
  if (!element || work_.is_done(*element)) co_return element;
  const Duration preprocessing = work_.draw_preprocessing();
  co_await work_.run(*element, preprocessing, account);
  co_return element;
}

}  // namespace headrace
