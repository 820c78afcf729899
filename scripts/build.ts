import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const webFolder = join(import.meta.dirname, '..', 'web');

/** Below this a compressed copy saves less than its headers cost. */
const smallestCompressedBytes = 512;

const compressible = /\.(js|css|svg|json|txt|webmanifest|xml)$/;

buildWeb();
compressFolder(join(webFolder, 'build', 'client'));

function buildWeb(): void {
  const reactRouter = createRequire(join(webFolder, 'package.json')).resolve('@react-router/dev/package.json');
  const built = spawnSync(process.execPath, [join(reactRouter, '..', 'bin.cjs'), 'build'], { cwd: webFolder, stdio: 'inherit' });
  if (built.status !== 0) process.exit(built.status ?? 1);
}

/** Puts a brotli and a gzip copy beside each text file, so that the server never compresses an asset itself. */
function compressFolder(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) compressFolder(path);
    else if (compressible.test(entry.name)) compressFile(path);
  }
}

function compressFile(path: string): void {
  const bytes = readFileSync(path);
  if (bytes.length < smallestCompressedBytes) return;
  const parameters = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: parameters }));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}
