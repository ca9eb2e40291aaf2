"""Which browser, with what arguments, on which ports, for how long: the only place that says so.

`hostsim.settings` loads this file by its path (the dot keeps it from being imported by name). Each field can be
overridden by an environment variable, named beside it; what a field means is written at `hostsim.settings.Settings`.
"""

import os

from hostsim.settings import Settings

ARGUMENTS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    # A test browser talks to loopback only.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Chromium refuses to run as root with its own sandbox; anybody else keeps it.
    *(("--no-sandbox",) if os.geteuid() == 0 else ()),
)

settings = Settings(
    browser="/usr/bin/chromium",  # VIEWSDK_BROWSER
    arguments=ARGUMENTS,  # VIEWSDK_ARGUMENTS, separated by spaces
    remote="",  # VIEWSDK_REMOTE
    firefox="/usr/bin/firefox-esr",  # VIEWSDK_FIREFOX
    webkit_driver="/usr/bin/WebKitWebDriver",  # VIEWSDK_WEBKIT_DRIVER
    host_port=0,  # VIEWSDK_HOST_PORT
    sandbox_port=0,  # VIEWSDK_SANDBOX_PORT
    launch_limit=30.0,  # VIEWSDK_LAUNCH_LIMIT
    server_limit=30.0,  # VIEWSDK_SERVER_LIMIT
    page_limit=60.0,  # VIEWSDK_PAGE_LIMIT; a cold start of Python takes most of it on a busy machine
    settle_limit=20.0,  # VIEWSDK_SETTLE_LIMIT
    test_limit=60.0,  # VIEWSDK_TEST_LIMIT
    browser_test_limit=120.0,  # VIEWSDK_BROWSER_TEST_LIMIT
    workers=2,  # VIEWSDK_WORKERS; two of them at most drive a browser
)
