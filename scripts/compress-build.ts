/**
 * Puts a brotli and a gzip copy beside each text file of the web build, so that the server never compresses an asset itself.
 * `quick` takes half a second for all of them, and the copies are a tenth larger. Without it they are as small as they get,
 * which takes some 20 seconds of one core: it runs at the lowest priority, beside a server that is ready already.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setPriority, constants as system } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Below this a compressed copy saves less than its headers cost. */
const smallestCompressedBytes = 512;

const compressible = /\.(js|css|svg|json|txt|webmanifest|xml)$/;

const buildFolder = join(import.meta.dirname, '..', 'web', 'build');

/** Written last, with the build that it is of: its copies are as small as they get. */
const doneMark = join(buildFolder, 'compressed');

const isQuick = process.argv.includes('quick');
const builtFrom = readMark();

if (!isQuick) setPriority(system.priority.PRIORITY_LOW);
compressFolder(join(buildFolder, 'client'));
if (!isQuick) {
  removeUnfinished(join(buildFolder, 'client'));
  writeFileSync(doneMark, builtFrom);
}

function compressFolder(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) compressFolder(path);
    // The release is answered as it is: a signature or another commit may take its place.
    else if (compressible.test(entry.name) && path !== join(folder, 'release.json')) compressFile(path);
  }
}

/** What a compression that was killed left behind. */
function removeUnfinished(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeUnfinished(path);
    else if (/\.(?:br|gz)\.new$/.test(entry.name)) rmSync(path, { force: true });
  }
}

function compressFile(path: string): void {
  const bytes = readFileSync(path);
  if (bytes.length < smallestCompressedBytes) return;
  const quality = isQuick ? 5 : constants.BROTLI_MAX_QUALITY;
  const parameters = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  write(`${path}.br`, brotliCompressSync(bytes, { params: parameters }));
  write(`${path}.gz`, gzipSync(bytes, { level: isQuick ? 6 : 9 }));
}

/** A server reads these files while they are written: each is there whole or not at all. */
function write(path: string, bytes: Uint8Array): void {
  // A build that began meanwhile has files of its own under the same names.
  if (readMark() !== builtFrom) process.exit(1);
  writeFileSync(`${path}.new`, bytes);
  renameSync(`${path}.new`, path);
}

/** What the launcher says the build was made from; empty while it builds. */
function readMark(): string {
  const path = join(buildFolder, 'stamp');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
