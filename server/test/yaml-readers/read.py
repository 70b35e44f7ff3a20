"""Reads every N.yaml of a directory with PyYAML, in Python and with libyaml, and compares the values with N.json."""
import json
import pathlib
import sys

import yaml

LOADERS = [yaml.SafeLoader, *([yaml.CSafeLoader] if yaml.__with_libyaml__ else [])]
directory = pathlib.Path(sys.argv[1])
failed = 0
for loader in LOADERS:
    read = 0
    for file in sorted(directory.glob("*.yaml")):
        expected = json.loads(file.with_suffix(".json").read_bytes())
        try:
            found = yaml.load(file.read_bytes(), Loader=loader)
        except yaml.YAMLError as error:
            found = error
        if found == expected and json.dumps(found, sort_keys=True) == json.dumps(expected, sort_keys=True):
            read += 1
        else:
            failed += 1
            print(f"{loader.__name__}: {file.name}: {found!r}", file=sys.stderr)
    print(f"PyYAML {yaml.__version__} {loader.__name__}: {read} exports read to the same values")
sys.exit(1 if failed else 0)
