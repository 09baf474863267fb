"""What the generator is told; see tools/site/build.py."""

from affray.cli.commands import AFFILIATION

project = "Affray"
author = "the authors of Affray"
html_title = "Affray"
extensions = ["myst_parser", "tools.site.navigation", "tools.site.stems"]
myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]  # commands and records begin at the level that suits them
exclude_patterns: list[str] = []
html_theme = "furo"
templates_path = ["templates"]
html_context = {"affiliation": AFFILIATION}
html_static_path = ["static"]
html_css_files = ["affray.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
highlight_language = "text"
smartquotes = False
