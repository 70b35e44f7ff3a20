"""Verifies deliveries, one of JSON a line, by the reference library for Python. Prints for each why it is refused, or nothing."""

import json
import sys

from standardwebhooks import Webhook

for line in sys.stdin:
    delivery = json.loads(line)
    try:
        Webhook(delivery["secret"]).verify(delivery["body"], delivery["headers"])
        print()
    except Exception as error:  # Whatever it raises is its answer.
        print(str(error) or type(error).__name__)
