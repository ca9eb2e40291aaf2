"""Sizes: what is reported, and that it converges whatever the content does."""

from collections.abc import Callable

from viewsdk.browser.size import Measure, SizeRule, SizeTeller
from viewsdk.protocol.context import HostContext


def rule(context: dict[str, object]) -> SizeRule:
    return SizeRule.of(HostContext.of(context)[0])  # type: ignore[arg-type]


def played(content: Callable[[float], float], frame: float, rounds: int = 30) -> tuple[list[int], SizeTeller]:
    """The heights reported to a host that does as it is told, by a content whose height depends on the frame's."""
    teller, reports = SizeTeller(), []
    for _ in range(rounds):
        size = teller.next_report(Measure(600, content(frame), 600, frame))
        if size is not None:
            reports.append(size[1])
            frame = float(size[1])
    return reports, teller


def test_a_tall_list_is_reported_once() -> None:
    """3,000 px of content are one report. extapps:E05"""
    assert [3000] == played(lambda frame: 3000, 150)[0]


def test_fractions_are_rounded_up() -> None:
    """A host that gets 100.2 must not cut the last line. extapps:E05"""
    assert (601, 101) == SizeTeller().next_report(Measure(600.5, 100.2, 600, 150))


def test_content_that_fills_its_frame_is_reported_once_and_stays() -> None:
    """html and body at 100 % with a child at 100 %. heddle:H22"""
    assert [150] == played(lambda frame: frame, 150)[0]


def test_content_taller_than_its_frame_by_design_is_stopped_with_a_warning() -> None:
    """100vh plus a margin would grow for ever; after three reports the view says why it stops. ours"""
    reports, teller = played(lambda frame: frame + 32, 150)
    assert 3 >= len(reports)
    assert teller.warning is not None
    assert "no 100vh" in teller.warning


def test_reporting_goes_on_once_the_content_fits_again() -> None:
    """What followed the frame was taken away, and the view may shrink. ours"""
    _, teller = played(lambda frame: frame + 32, 150)
    assert teller.warning is not None
    assert (600, 70) == teller.next_report(Measure(600, 70, 600, 214))
    assert teller.warning is None


def test_a_pixel_less_per_frame_is_no_news() -> None:
    """Border-box offsets must not shrink a view for seconds. ours"""
    assert [149] == played(lambda frame: frame - 1, 150)[0]


def test_content_that_grows_by_itself_is_never_taken_for_an_echo() -> None:
    """Ten opened rows are ten reports, as each fitted before the next came. heddle:H22"""
    teller, frame, reports = SizeTeller(), 150.0, []
    for height in range(200, 1200, 100):
        for _ in range(2):
            size = teller.next_report(Measure(600, height, 600, frame))
            if size is not None:
                reports.append(size[1])
                frame = float(size[1])
    assert list(range(200, 1200, 100)) == reports


def test_a_side_the_host_fixed_is_not_reported() -> None:
    """Both fixed: nothing at all; one: changes of the other. agentgem:A07"""
    assert SizeRule(width=False, height=False) == rule({"containerDimensions": {"width": 400, "height": 300}})
    assert SizeRule(width=False, height=True) == rule({"containerDimensions": {"width": 400, "maxHeight": 300}})
    assert SizeRule(width=True, height=True) == rule({})
    teller = SizeTeller(SizeRule(width=False, height=True))
    assert (400, 100) == teller.next_report(Measure(400, 100, 400, 150))
    assert teller.next_report(Measure(300, 100, 300, 150)) is None


def test_nothing_is_reported_outside_the_text_flow() -> None:
    """Full screen and picture in picture have sizes of their own. ours"""
    assert SizeRule(width=False, height=False) == rule({"displayMode": "fullscreen"})
    assert SizeRule(width=False, height=False) == rule({"displayMode": "pip"})


def test_back_in_the_flow_the_size_is_told_again() -> None:
    """The host kept the height of full screen; the same content is news to it. ours"""
    teller = SizeTeller()
    assert (600, 100) == teller.next_report(Measure(600, 100, 600, 150))
    teller.follow(SizeRule(width=False, height=False))
    assert teller.next_report(Measure(1000, 100, 1000, 800)) is None
    teller.follow(SizeRule())
    assert (600, 100) == teller.next_report(Measure(600, 100, 600, 800))


def test_a_first_drawing_after_a_page_that_reported_is_no_answer_to_its_frame() -> None:
    """The skeleton was 120 px, the view is 500 and grows once more; both are news. heddle:H22"""
    teller = SizeTeller(told=(600, 120))
    assert None is teller.next_report(Measure(600, 120, 600, 120))
    assert (600, 500) == teller.next_report(Measure(600, 500, 600, 120))
    assert (600, 600) == teller.next_report(Measure(600, 600, 600, 500))
