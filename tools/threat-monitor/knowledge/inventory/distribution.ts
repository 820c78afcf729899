/** A Linux distribution as an SBOM names it: `debian`, `12.5`. */
export type Distribution = { readonly id: string; readonly version: string };

/** OSV's ecosystem of a distribution's packages, and whether it lists them by their source package. `undefined`: OSV cannot be asked. */
export type DistributionEcosystem = { readonly ecosystem: string; readonly isBySource: boolean };

const debianReleases: ReadonlyMap<string, string> = new Map([
  ['buster', '10'],
  ['bullseye', '11'],
  ['bookworm', '12'],
  ['trixie', '13'],
  ['forky', '14'],
]);
const ubuntuReleases: ReadonlyMap<string, string> = new Map([
  ['bionic', '18.04'],
  ['focal', '20.04'],
  ['jammy', '22.04'],
  ['noble', '24.04'],
  ['resolute', '26.04'],
]);

/**
 * OSV's name for a distribution's release. Rolling ones have none. Red Hat and SUSE are left out: OSV lists their packages by product
 * stream, which no SBOM names for a package.
 */
export function ecosystemOf({ id, version }: Distribution): DistributionEcosystem | undefined {
  const [major = ''] = version.split('.');
  const isNumber = /^\d+(?:\.\d+)*$/.test(version);
  switch (id) {
    case 'debian': {
      const release = debianReleases.get(version) ?? (isNumber ? major : '');
      return release === '' ? undefined : { ecosystem: `Debian:${release}`, isBySource: true };
    }
    case 'ubuntu': {
      const [, release = '', year = '', month = ''] = /^((\d\d)\.(\d\d))/.exec(ubuntuReleases.get(version) ?? version) ?? [];
      if (release === '') return undefined;
      const isLongTerm = month === '04' && Number(year) % 2 === 0;
      return { ecosystem: `Ubuntu:${release}${isLongTerm ? ':LTS' : ''}`, isBySource: true };
    }
    case 'alpine': {
      const [, release = ''] = /^v?(\d+\.\d+)/.exec(version) ?? [];
      return release === '' ? undefined : { ecosystem: `Alpine:v${release}`, isBySource: true };
    }
    case 'wolfi':
      return { ecosystem: 'Wolfi', isBySource: false };
    case 'chainguard':
      return { ecosystem: 'Chainguard', isBySource: false };
    case 'almalinux':
      return isNumber ? { ecosystem: `AlmaLinux:${major}`, isBySource: false } : undefined;
    case 'rocky':
      return isNumber ? { ecosystem: `Rocky Linux:${major}`, isBySource: true } : undefined;
    case 'opensuse-leap':
      return isNumber ? { ecosystem: `openSUSE:Leap ${version}`, isBySource: true } : undefined;
    case 'mageia':
      return isNumber ? { ecosystem: `Mageia:${major}`, isBySource: true } : undefined;
    default:
      return undefined;
  }
}

/** Other spellings, of package URLs and of SBOM makers. */
const sameIds: ReadonlyMap<string, string> = new Map([
  ['rocky-linux', 'rocky'],
  ['rockylinux', 'rocky'],
  ['alma', 'almalinux'],
  ['opensuse.leap', 'opensuse-leap'],
  ['leap', 'opensuse-leap'],
  ['redhat', 'rhel'],
]);

/** The one spelling of a distribution's id. */
export function distributionId(text: string): string {
  const id = text.trim().toLowerCase();
  return sameIds.get(id) ?? id;
}

/** `debian-12`, `alpine-3.18.4`, `opensuse-leap-15.5`, `bookworm`, `3.19.1`: the `distro` of a package URL, beside its namespace. */
export function readDistro(distro: string, namespace: string): Distribution | undefined {
  if (distro === '') return undefined;
  const [, id = '', version = ''] = /^([a-zA-Z][\w.]*(?:-[a-zA-Z][\w.]*)*)-v?(\d[\w.]*)$/.exec(distro) ?? [];
  if (id !== '') return { id: distributionId(id), version };
  const bare = distro.toLowerCase();
  if (debianReleases.has(bare)) return { id: 'debian', version: bare };
  if (ubuntuReleases.has(bare)) return { id: 'ubuntu', version: bare };
  if (/^v?\d/.test(bare)) return { id: distributionId(namespace), version: bare.replace(/^v/, '') };
  return { id: distributionId(bare), version: '' };
}
