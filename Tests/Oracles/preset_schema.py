#!/usr/bin/env python3
"""Validates files against their JSON Schema with an independent validator.

    preset_schema.py SCHEMA FILE...      one line for each file that does not conform; exit 1 then
"""

import json
import sys

import jsonschema


def main() -> int:
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    failed = False
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        errors = list(validator.iter_errors(document))
        if errors:
            failed = True
            print(f"{path}: {errors[0].json_path}: {errors[0].message}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
