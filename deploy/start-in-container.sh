#!/bin/sh
# The first start puts the sample content into the volume, to be made one's own there.
set -eu
[ -e "$CASTELLAN_CONTENT_DIR" ] || node server/commands/make-it-mine.ts "$CASTELLAN_CONTENT_DIR"
exec node scripts/launch.mjs start
