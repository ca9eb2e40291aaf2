"""A view that holds what the page library promises, to be tried in a browser."""

from viewsdk import Grant, Tool, View

begin = Tool("begin", output=int)


class Gallery(View, uri="ui://gallery/page", title="Gallery"):
    launch = Grant.launch(begin)
