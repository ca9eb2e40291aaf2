"""The page in Python: elements, state, and a page that draws the one from the other.

Import it in `view.py`; it works the same in the browser and in a test (viewsdk.browser.testing). Importing it loads no
JavaScript: what only a browser has is loaded by the start of a view.
"""

from viewsdk.browser.builder import h
from viewsdk.browser.charts import Series, bar_chart, line_chart
from viewsdk.browser.document import Event
from viewsdk.browser.locale import Locale
from viewsdk.browser.nodes import Child, Element, Node, Text
from viewsdk.browser.page import Page
from viewsdk.browser.signals import Computed, Signal, untracked
from viewsdk.browser.tables import Column, data_table

__all__ = [
    "Child",
    "Column",
    "Computed",
    "Element",
    "Event",
    "Locale",
    "Node",
    "Page",
    "Series",
    "Signal",
    "Text",
    "bar_chart",
    "data_table",
    "h",
    "line_chart",
    "untracked",
]
