"""The contract of a view that installs a wheel while it runs."""

from pydantic import BaseModel

from viewsdk import Grant, Tool, View


class Wheel(BaseModel):
    """Which wheel to install, below the asset origin."""

    name: str


install = Tool("install", output=Wheel)


class Installs(View, uri="ui://boot/installs", title="Installs"):
    """Installs what its launch returns."""

    launch = Grant.launch(install)
