# The bot as a container: small, without root, and able to write only to /data, where the games are.
FROM python:3.13-slim AS build
WORKDIR /source
RUN python -m venv /venv
COPY deploy/requirements.lock .
RUN /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY bot bot
COPY engine engine
RUN /venv/bin/pip install --no-cache-dir --no-deps .

FROM python:3.13-slim
RUN useradd --system --uid 10001 --home-dir /data bot && mkdir /data && chown bot /data
COPY --from=build /venv /venv
USER bot
WORKDIR /data
VOLUME /data
ENV PATH=/venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 HEALTH_PORT=9090
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=30s CMD ["python", "-c", "import os, urllib.request as r; r.urlopen(f'http://127.0.0.1:{os.environ[\"HEALTH_PORT\"]}/healthz', timeout=3)"]
CMD ["python", "-m", "bot", "--discord"]
