"""What holds for all tests."""

from hypothesis import HealthCheck, settings

# How long something takes says nothing on a computer that does other things meanwhile.
settings.register_profile("shared", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shared")
