"""Encryption of secrets: each organization has a data key, stored wrapped by the installation's master key.

sealing.py    bytes under a key, bound to their purpose
masters.py    the installation's keys, from the settings
services.py   seal and open for an organization; wrap all data keys with a new master key
"""
