#!/bin/sh
# Backs up the database, then the documents, into one new folder of BACKUPS (docs/operations.md). Prints its name.
# The database is reached as PGHOST and PGUSER say; the documents are in MEDIA. BACKUP_DAYS removes older backups.
set -eu
umask 077
: "${BACKUPS:=/backups}" "${MEDIA:=/data/media}" "${BACKUP_DAYS:=}"
[ -w "$BACKUPS" ] || { echo "$BACKUPS cannot be written to: give the folder to user $(id -u)." >&2; exit 1; }
if [ -f "${PGPASSWORD_FILE:-}" ]; then PGPASSWORD=$(cat "$PGPASSWORD_FILE") && export PGPASSWORD; fi

name=$(date -u +tieout-%Y%m%dT%H%M%SZ)
part="$BACKUPS/.$name"
mkdir "$part"
trap 'rm -rf "$part"' EXIT
pg_dump --format custom --file "$part/database.dump"
if [ -d "$MEDIA" ]; then tar -cf "$part/documents.tar" -C "$MEDIA" .; fi
(cd "$part" && sha256sum -- * > SHA256SUMS)
mv "$part" "$BACKUPS/$name"
if [ -n "$BACKUP_DAYS" ]; then
    find "$BACKUPS" -mindepth 1 -maxdepth 1 -type d -name 'tieout-*' -mtime "+$BACKUP_DAYS" -exec rm -rf {} +
fi
echo "$name"
