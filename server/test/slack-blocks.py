"""Checks the blocks of Slack messages, one of JSON a line, by Slack's library. Prints for each why it is refused, or nothing."""

import json
import sys

from slack_sdk.models.blocks import Block


def without_ids(value):
    if isinstance(value, list):
        return [without_ids(item) for item in value]
    if isinstance(value, dict):
        return {name: without_ids(item) for name, item in value.items() if name != "block_id"}
    return value


for line in sys.stdin:
    given = json.loads(line)["blocks"]
    try:
        blocks = Block.parse_all(given)
        for block in blocks:
            block.validate_json()
        # The library drops members that it does not know.
        assert without_ids([block.to_dict() for block in blocks]) == given, "has unknown members"
        print()
    except Exception as error:  # Whatever it raises is its answer.
        print(str(error) or type(error).__name__)
