"""View classes are checked when they are made, and say which attribute is wrong and why."""

import pytest

from tests.view.contract import Bill, count, get_show, list_shows
from viewsdk import Ask, Grant, Permission, Tool, View, declaration


def test_a_view_is_a_value_with_its_grants_in_order() -> None:
    """The declaration holds what server, build and host need to know. ours"""
    said = declaration(Bill)
    assert ("ui://box-office/bill", "Bill", list_shows) == (said.uri, said.title, said.launch.tool)
    assert ["launch", "show", "seat"] == [grant.attribute for grant in said.grants][:3]
    assert {"availableDisplayModes": ["inline", "fullscreen"], "tools": {"listChanged": True}} == said.app_capabilities


def test_each_grant_says_who_may_call_the_tool() -> None:
    """launch and shared are for model and view, app is for the view alone. ours"""
    assert ("model", "app") == Bill.launch.visibility
    assert ("app",) == Bill.show.visibility
    assert ("model", "app") == Bill.seat.visibility


def test_a_bound_grant_knows_its_view() -> None:
    """`Bill.show` is bound to Bill, and names itself so. heddle:H03"""
    assert (Bill, "Bill.show", get_show) == (Bill.show.view, str(Bill.show), Bill.show.tool)


@pytest.mark.parametrize("uri", ["https://box-office.example/bill", "ui://", "ui://a b", "bill"])
def test_a_uri_that_is_not_a_views_is_refused(uri: str) -> None:
    """A view's URI starts with ui://. ours"""
    with pytest.raises(TypeError, match="it starts with ui://"):

        class Wrong(View, uri=uri, title="Wrong"):
            launch = Grant.launch(list_shows)


def test_a_view_without_a_launch_grant_is_refused() -> None:
    """Nothing would ever open it. ours"""
    with pytest.raises(TypeError, match="Wrong has no launch grant"):

        class Wrong(View, uri="ui://a/b", title="Wrong"):
            show = Grant.app(get_show)


def test_a_view_with_two_launch_grants_is_refused() -> None:
    """One tool opens a view; the message names both. ours"""
    with pytest.raises(TypeError, match=r"2 launch grants \(launch, again\)"):

        class Wrong(View, uri="ui://a/b", title="Wrong"):
            launch = Grant.launch(list_shows)
            again = Grant.launch(get_show)


def test_an_attribute_that_is_no_grant_is_refused() -> None:
    """The message names the attribute. ours"""
    with pytest.raises(TypeError, match=r"Wrong\.limit is not a grant: 7"):

        class Wrong(View, uri="ui://a/b", title="Wrong"):
            launch = Grant.launch(list_shows)
            limit = 7


def test_a_bare_tool_is_refused_with_advice() -> None:
    """A tool without a grant does not say who may call it. ours"""
    with pytest.raises(TypeError, match=r"Wrong\.show is a Tool: say who may call it"):

        class Wrong(View, uri="ui://a/b", title="Wrong"):
            launch = Grant.launch(list_shows)
            show = get_show


def test_the_same_tool_granted_twice_is_refused() -> None:
    """Names are unique, so a host's answer belongs to one grant. ours"""
    with pytest.raises(TypeError, match="grant the same tool 'get_show'"):

        class Wrong(View, uri="ui://a/b", title="Wrong"):
            launch = Grant.launch(get_show)
            show = Grant.app(get_show)


def test_an_unknown_display_mode_and_an_empty_title_are_refused() -> None:
    """Both would only fail later, inside a host. ours"""
    with pytest.raises(TypeError, match="display_modes must be some of"):

        class Modal(View, uri="ui://a/b", title="Modal", display_modes=("modal",)):
            launch = Grant.launch(list_shows)

    with pytest.raises(TypeError, match="the title is empty"):

        class Untitled(View, uri="ui://a/b", title=" "):
            launch = Grant.launch(list_shows)


def test_a_view_is_neither_inherited_from_nor_made() -> None:
    """A view class is a declaration. ours"""
    with pytest.raises(TypeError, match="derives from View and from nothing else"):

        class Derived(Bill, uri="ui://a/b", title="Derived"):
            pass

    with pytest.raises(TypeError, match=r"the live view is App\[Bill\]"):
        Bill()


def test_a_grant_is_of_a_tool_and_says_for_whom() -> None:
    """`Grant` itself cannot be made. ours"""
    with pytest.raises(TypeError, match="a grant is of a Tool"):
        Grant.app("get_show")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="say who may call the tool"):
        Grant()


def test_a_tool_name_that_hosts_refuse_is_refused_here() -> None:
    """1 to 128 letters, digits, '_', '-', '.' and '/'. ours"""
    with pytest.raises(ValueError, match="is not a tool name"):
        Tool("get show", output=int)
    with pytest.raises(ValueError, match="is not a tool name"):
        Tool("x" * 129, output=int)


def test_an_ask_is_written_in_one_order_and_only_what_was_asked() -> None:
    """The same ask gives the same bytes whatever order its origins were added in. heddle:H48"""
    one = Ask(connect=("https://b.example", "https://a.example"), permissions=(Permission.CAMERA,))
    other = Ask(connect=("https://a.example", "https://b.example", "https://a.example"), permissions=("camera",))  # type: ignore[arg-type]
    assert one.resource_meta() == other.resource_meta()
    assert {} == Ask().resource_meta()
    assert {
        "csp": {"connectDomains": ["https://a.example", "https://b.example"]},
        "permissions": {"camera": {}},
    } == one.resource_meta()
    assert (
        Ask(connect=("https://A.example:443/",)).resource_meta() == Ask(connect=("https://a.example",)).resource_meta()
    )


def test_an_ask_for_webassembly_is_written_as_the_keyword_that_hosts_take() -> None:
    """It is no origin, and its place behind the origins is always the same. ours"""
    asked = Ask(resources=("https://a.example",), wasm=True).resource_meta()
    assert {"csp": {"resourceDomains": ["https://a.example", "'wasm-unsafe-eval'"]}} == asked


def test_an_ask_takes_origins_only() -> None:
    """A path or a user would be dropped by a careful host, so it is refused here. ours"""
    for wrong in ("https://a.example/path", "https://me@a.example", "https://a..example", "https://*.example", "data:"):
        with pytest.raises(ValueError, match="is not an origin"):
            Ask(connect=(wrong,))
    assert Ask(count_of := ("https://*.cdn.example",)).connect == count_of


def test_tools_write_their_schemas() -> None:
    """A tool without input takes an empty object; what is no object travels wrapped. ours"""
    assert "object" == count.input_schema["type"]
    assert {"result": {"type": "integer"}} == count.output_schema["properties"]
    assert not get_show.wraps_output
    with pytest.raises(TypeError, match="must be an object"):
        _ = Tool("bad", input=int, output=int).input_schema
