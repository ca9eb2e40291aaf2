"""The conformance cases of the protocol reference and its rules, each in a test that cites it."""
