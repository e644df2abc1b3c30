"""Settings of the web server besides its command line: its own log lines have the common format."""

from config.settings import LOGGING

logconfig_dict = LOGGING
preload_app = True  # loaded once, and shared by the processes that are forked then
control_socket_disable = True  # it would be written to the home, which a container has not
limit_request_line = 8190  # bytes, the most that it takes: a long question is refused with words of ours
