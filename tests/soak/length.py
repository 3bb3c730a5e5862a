"""How long the long tests are: short, or with VTT_BRIDGE_SOAK=full in the environment whole."""

import os

FULL = os.environ.get("VTT_BRIDGE_SOAK") == "full"
