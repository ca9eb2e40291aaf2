"""DeclaredError: an exception with validated fields that travels as JSON."""

import contextlib
import copy
import pickle
from collections.abc import Iterator

import pytest
from pydantic import Field, ValidationError

from tests.view.contract import ShowNotFound, SoldOut
from viewsdk import DeclaredError, ViewError
from viewsdk.declared import error_data, error_name, read_error


class Clash(DeclaredError):
    """Two people want the same seat."""

    seat: str
    others: list[str] = Field(default_factory=list)


class Late(Clash):
    by: float


def test_its_fields_are_validated_when_it_is_made() -> None:
    """A wrong field type is refused by pydantic, with the field's name. ours"""
    with pytest.raises(ValidationError, match="id"):
        ShowNotFound(id="seven")  # type: ignore[arg-type]


def test_its_message_is_its_docstring_and_its_fields() -> None:
    """What a person reads says what happened and to what. ours"""
    assert "Two people want the same seat (seat='A1', others=['Ann'])" == str(Clash(seat="A1", others=["Ann"]))
    assert "id=7" == str(ShowNotFound(id=7))
    assert "ShowNotFound(id=7)" == repr(ShowNotFound(id=7))


def test_its_name_is_the_class_name_unless_it_was_given_another() -> None:
    """The wire name can outlive a renamed class. ours"""
    assert ("ShowNotFound", "sold_out") == (error_name(ShowNotFound), error_name(SoldOut))


def test_it_equals_and_hashes_by_class_and_fields() -> None:
    """Errors are values; a mutable field does not make them unhashable. ours"""
    assert Clash(seat="A1") == Clash(seat="A1")
    assert Clash(seat="A1") != Clash(seat="A2")
    assert 1 == len({Clash(seat="A1", others=["Ann"]), Clash(seat="A1", others=["Ann"])})


def test_it_survives_pickling_copying_and_its_notes_too() -> None:
    """A test runner may send it to another process. ours"""
    error = Late(seat="A1", others=["Ann"], by=2.5)
    error.add_note("seen on stage")
    for twin in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error)):
        assert (error, ["seen on stage"]) == (twin, twin.__notes__)


def test_it_survives_its_own_json() -> None:
    """What one side writes, the other reads; members a newer side added are ignored. ours"""
    error = Late(seat="A1", others=["Ann"], by=2.5)
    assert error == read_error(Late, {**error_data(error), "since": 2027})


def test_it_passes_through_a_context_manager() -> None:
    """contextlib sets __traceback__, which a frozen exception forbids. ours"""

    @contextlib.contextmanager
    def stage() -> Iterator[None]:
        yield

    with pytest.raises(ViewError) as caught, stage():
        raise ShowNotFound(id=7)
    assert ShowNotFound(id=7) == caught.value
