import { parseJson } from '@castellan/foundation/parse-json';
import { fail, type Result, succeed } from '@castellan/foundation/result';

/** One package of an inventory, as OSV knows packages. */
export type InventoryPackage = { readonly ecosystem: string; readonly name: string; readonly version: string };

/** Why a file is no inventory, in a sentence. */
export type InventoryFailure = {
  readonly code: 'inventory_malformed' | 'inventory_unknown' | 'inventory_too_long';
  readonly message: string;
};

/** What kind of file it was, and its packages, each once. */
export type Inventory = { readonly format: string; readonly packages: readonly InventoryPackage[] };

const maxPackages = 20_000;

/** Reads package-lock.json (versions 1 to 3), CycloneDX and SPDX, both as JSON. Packages without a version or an ecosystem that OSV knows are left out. */
export function parseInventory(text: string): Result<Inventory, InventoryFailure> {
  const input = parseJson(text);
  if (input === undefined) return refuse('inventory_malformed', 'This is not JSON, or was cut off.');
  const read = readLock(input) ?? readCycloneDx(input) ?? readSpdx(input);
  if (read === undefined)
    return refuse('inventory_unknown', 'This is neither a package-lock.json, nor a CycloneDX or SPDX document as JSON.');
  const packages = [...new Map(read.packages.map((one) => [`${one.ecosystem} ${one.name} ${one.version}`, one])).values()];
  if (packages.length > maxPackages) return refuse('inventory_too_long', 'An inventory has at most 20,000 packages.');
  return succeed({ format: read.format, packages });
}

/** Packages as lines, their parts parted by tabs. A name that has a tab or a line break is left out: none has. */
export function writePackages(packages: readonly InventoryPackage[]): string {
  return packages
    .map(({ ecosystem, name, version }) => [ecosystem, name, version])
    .filter((parts) => parts.every((part) => part !== '' && !/[\t\r\n]/.test(part)))
    .map((parts) => parts.join('\t'))
    .join('\n');
}

/** Reads what `writePackages` wrote; other lines are left out. */
export function readPackages(text: string): readonly InventoryPackage[] {
  return text.split('\n').flatMap((line) => {
    const [ecosystem = '', name = '', version = '', ...more] = line.split('\t');
    return name === '' || version === '' || more.length > 0 ? [] : [{ ecosystem, name, version }];
  });
}

function readLock(input: unknown): Inventory | undefined {
  const version = pick(input, 'lockfileVersion');
  if (typeof version !== 'number') return undefined;
  const packages = pick(input, 'packages');
  if (isRecord(packages)) {
    const found = Object.entries(packages).flatMap(([path, one]) => {
      const at = path.lastIndexOf('node_modules/');
      if (at === -1 || pick(one, 'link') === true) return [];
      const name = pick(one, 'name');
      return npm(typeof name === 'string' ? name : path.slice(at + 13), pick(one, 'version'));
    });
    return { format: `package-lock.json, version ${version}`, packages: found };
  }
  const found: InventoryPackage[] = [];
  const waiting: unknown[] = [pick(input, 'dependencies')];
  for (let tree = waiting.pop(); found.length <= maxPackages; tree = waiting.pop()) {
    if (isRecord(tree)) {
      for (const [name, one] of Object.entries(tree)) {
        found.push(...npm(name, pick(one, 'version')));
        waiting.push(pick(one, 'dependencies'));
      }
    }
    if (waiting.length === 0) break;
  }
  return { format: `package-lock.json, version ${version}`, packages: found };
}

function npm(name: string, version: unknown): readonly InventoryPackage[] {
  return typeof version === 'string' && /^\d/.test(version) ? [{ ecosystem: 'npm', name, version }] : [];
}

function readCycloneDx(input: unknown): Inventory | undefined {
  const components = pick(input, 'components');
  if (pick(input, 'bomFormat') !== 'CycloneDX' || !Array.isArray(components)) return undefined;
  const found: InventoryPackage[] = [];
  const waiting: unknown[] = [...(components as readonly unknown[])];
  while (waiting.length > 0 && found.length <= maxPackages) {
    const one = waiting.pop();
    found.push(...fromPurl(pick(one, 'purl')));
    const inner = pick(one, 'components');
    if (Array.isArray(inner)) waiting.push(...(inner as readonly unknown[]));
  }
  return { format: 'CycloneDX', packages: found };
}

function readSpdx(input: unknown): Inventory | undefined {
  const [version, packages] = [pick(input, 'spdxVersion'), pick(input, 'packages')];
  if (typeof version !== 'string' || !Array.isArray(packages)) return undefined;
  const found = (packages as readonly unknown[]).flatMap((one) => {
    const references = pick(one, 'externalRefs');
    const purls = Array.isArray(references)
      ? (references as readonly unknown[]).filter((reference) => pick(reference, 'referenceType') === 'purl')
      : [];
    return purls.flatMap((reference) => fromPurl(pick(reference, 'referenceLocator')));
  });
  return { format: 'SPDX', packages: found };
}

/** OSV's names of ecosystems, by the types of package URLs. */
const ecosystems: Readonly<Record<string, string>> = {
  npm: 'npm',
  pypi: 'PyPI',
  golang: 'Go',
  maven: 'Maven',
  cargo: 'crates.io',
  gem: 'RubyGems',
  nuget: 'NuGet',
  composer: 'Packagist',
  pub: 'Pub',
  hex: 'Hex',
};

/** `pkg:npm/%40scope/name@1.2.3?x#y` (Package URL). */
function fromPurl(purl: unknown): readonly InventoryPackage[] {
  if (typeof purl !== 'string') return [];
  const [, type = '', path = '', version = ''] = /^pkg:([a-z]+)\/([^@?#]+)@([^?#]+)/.exec(purl) ?? [];
  const ecosystem = ecosystems[type];
  if (ecosystem === undefined) return [];
  try {
    const parts = path.split('/').map(decodeURIComponent);
    const name = type === 'maven' ? parts.join(':') : parts.join('/');
    return [{ ecosystem, name: type === 'pypi' ? name.toLowerCase().replaceAll('_', '-') : name, version: decodeURIComponent(version) }];
  } catch {
    return [];
  }
}

function pick(input: unknown, name: string): unknown {
  return isRecord(input) && Object.hasOwn(input, name) ? input[name] : undefined;
}

function isRecord(input: unknown): input is Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

function refuse(code: InventoryFailure['code'], message: string): Result<never, InventoryFailure> {
  return fail({ code, message });
}
