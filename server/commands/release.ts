import { randomBytes, scryptSync } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { hashWords } from '@castellan/release/hash-words';
import {
  type MinisignSecret,
  makeMinisignKeys,
  publicKeyFile,
  readMinisignSecret,
  type Scrypt,
  signMinisign,
} from '@castellan/release/minisign-secret';
import { hashBytes, hashOf, readRelease, writeRelease } from '@castellan/release/release';
import { releaseAddresses } from '@castellan/release/release-addresses';
import { findWasm, makeWebcatManifest } from '@castellan/release/webcat';
import { prepareForFiles } from '../data-folder.ts';
import { drawShells } from '../pages/draw-shells.ts';
import { builtClient, readServedRelease, signedReleaseFolder } from '../releases/served-release.ts';
import { writeWhole } from '../releases/write-whole.ts';
import { readPassphrase } from './read-passphrase.ts';
import { CommandError, print, runCommand } from './run-command.ts';

const usage = `Usage (a passphrase is asked for, or is the first line of standard input):
  npm run release                               says which release the build is, and who signed it
  npm run release -- --key FILE [--number N]    signs the build's release with a secret key of minisign, under its own number or
                                                a higher one, and puts it into the folder "release" of the data folder
  npm run release -- --make-key FILE            makes a secret key, and the public one beside it as FILE.pub
    --without-passphrase                        leaves the secret key in clear in its file
  npm run release -- --webcat FILE [--number N] writes a manifest for WEBCAT, to be signed with its own tools (experimental)`;

/** The platform's own (WebAssembly JavaScript Interface §5); the compiler knows it of browsers alone. */
declare const WebAssembly: { validate(module: Uint8Array): boolean };

/** Of the platform, whose gigabyte for a passphrase takes seconds. */
const scrypt: Scrypt = (passphrase, salt, { length, ...cost }) =>
  scryptSync(passphrase, salt, length, { ...cost, maxmem: 128 * cost.r * (cost.N + cost.p) + 1_000_000 });

await runCommand(async ({ dataFolder, keysFile }) => {
  const { values } = readArguments();
  if (values.help) return print(usage);
  if (values['make-key'] !== undefined) return makeKey(fromCaller(values['make-key']), values['without-passphrase'] === true);
  if (values.webcat !== undefined) return writeWebcat(fromCaller(values.webcat), values.number);
  if (values.key !== undefined) {
    await sign({ dataFolder, keysFile }, await openKey(fromCaller(values.key)), values.number);
  } else if (values.number !== undefined) throw new CommandError(`--number wants --key or --webcat.\n${usage}`);
  tell(dataFolder);
}, 'runs');

async function makeKey(path: string, isInClear: boolean): Promise<void> {
  const passphrase = isInClear ? undefined : await readPassphrase('Passphrase of the new key: ');
  if (passphrase === '') throw new CommandError('A passphrase is wanted. --without-passphrase makes a key that needs none.');
  if (passphrase !== undefined && process.stdin.isTTY && (await readPassphrase('Once more: ')) !== passphrase)
    throw new CommandError('The two passphrases are not the same. Nothing was written.');
  const { secretFile, publicFile } = makeMinisignKeys(randomBytes(72), passphrase, scrypt);
  writeNew(path, secretFile, 0o600);
  writeNew(`${path}.pub`, publicFile, 0o644);
  print(`The secret key is in ${path}. Keep it off the server. Its public key is in ${path}.pub:`);
  print(publicFile.split('\n')[1] ?? '');
}

/** Never over a file that is there: it may be the key that devices have pinned. */
function writeNew(path: string, content: string, mode: number): void {
  try {
    writeFileSync(path, content, { mode, flag: 'wx' });
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw new CommandError(isThere ? `${path} is there already. Give the new key another name.` : `${path} cannot be written.`);
  }
}

async function openKey(path: string): Promise<MinisignSecret> {
  const read = readMinisignSecret(readText(path), scrypt);
  if (!read.ok) {
    const reasons = { malformed: 'is no secret key of minisign', too_costly: 'asks for more memory than the keys that minisign makes' };
    throw new CommandError(`${path} ${reasons[read.failure.code]}.`);
  }
  const opened = read.value.open(read.value.isEncrypted ? await readPassphrase('Passphrase of the key: ') : '');
  if (!opened.ok) throw new CommandError('This passphrase does not open the key.');
  return opened.value;
}

