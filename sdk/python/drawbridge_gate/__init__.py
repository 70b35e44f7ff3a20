"""Middleware for back ends: refuses versions that must update, and all requests during maintenance."""

from .app_request import AppRequest
from .asgi import AsgiGate
from .gate import Gate
from .gate_problem import GateProblem
from .refusal import Refusal
from .wsgi import WsgiGate

__all__ = ["AppRequest", "AsgiGate", "Gate", "GateProblem", "Refusal", "WsgiGate"]
