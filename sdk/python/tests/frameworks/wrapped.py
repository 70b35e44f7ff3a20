"""Applications of each framework in the middleware: type checkers must accept all of them, with no annotation of the user's."""

from django.core.asgi import get_asgi_application
from django.core.wsgi import get_wsgi_application
from drawbridge_gate import AsgiGate, Gate, WsgiGate
from fastapi import FastAPI
from flask import Flask
from starlette.applications import Starlette
from starlette.middleware import Middleware

gate = Gate(
    "https://gate.example.com/api/v1",
    "dbr_example",
    instance=lambda request: request.header("x-region"),
    languages=["en", "de"],
    exempt=lambda request: request.path.startswith("/auth/"),
    time_limit=1,
    on_problem=print,
)
applications = [
    AsgiGate(FastAPI(), gate),
    AsgiGate(Starlette(middleware=[Middleware(AsgiGate, gate=gate)]), gate),
    AsgiGate(get_asgi_application(), gate),
    WsgiGate(Flask(__name__), gate),
    WsgiGate(get_wsgi_application(), gate),
]
FastAPI().mount("/shop", AsgiGate(FastAPI(), gate))
