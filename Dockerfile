# Built once, run three times: web, worker, beat (docker-compose.yml). With `--build-arg OCR=true` it reads scanned pages too.

FROM python:3.11-slim AS build
RUN python -m venv /venv
ARG OCR=false
COPY requirements.txt requirements-ocr.txt requirements-s3.txt requirements-mcp.txt requirements-actual.txt ./
RUN /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.txt -r requirements-s3.txt -r requirements-mcp.txt -r requirements-actual.txt
RUN if [ "$OCR" = true ]; then /venv/bin/pip install --no-cache-dir --require-hashes -r requirements-ocr.txt; fi

FROM python:3.11-slim
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 DATA_DIR=/data STATIC_ROOT=/srv/static
RUN useradd --system --uid 1000 --home-dir /srv tieout && mkdir -p /data /srv/static && chown tieout /data /srv/static
COPY --from=build /venv /venv
WORKDIR /app
COPY manage.py ./
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
USER tieout
RUN PRODUCTION=true SECRET_KEY=only-to-collect-the-files-of-the-pages-and-never-to-sign-anything ALLOWED_HOSTS=localhost python manage.py collectstatic --no-input
VOLUME /data
EXPOSE 8000
CMD ["gunicorn", "--config", "python:config.gunicorn", "config.wsgi", "--bind", "0.0.0.0:8000", "--worker-class", "gthread", "--workers", "2", "--threads", "8"]
