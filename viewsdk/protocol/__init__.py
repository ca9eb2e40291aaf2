"""The MCP Apps bridge protocol, sans-IO: messages, states and both halves of a conversation.

Text goes in, events and text come out. Nothing here awaits, logs, reads a clock or opens anything; it imports the
standard library, pydantic and itself. Import from the modules: there is no second set of names here.
"""
