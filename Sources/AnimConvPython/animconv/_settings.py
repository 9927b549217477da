"""Settings as the library reads them."""

import fractions
import json
import os
from typing import Any, Mapping, Optional


def _value(value: Any) -> Any:
    if isinstance(value, fractions.Fraction):
        return str(value)
    if isinstance(value, (list, tuple)):
        return [_value(element) for element in value]
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    return value


def named(settings: Mapping[str, Any]) -> dict:
    """Settings by their names in presets: `max_bytes` is `max-bytes`, `for_` is `for`. None stands for
    a setting that is not given."""
    return {
        name.rstrip("_").replace("_", "-"): _value(value)
        for name, value in settings.items() if value is not None}


def text(settings: Mapping[str, Any]) -> Optional[bytes]:
    """The JSON of settings; None without any."""
    members = named(settings)
    return json.dumps(members).encode() if members else None


def path(path: Any) -> str:
    """A path in JSON, which is text; names may be any bytes."""
    raw = os.fsencode(path)
    try:
        name = raw.decode()
    except UnicodeDecodeError:
        return "hex:" + raw.hex()
    return "hex:" + raw.hex() if name.startswith("hex:") else name
