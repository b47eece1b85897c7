from hypothesis import settings

# A loaded machine may take any time for an example.
settings.register_profile("wythoff", deadline=None)
settings.load_profile("wythoff")
