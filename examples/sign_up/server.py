"""The sign-up form as an MCP server over stdio: `python server.py`."""

from contract import Confirmation, Draft, Form, SignUp, Workshop, draft_sign_up, sign_up
from desk import Desk
from mcp.server import MCPServer

from viewsdk.server import Handlers, serve_view, view_server


def in_words(workshop: Workshop) -> str:
    when = f"{workshop.day:%A, %d %B %Y}"
    return f"{workshop.title}, {when}, {workshop.place}; {workshop.free} places are free. Call sign_up to take one."


def handlers_for(desk: Desk) -> Handlers:
    handlers = Handlers()

    @handlers.on(draft_sign_up, text=in_words)
    def workshop(draft: Draft) -> Workshop:
        return desk.workshop()

    @handlers.on(sign_up, text=lambda done: f"{done.sign_up.name} is signed up as {done.number}")
    def signed_up(person: SignUp) -> Confirmation:
        return desk.sign_up(person)

    return handlers


def server_on(desk: Desk) -> MCPServer:
    """The server of one desk."""
    return view_server("sign-up", serve_view(Form, handlers=handlers_for(desk)))


if __name__ == "__main__":
    server_on(Desk()).run()
