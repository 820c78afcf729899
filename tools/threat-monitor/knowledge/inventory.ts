import { counted } from './counted.ts';

/** One package of an inventory, as OSV knows packages. */
export type InventoryPackage = { readonly ecosystem: string; readonly name: string; readonly version: string };

/** Why a component cannot be looked up, in words that follow a count: `3 without a version`. */
export const leftOutWords = {
  no_version: 'without a version',
  range: 'with a version range instead of a pinned version',
  no_identifier: 'without a package URL or a CPE',
  malformed: 'with an invalid package URL or entry',
  ecosystem: 'of an ecosystem that is not looked up',
  distribution: 'without the name of the distribution',
  release: 'of a distribution release that OSV cannot be queried for',
  cpe: 'with a CPE only, compared with CISA KEV by name but not by version',
  local: 'from a local path or workspace',
  repository: 'from a source repository',
  address: 'from a download address or another registry',
  operating_system: 'describing an operating system',
  file: 'describing a file',
  reference: 'in a referenced file that was not followed',
  minimum: 'stating a minimum version only',
} as const;

/** Why a component is not looked up. The names are stored with inventories. */
export type LeftOutReason = keyof typeof leftOutWords;

/** A component that is not looked up. Of a CPE, `detail` is vendor and product. */
export type LeftOut = { readonly reason: LeftOutReason; readonly name: string; readonly version: string; readonly detail: string };

/** What was left out, as it is stored: those that there was room to name, and how many there are of each reason. */
export type StoredLeftOut = {
  readonly named: readonly LeftOut[];
  readonly counts: ReadonlyMap<LeftOutReason, number>;
  readonly total: number;
};

/** Room for the names of what was left out, in characters. */
export const maxLeftOutText = 200_000;

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

/** What was left out as lines. Where the names take more room than there is, the rest is one line for each reason, with its count. */
export function writeLeftOut(leftOut: readonly LeftOut[]): string {
  const lines: string[] = [];
  const rest = new Map<LeftOutReason, number>();
  // Room for a line with a count for every reason.
  let room = maxLeftOutText - Object.keys(leftOutWords).length * 40;
  for (const { reason, name, version, detail } of leftOut) {
    const line = [reason, name, version, detail].map((part) => part.replace(/[\t\r\n]/g, ' ')).join('\t');
    room -= line.length + 1;
    if (room >= 0) lines.push(line);
    else rest.set(reason, (rest.get(reason) ?? 0) + 1);
  }
  return [...lines, ...[...rest].map(([reason, count]) => `+\t${reason}\t${count}`)].join('\n');
}

/** Reads what `writeLeftOut` wrote; other lines are left out. */
export function readLeftOut(text: string): StoredLeftOut {
  const named: LeftOut[] = [];
  const counts = new Map<LeftOutReason, number>();
  let total = 0;
  const count = (reason: LeftOutReason, more: number) => {
    counts.set(reason, (counts.get(reason) ?? 0) + more);
    total += more;
  };
  for (const line of text.split('\n')) {
    const [first = '', second = '', third = '', detail = ''] = line.split('\t');
    if (isReason(first)) {
      named.push({ reason: first, name: second, version: third, detail });
      count(first, 1);
    } else if (first === '+' && isReason(second) && /^\d{1,7}$/.test(third)) count(second, Number(third));
  }
  return { named, counts, total };
}

/** `3 components: 2 without a version, 1 describing a file`, the most first. */
export function describeLeftOut({ counts, total }: Pick<StoredLeftOut, 'counts' | 'total'>): string {
  const parts = [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([reason, count]) => `${count.toLocaleString('en')} ${leftOutWords[reason]}`);
  return `${counted(total, 'component')}: ${parts.join(', ')}`;
}

function isReason(text: string): text is LeftOutReason {
  return Object.hasOwn(leftOutWords, text);
}
