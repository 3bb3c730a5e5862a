import sys

from vtt_bridge.cli import main

sys.exit(main())
