import { type InventoryFailure, type InventoryRead, refuse, refuseLine } from './component-list.ts';
import { findJsonFault } from './json-fault.ts';
import { isCycloneDx, readCycloneDxJson, readCycloneDxXml } from './read-cyclonedx.ts';
import { readGoMod, readGoSum } from './read-go.ts';
import { isNpmLock, readNpmLock } from './read-npm-lock.ts';
import { readPnpmLock } from './read-pnpm-lock.ts';
import { isPipfileLock, readPipfileLock, readRequirements } from './read-python.ts';
import { isSpdx, readSpdxJson, readSpdxTags } from './read-spdx.ts';
import { readTomlLock } from './read-toml-lock.ts';
import { readYarnBerry, readYarnClassic } from './read-yarn-lock.ts';

/** The browser and Node both have it; no library of types for what is pure names it. */
declare const TextDecoder: new (label: string, options: { readonly fatal: boolean }) => { readonly decode: (bytes: Uint8Array) => string };

/** The longest file that is read, in bytes. */
export const maxInventoryBytes = 50 * 1024 * 1024;

/** Lock files are far shorter; their lines are read one by one. */
const maxLinesLength = 16 * 1024 * 1024;

/** What can be read, in a sentence. */
export const readableFormats =
  'package-lock.json, npm-shrinkwrap.json, pnpm-lock.yaml, yarn.lock, requirements.txt, Pipfile.lock, poetry.lock, uv.lock, go.mod, go.sum, Cargo.lock, CycloneDX (JSON, XML) and SPDX 2 (JSON, tag-value)';

/**
 * Reads a lock file or an SBOM; the format is told by what is in it, not by its name. Every component of the file is in the answer,
 * looked up or left out, or the answer is a failure. Never rejects for what the file holds. Long files take seconds: a page calls
 * it in a Worker.
 */
export async function parseInventory(bytes: Uint8Array): Promise<InventoryRead> {
  if (bytes.byteLength > maxInventoryBytes) return refuse('inventory_too_long', 'The file is larger than 50 MB.');
  const decoded = decode(bytes);
  if (typeof decoded !== 'string') return { ok: false, failure: decoded };
  const text = decoded.includes('\r') ? decoded.replace(/\r\n?/g, '\n') : decoded;
  const start = text.trimStart();
  if (start === '') return refuse('inventory_malformed', 'The file is empty.');
  const conflict = /^<{7}(?: |$)/m.exec(text);
  if (conflict !== null) return refuseLine(lineAt(text, conflict.index), 'Unresolved merge conflict.');
  if (start.startsWith('{') || start.startsWith('[{')) return readJson(text);
  if (start.startsWith('<')) return readCycloneDxXml(text.trimStart());
  return readLines(text);
}

function readLines(text: string): InventoryRead | Promise<InventoryRead> {
  if (/^SPDXVersion:/m.test(text)) return readSpdxTags(text);
  if (text.length > maxLinesLength) return refuse('inventory_too_long', 'A file of this kind has at most 16 MB.');
  if (/^lockfileVersion:/m.test(text)) return readPnpmLock(text);
  if (/^__metadata:/m.test(text)) return readYarnBerry(text);
  if (/^# yarn lockfile v1$/m.test(text)) return readYarnClassic(text);
  if (/^\[\[?[\w."-]+\]\]?[ \t]*$/m.test(text)) return readTomlLock(text);
  if (/^module\s+\S/m.test(text)) return readGoMod(text);
  if (/^\S+ v\d\S*(?:\/go\.mod)? h\d+:\S+$/m.test(text)) return readGoSum(text);
  const requirements = readRequirements(text);
  // A first line that is none shows that the file is something else.
  const [first = 1] = text.split('\n').flatMap((line, index) => (line.trim() === '' || line.trim().startsWith('#') ? [] : [index + 1]));
  const isOther = !requirements.ok && requirements.failure.message.startsWith(`Line ${first}:`);
  return isOther ? refuse('inventory_unknown', `Unknown format. Supported: ${readableFormats}.`) : requirements;
}

function readJson(text: string): InventoryRead {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch {
    const message = 'Invalid or truncated JSON.';
    try {
      return refuseLine(lineAt(text, findJsonFault(text)), message);
    } catch {
      // A text of many megabytes without an end is more than an expression can hold.
      return refuse('inventory_malformed', message);
    }
  }
  if (isNpmLock(input)) return readNpmLock(input);
  if (isCycloneDx(input)) return readCycloneDxJson(input);
  if (isSpdx(input)) return readSpdxJson(input);
  if (isPipfileLock(input)) return readPipfileLock(input);
  return refuse('inventory_unknown', `Unknown JSON format. Supported: ${readableFormats}.`);
}

/** The text of a file: UTF-8, or UTF-16 with its mark. */
function decode(bytes: Uint8Array): string | InventoryFailure {
  const [first, second] = bytes;
  if ((first === 0x1f && second === 0x8b) || (first === 0x50 && second === 0x4b))
    return { code: 'inventory_malformed', message: 'The file is compressed. Unpack it first.' };
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  try {
    return new TextDecoder(isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    const message = 'Invalid UTF-8. Save the file as UTF-8.';
    return {
      code: 'inventory_malformed',
      message: isWide ? 'Invalid UTF-16. Save the file as UTF-8.' : `Line ${brokenLine(bytes)}: ${message}`,
    };
  }
}

/** The first line that is no UTF-8. No character of UTF-8 has the byte of a line's end within it. */
function brokenLine(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  for (let from = 0; from < bytes.length; line += 1) {
    const end = bytes.indexOf(10, from);
    const to = end === -1 ? bytes.length : end;
    try {
      decoder.decode(bytes.subarray(from, to));
    } catch {
      return line;
    }
    from = to + 1;
  }
  return line;
}

function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
