# Built once for all services of docker-compose.yml. With `--build-arg OCR=true` (OCR=true in .env) it reads scanned pages too.

FROM python:3.11-slim AS build
RUN python -m venv /venv && python -m venv /build
ARG OCR=false
COPY requirements.txt requirements-build.txt requirements-ocr.txt requirements-s3.txt requirements-mcp.txt requirements-actual.txt ./
RUN /build/bin/pip install --no-cache-dir --require-hashes -r requirements-build.txt
RUN /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.txt -r requirements-s3.txt -r requirements-mcp.txt -r requirements-actual.txt
RUN if [ "$OCR" = true ]; then /venv/bin/pip install --no-cache-dir --require-hashes -r requirements-ocr.txt; fi
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY tieout tieout
COPY config config
COPY assistant assistant
COPY people people
COPY finance finance
COPY reconciliation reconciliation
COPY api api
COPY connectors connectors
COPY templates templates
COPY static static
COPY locale locale
COPY samples samples
RUN /build/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels .
RUN /venv/bin/pip install --no-cache-dir --no-index --no-deps /wheels/*.whl

FROM python:3.11-slim
ENV PATH=/venv/bin:$PATH PYTHONPATH=/venv/lib/python3.11/site-packages/tieout/house PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 DATA_DIR=/data STATIC_ROOT=/srv/static
RUN useradd --system --uid 1000 --home-dir /srv tieout && mkdir -p /data /srv/static && chown tieout /data /srv/static
COPY --from=build /venv /venv
WORKDIR /app
COPY manage.py ./
USER tieout
RUN PRODUCTION=true SECRET_KEY=only-to-collect-the-files-of-the-pages-and-never-to-sign-anything ALLOWED_HOSTS=localhost python manage.py collectstatic --no-input
VOLUME /data
EXPOSE 8000
CMD ["gunicorn", "--config", "python:config.gunicorn", "config.wsgi", "--bind", "0.0.0.0:8000", "--worker-class", "gthread", "--workers", "2", "--threads", "8"]
