"""What every test gets: asyncio for coroutines, the browser marker by folder, and a limit on its time."""

from collections.abc import Generator
from pathlib import Path

import hypothesis
import pytest
from hypothesis.configuration import set_hypothesis_home_dir

from tests.limits import alarmed, bounded, limit_of
from tests.workers import (
    IN_A_BROWSER,
    drives_a_browser,
    pytest_xdist_auto_num_workers,  # noqa: F401 -- a hook
    pytest_xdist_make_scheduler,  # noqa: F401 -- a hook
)

pytest_plugins = ["hostsim.pytest_plugin"]
HERE = Path(__file__).resolve().parent

set_hypothesis_home_dir(HERE.parent / ".cache" / "hypothesis")
# The same examples on every run, and no time limit of their own: a busy machine is no counterexample.
hypothesis.settings.register_profile("steady", derandomize=True, deadline=None)
# `pytest --hypothesis-profile=explore` looks for new ones.
hypothesis.settings.register_profile("explore", deadline=None, max_examples=1000)
hypothesis.settings.load_profile("steady")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Coroutine tests run on asyncio, the only loop there is in a view."""
    return "asyncio"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Everything in the browser folder drives a browser, so nobody has to say so."""
    for item in items:
        if IN_A_BROWSER in item.path.parents:
            item.add_marker(pytest.mark.browser)
        if isinstance(item, pytest.Function) and not hasattr(item.obj, "hypothesis"):
            item.obj = bounded(item.obj, limit_of(item))
    if hasattr(config, "workerinput"):  # among several processes the longest part starts first
        items.sort(key=lambda item: not drives_a_browser(item.path))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """An asynchronous fixture that hangs ends by itself, so that the next test finds the loop in order."""
    function = fixturedef.func
    fixturedef.func = bounded(function, limit_of(request.node))
    try:
        return (yield)
    finally:
        fixturedef.func = function


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, None, None]:
    yield from alarmed(item)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    yield from alarmed(item)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, None, None]:
    yield from alarmed(item)
