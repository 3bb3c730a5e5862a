"""The Foundry module: packed and served by the bridge, or put into Foundry's folder."""
