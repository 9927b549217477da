"""What a contest consists of."""
import dataclasses

import settings


@dataclasses.dataclass
class Command:
    """One contestant: a command for each input; OUT in it stands for the output."""
    name: str
    arguments: list
    output: str | None      # the output's extension, or frames/; None for a reader
    is_ours: bool = False


@dataclasses.dataclass
class Case:
    name: str
    title: str
    inputs: list
    commands: list


def ffmpeg(flags):
    return [settings.tool("ffmpeg"), "-nostdin", "-v", "error", "-y", "-i", "IN", *flags, "OUT"]