type Folders = { readonly dataFolder: string; readonly keysFile: string };

async function sign({ dataFolder, keysFile }: Folders, secret: MinisignSecret, number: string | undefined): Promise<void> {
  const folder = signedReleaseFolder(dataFolder);
  const built = requireRelease(join(builtClient, releaseAddresses.release));
  const version = numberOf(number, built.version);
  const before = releaseIn(join(folder, releaseAddresses.release));
  if (before !== undefined && before.version > version)
    throw new CommandError(
      `Release ${before.version} was signed here already, and devices take nothing older than what they have. Give a higher --number.`,
    );
  const bytes = writeRelease({ ...built, version });
  const signature = signMinisign(bytes, secret, `version ${version} sha256 ${hashOf(bytes)}`);
  prepareForFiles(dataFolder, keysFile);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const encode = (text: string) => new TextEncoder().encode(text);
  // The signature last: where this ends before, the server sees that nothing fits, and says so.
  writeWhole(join(folder, releaseAddresses.release), bytes);
  writeWhole(join(folder, releaseAddresses.key), encode(publicKeyFile(secret)));
  writeWhole(join(folder, releaseAddresses.signature), encode(signature));
  print(`Signed. The three files are in ${folder}: copy that folder into the data folder of the server, and start it again.`);
}

/** Writes over what an earlier build left there: whoever signs it signs what is in it then. */
async function writeWebcat(path: string, number: string | undefined): Promise<void> {
  const built = requireRelease(join(builtClient, releaseAddresses.release));
  const { pages, policies } = await drawShells(join(builtClient, '..', 'server', 'index.js'));
  for (const [page, bytes] of Object.entries(pages))
    if (hashOf(bytes) !== built.files[page]) throw new CommandError(`The page ${page} is not as release.json says. Build again.`);
  const scripts = Object.keys(built.files).filter((name) => name.startsWith('/assets/worker-'));
  const modules = scripts.flatMap((name) => findWasm(readFileSync(join(builtClient, name), 'utf8')));
  const wasm = modules.map((text) => {
    const module = new Uint8Array(Buffer.from(text, 'base64'));
    if (!WebAssembly.validate(module)) throw new CommandError('A WebAssembly module of the build is not whole. Build again.');
    return hashOf(module);
  });
  const release = { ...built, version: numberOf(number, built.version) };
  const manifest = makeWebcatManifest({ name: 'Castellan', release, pagePolicies: policies, wasm });
  writeWhole(path, new TextEncoder().encode(`${JSON.stringify(manifest, undefined, 2)}\n`));
  print(`The manifest is in ${path}: ${Object.keys(manifest.files).length} files, ${manifest.wasm.length} WebAssembly modules.`);
  print('It is experimental, and nobody signed it: docs/releases.md says what enrolment wants.');
}

function numberOf(given: string | undefined, otherwise: number): number {
  const version = given === undefined ? otherwise : Number(given);
  if (!/^[1-9]\d{0,15}$/.test(String(version)) || !Number.isSafeInteger(version))
    throw new CommandError('--number wants a positive whole number.');
  return version;
}

function tell(dataFolder: string): void {
  const served = readServedRelease(builtClient, signedReleaseFolder(dataFolder));
  if (served === undefined) throw new CommandError('The build has no release.json. Build it again with npm run build.');
  const { release, hash, signedBy, fault } = served;
  print(`Release ${release.version}: ${hashWords(hashBytes(hash)).join(' ')}`);
  print(`SHA-256 ${hash}, commit ${release.commit ?? 'unknown'}`);
  print(fault ?? (signedBy === undefined ? 'Nobody signed it.' : `Signed by the key ${signedBy}.`));
}

function requireRelease(path: string) {
  const release = releaseIn(path);
  if (release === undefined) throw new CommandError('The build has no release.json. Build it again with npm run build.');
  return release;
}

function releaseIn(path: string) {
  try {
    const read = readRelease(new Uint8Array(readFileSync(path)));
    return read.ok ? read.value : undefined;
  } catch {
    return undefined;
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new CommandError(`The file ${path} cannot be read.`);
  }
}

/** npm runs commands in the repository; a relative path means the folder from which the person called it. */
function fromCaller(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        key: { type: 'string' },
        number: { type: 'string' },
        'make-key': { type: 'string' },
        'without-passphrase': { type: 'boolean' },
        webcat: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
