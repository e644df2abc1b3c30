#!/bin/sh
# Restores one backup of BACKUPS into an empty database and a folder without documents (docs/operations.md): restore.sh NAME
# It checks each file by its SHA-256 before it changes anything.
set -eu
umask 077
: "${BACKUPS:=/backups}" "${MEDIA:=/data/media}"
[ $# -eq 1 ] && [ -d "$BACKUPS/$1" ] || { echo "Name a backup of $BACKUPS:" >&2; ls "$BACKUPS" >&2; exit 2; }
if [ -f "${PGPASSWORD_FILE:-}" ]; then PGPASSWORD=$(cat "$PGPASSWORD_FILE") && export PGPASSWORD; fi

cd "$BACKUPS/$1"
sha256sum --check --quiet SHA256SUMS >&2 || { echo "Nothing was restored: the backup is damaged." >&2; exit 1; }
tables=$(psql --no-align --tuples-only --command "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
[ "$tables" = 0 ] || { echo "Nothing was restored: the database has $tables tables." >&2; exit 1; }
if [ -d "$MEDIA" ] && [ -n "$(ls -A "$MEDIA")" ]; then echo "Nothing was restored: there are documents in $MEDIA." >&2; exit 1; fi
pg_restore --exit-on-error --single-transaction --no-owner --dbname "${PGDATABASE:-$PGUSER}" database.dump
if [ -f documents.tar ]; then mkdir -p "$MEDIA" && tar -xf documents.tar -C "$MEDIA"; fi
