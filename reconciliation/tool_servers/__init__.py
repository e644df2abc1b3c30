"""An organization's own tools: servers of the Model Context Protocol that an owner added, asked by the chat alone. Background runs never
import this package."""
