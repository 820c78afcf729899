import { PackageURL } from 'packageurl-js';
import type { InventoryPackage, LeftOutReason } from '../inventory.ts';
import { type Distribution, distributionId, ecosystemOf, readDistro } from './distribution.ts';
import { bareVersion } from './read-go.ts';
import { normalisePyPi } from './read-python.ts';

/** What a file knows of a component beside its package URL. */
export type PurlSetting = {
  /** The file's one operating system; none where it names none or several. */
  readonly distribution: Distribution | undefined;
  /** The source package, where the file names it apart. */
  readonly source: { readonly name: string; readonly version: string } | undefined;
};

/** How OSV is asked about a package URL; or why it is not. */
export type PurlLookUp =
  | InventoryPackage
  | { readonly reason: LeftOutReason; readonly name: string; readonly version: string; readonly detail: string };

/** OSV's names of ecosystems, by the types of package URLs. */
const ecosystems: ReadonlyMap<string, string> = new Map([
  ['npm', 'npm'],
  ['pypi', 'PyPI'],
  ['golang', 'Go'],
  ['maven', 'Maven'],
  ['cargo', 'crates.io'],
  ['gem', 'RubyGems'],
  ['nuget', 'NuGet'],
  ['composer', 'Packagist'],
  ['pub', 'Pub'],
  ['hex', 'Hex'],
  ['hackage', 'Hackage'],
  ['cran', 'CRAN'],
  ['bitnami', 'Bitnami'],
]);

/** Reads a package URL (`pkg:npm/%40scope/name@1.2.3?x#y`) as OSV wants it. The name and version of a Linux package are those of its source package where OSV lists that. */
export function lookUpPurl(text: string, setting: PurlSetting): PurlLookUp {
  const purl = parsePurl(text);
  if (purl === undefined) return { reason: 'malformed', name: text, version: '', detail: 'package URL' };
  const { type, namespace, name, version } = purl;
  if (type === 'deb' || type === 'apk' || type === 'rpm') return lookUpLinux(purl, setting);
  const ecosystem = ecosystems.get(type);
  const whole = namespace === '' ? name : `${namespace}/${name}`;
  if (ecosystem === undefined) return { reason: 'ecosystem', name: whole, version, detail: type };
  if (type === 'maven') return { ecosystem, name: namespace === '' ? name : `${namespace}:${name}`, version };
  if (type === 'golang') return { ecosystem, name: whole, version: bareVersion(version) };
  if (type === 'pypi') return { ecosystem, name: normalisePyPi(name), version };
  return { ecosystem, name: whole, version };
}

type Purl = {
  readonly type: string;
  readonly namespace: string;
  readonly name: string;
  readonly version: string;
  readonly qualifiers: Readonly<Record<string, string>>;
};

function parsePurl(text: string): Purl | undefined {
  try {
    const { type = '', namespace, name = '', version, qualifiers } = PackageURL.fromString(text);
    return { type, namespace: namespace ?? '', name, version: version ?? '', qualifiers: qualifiers ?? {} };
  } catch {
    return undefined;
  }
}

function lookUpLinux({ type, namespace, name, version, qualifiers }: Purl, { distribution, source }: PurlSetting): PurlLookUp {
  const id = distributionId(namespace);
  const named = readDistro(qualifiers['distro'] ?? '', namespace) ?? (distribution?.id === id || id === '' ? distribution : undefined);
  const isRolling = id === 'wolfi' || id === 'chainguard';
  const left = (reason: LeftOutReason, detail: string) => ({ reason, name, version, detail });
  if (named === undefined && !isRolling) return left('distribution', type);
  const known = ecosystemOf(isRolling ? { id, version: '' } : (named ?? { id, version: '' }));
  if (known === undefined) return left('release', `${named?.id ?? id} ${named?.version ?? ''}`.trim());
  const { ecosystem, isBySource } = known;
  const epoch = /^[1-9]\d*$/.test(qualifiers['epoch'] ?? '') && !/^\d+:/.test(version) ? `${qualifiers['epoch']}:` : '';
  if (!isBySource) return { ecosystem, name, version: `${epoch}${version}` };
  const upstream = source ?? readUpstream(qualifiers['upstream'] ?? '');
  return { ecosystem, name: upstream?.name ?? name, version: upstream?.version || `${epoch}${version}` };
}

/** `glibc`, `glibc@2.36-9`, `openssl-3.0.7-1.el9.src.rpm`: the source package as Syft writes it. */
function readUpstream(text: string): { readonly name: string; readonly version: string } | undefined {
  if (text === '') return undefined;
  const [, rpm = ''] = /^(.+)-[^-]+-[^-]+\.src\.rpm$/.exec(text) ?? [];
  if (rpm !== '') return { name: rpm, version: '' };
  const at = text.indexOf('@');
  return at === -1 ? { name: text, version: '' } : { name: text.slice(0, at), version: text.slice(at + 1) };
}
