// Svg: a figure as a picture for a paper: an SVG of one file, drawn here without a browser.
//
// The colours are those of the page on white paper (Okabe and Ito). The page is where a figure is explored;
// here it is only drawn, so that long lists of names keep their place at the left.
#pragma once

#include <string>

#include "analysis/report/plot.h"

namespace headrace {

std::string svg_text(const Plot& plot);

}  // namespace headrace
