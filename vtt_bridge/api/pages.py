"""The page on which the REST interface can be read and tried; all its parts come from here."""

from importlib.resources import files

from flask import Flask, Response, send_from_directory

PARTS = {"swagger-ui.css": "text/css", "swagger-ui-bundle.js": "text/javascript"}
POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:;"
    " style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>vtt-bridge: REST</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="page"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
"""
START = 'SwaggerUIBundle({ url: "openapi.json", dom_id: "#page", validatorUrl: null });\n'


def add_pages(app: Flask, prefix: str) -> None:
    folder = str(files("flask_swagger_ui") / "dist")

    @app.get(f"{prefix}/docs")
    def docs() -> Response:
        response = Response(PAGE, mimetype="text/html")
        response.headers["Content-Security-Policy"] = POLICY
        return response

    @app.get(f"{prefix}/docs/start.js")
    def start() -> Response:
        return Response(START, mimetype="text/javascript")

    for name, kind in PARTS.items():
        app.add_url_rule(
            f"{prefix}/docs/{name}",
            name,
            lambda name=name, kind=kind: send_from_directory(folder, name, mimetype=kind),
        )
