import {
  type ComponentList,
  createComponentList,
  type InventoryRead,
  isRecord,
  originOf,
  pick,
  pickList,
  pickText,
  refuse,
  refuseLine,
} from './component-list.ts';
import { normalisePyPi } from './read-python.ts';

/** Reads Cargo.lock, poetry.lock and uv.lock, told apart by what each has and the others have not. */
export async function readTomlLock(text: string): Promise<InventoryRead> {
  const { parse, TomlError } = await import('smol-toml');
  let input: unknown;
  try {
    // A version of a lock file is a number in it; no other number is read here.
    input = parse(text, { integersAsBigInt: 'asNeeded' });
  } catch (error) {
    if (error instanceof TomlError) return refuseLine(error.line, 'Invalid TOML.');
    if (error instanceof RangeError) return refuse('inventory_malformed', 'The TOML is nested too deeply.');
    throw error;
  }
  const packages = pickList(input, 'package');
  const metadata = pick(input, 'metadata');
  if (pick(metadata, 'content-hash') !== undefined || pick(metadata, 'lock-version') !== undefined)
    return readPoetry(packages, pickText(metadata, 'lock-version'));
  if (packages.some((one) => isRecord(pick(one, 'source'))) || pick(input, 'requires-python') !== undefined) return readUv(packages);
  if (packages.length === 0) return refuse('inventory_unknown', 'Not a Cargo.lock, poetry.lock or uv.lock: no [[package]] found.');
  return readCargo(packages);
}

function readPoetry(packages: readonly unknown[], version: string): InventoryRead {
  const list = createComponentList();
  for (const one of packages) {
    const [name, source] = [normalisePyPi(pickText(one, 'name')), pick(one, 'source')];
    const [kind, url] = [pickText(source, 'type'), pickText(source, 'url')];
    if (kind === 'git') list.leave('repository', name, pickText(one, 'version'), url);
    else if (kind === 'directory' || kind === 'file') list.leave('local', name, pickText(one, 'version'), url);
    else if (kind === 'url') list.leave('address', name, pickText(one, 'version'), url);
    // `legacy` is another index, mostly a mirror.
    else list.add('PyPI', name, pickText(one, 'version'));
  }
  return list.finish(version === '' ? 'poetry.lock' : `poetry.lock, version ${version.slice(0, 10)}`);
}

function readUv(packages: readonly unknown[]): InventoryRead {
  const list = createComponentList();
  for (const one of packages) {
    const [name, source] = [normalisePyPi(pickText(one, 'name')), pick(one, 'source')];
    const of = (...kinds: readonly string[]) => kinds.map((kind) => pickText(source, kind)).find((text) => text !== '');
    const [local, git, url] = [of('editable', 'virtual', 'directory', 'path'), of('git'), of('url')];
    if (local !== undefined) list.leave('local', name, pickText(one, 'version'), local);
    else if (git !== undefined) list.leave('repository', name, pickText(one, 'version'), git);
    else if (url !== undefined) list.leave('address', name, pickText(one, 'version'), url);
    else list.add('PyPI', name, pickText(one, 'version'));
  }
  return list.finish('uv.lock');
}

const cratesIo = /^(?:registry\+https:\/\/github\.com\/rust-lang\/crates\.io-index|sparse\+https:\/\/index\.crates\.io\/?)$/;

function readCargo(packages: readonly unknown[]): InventoryRead {
  const list: ComponentList = createComponentList();
  for (const one of packages) {
    const [name, version, source] = [pickText(one, 'name'), pickText(one, 'version'), pickText(one, 'source')];
    if (source === '') list.leave('local', name, version);
    else if (cratesIo.test(source)) list.add('crates.io', name, version);
    else list.leave(originOf(source) ?? 'address', name, version, source);
  }
  return list.finish('Cargo.lock');
}
