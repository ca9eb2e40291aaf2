"""Opens a policy file; what it says is read by `hostsim.policy_file`."""

from __future__ import annotations

from pathlib import Path

from hostsim.inventory import Inventory
from hostsim.policy import Policy
from hostsim.policy_file import read_policy
from hostsim.toml_reader import PolicyError

__all__ = ["load_policy"]


def load_policy(path: Path, inventory: Inventory) -> Policy:
    """Reads a policy file against a server's tools. Raises PolicyError, also when the file cannot be read."""
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise PolicyError(str(path), 1, f"the policy file cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise PolicyError(str(path), 1, "the policy file is not UTF-8 text; TOML has to be") from error
    return read_policy(text, inventory, file=str(path))
