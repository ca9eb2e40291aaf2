"""The laws of the clamp, over generated asks and allowances."""

from hypothesis import given
from hypothesis import strategies as st

from hostsim.clamp import Admit, Allowance, SourceList, clamp, sources
from viewsdk.protocol.csp_sources import CspOrigin
from viewsdk.protocol.ui_meta import Permission, ResourceAsk

HOSTS = ("a.example", "b.example", "cdn.a.example", "localhost", "127.0.0.1")
origins = st.builds(
    CspOrigin,
    scheme=st.sampled_from(("https", "http", "wss")),
    host=st.sampled_from(HOSTS),
    port=st.sampled_from((None, 8080)),
    is_wildcard=st.booleans(),
)
lists = st.lists(origins, unique=True, max_size=4).map(lambda found: tuple(sorted(found, key=str)))
permissions = st.frozensets(st.sampled_from(Permission))
asks = st.builds(
    ResourceAsk,
    connect=lists,
    resource=lists,
    frame=lists,
    base_uri=lists,
    asks_wasm=st.booleans(),
    permissions=permissions,
)
admits = st.one_of(st.just(Admit()), st.frozensets(origins, max_size=3).map(Admit))
allowances = st.builds(
    Allowance,
    connect=admits,
    resource=admits,
    frame=admits,
    base_uri=admits,
    permissions=permissions,
    wasm=st.booleans(),
    wildcards=st.booleans(),
    https_only=st.booleans(),
)


def within(less: ResourceAsk, more: ResourceAsk) -> bool:
    """Says whether one ask has nothing that another lacks."""
    listed = all(set(sources(less, which)) <= set(sources(more, which)) for which in SourceList)
    return listed and less.permissions <= more.permissions and less.asks_wasm <= more.asks_wasm


@given(asks, allowances)
def test_the_clamp_only_takes_away(ask: ResourceAsk, allowance: Allowance) -> None:
    """Nothing is granted that was not asked for. heddle:H55, R11"""
    assert within(clamp(ask, allowance).granted, ask)


@given(asks, allowances)
def test_clamping_twice_is_clamping_once(ask: ResourceAsk, allowance: Allowance) -> None:
    """What passed passes again, and nothing more is taken. heddle:H55"""
    once = clamp(ask, allowance)
    again = clamp(once.granted, allowance)
    assert (once.granted, ()) == (again.granted, again.narrowings)


@given(asks)
def test_an_open_allowance_takes_nothing_and_a_closed_one_all(ask: ResourceAsk) -> None:
    """Open is identity, closed is zero. heddle:H55"""
    assert ask == clamp(ask, Allowance.open()).granted
    assert ResourceAsk() == clamp(ask, Allowance.closed()).granted


@given(asks, allowances, allowances)
def test_a_wider_allowance_never_grants_less(ask: ResourceAsk, one: Allowance, other: Allowance) -> None:
    """Both together allow no more than either alone. heddle:H55"""
    both = clamp(ask, one.meet(other)).granted
    assert within(both, clamp(ask, one).granted)
    assert within(both, clamp(ask, other).granted)


@given(asks, allowances)
def test_every_cut_is_listed_and_nothing_else_is(ask: ResourceAsk, allowance: Allowance) -> None:
    """The list of narrowings is empty exactly if nothing was taken, and has one line for each thing.

    heddle:H54, heddle:H55
    """
    clamped = clamp(ask, allowance)
    lost = sum(len(sources(ask, which)) - len(sources(clamped.granted, which)) for which in SourceList)
    lost += len(ask.permissions - clamped.granted.permissions) + (ask.asks_wasm and not clamped.granted.asks_wasm)
    assert lost == len(clamped.narrowings)
    assert (ask == clamped.granted) == (clamped.narrowings == ())


def test_a_wildcard_in_an_allowance_covers_the_hosts_below_it() -> None:
    """The same scheme and port, below the named domain, and not the domain itself. ours"""
    admit = Admit.these(CspOrigin("https", "a.example", None, True))
    assert admit.admits(CspOrigin("https", "cdn.a.example"))
    for other in (
        CspOrigin("https", "a.example"),
        CspOrigin("http", "cdn.a.example"),
        CspOrigin("https", "cdn.a.example", 444),
        CspOrigin("https", "xa.example"),
    ):
        assert not admit.admits(other)


def test_a_strict_allowance_takes_no_wildcard_and_no_plain_http_but_for_loopback() -> None:
    """What two known hosts do; loopback stays for development. ours"""
    plain, local = CspOrigin("http", "a.example"), CspOrigin("http", "127.0.0.1", 8080)
    wide = CspOrigin("https", "a.example", None, True)
    clamped = clamp(ResourceAsk(resource=(plain, local, wide)), Allowance(wildcards=False, https_only=True))
    assert (local,) == clamped.granted.resource
    assert ["the host takes https and wss only", "the host takes no wildcards"] == [
        narrowing.why for narrowing in clamped.narrowings
    ]
