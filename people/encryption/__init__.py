"""What is kept sealed: each organization has a data key of its own, and that is stored wrapped by the installation's master key.

sealing.py    bytes under a key, bound to what they are for
masters.py    the installation's keys, from the settings
models.py     the data key of an organization, as it is stored
services.py   seal and open for an organization; wrap all data keys anew
"""
