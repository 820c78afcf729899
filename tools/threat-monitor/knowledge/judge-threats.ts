import { type Judgement, judge, runCheck, sayVerdict } from '@castellan/probes/judgement';
import { type CheckResult, type Severity, severities } from '@castellan/probes/report';
import { counted } from './counted.ts';
import { leftOutWords, type StoredLeftOut } from './inventory.ts';
import { severityOf, type ThreatItem } from './rank.ts';

/** A source that the verdict rests on, or by which it is ranked. */
export type AskedSource = {
  readonly id: 'kev' | 'epss' | 'osv';
  readonly name: string;
  /** When its last good answer was read, in words: `confirmed 3 hours ago`. `undefined`: it has never answered. */
  readonly lastRead: string | undefined;
  /** That answer is older than it ought to be. */
  readonly isStale: boolean;
  /** Why the newest try brought nothing, or that it is switched off; empty where it answered. */
  readonly problem: string;
};

/** One inventory of packages, and what OSV said of it. */
export type AskedInventory = {
  readonly id: string;
  readonly name: string;
  readonly packages: number;
  /** Null where the file was read before they were counted. */
  readonly leftOut: Pick<StoredLeftOut, 'counts' | 'total'> | null;
  /** Packages with a known vulnerability, as items name them; `undefined` where OSV has not answered about these packages. */
  readonly affected: readonly string[] | undefined;
  /** The answer is older than it ought to be; its age in words. */
  readonly staleAge?: string | undefined;
};

/** Everything that a verdict is made of. */
export type Asked = {
  /** On the inventory alone. */
  readonly items: readonly ThreatItem[];
  readonly inventories: readonly AskedInventory[];
  /** Products that are looked for by name. */
  readonly products: number;
  readonly sources: readonly AskedSource[];
};

/** The verdict in a sentence or two, by the one rule of all tools, and the checks that it follows from. */
export type ThreatJudgement = { readonly checks: readonly CheckResult[]; readonly judgement: Judgement; readonly verdict: string };

/** Judges what is known of the inventory. What a source did not answer, and components that nobody can be asked about, have passed nothing. */
export function judgeThreats(
  asked: Asked,
  findings: readonly { readonly severity: Severity; readonly title: string }[] = [],
): ThreatJudgement {
  const { inventories, products, sources, items } = asked;
  const needed = sources.filter(({ id }) => id !== 'osv' || inventories.some((one) => one.packages > 0));
  const checks = [
    ...needed.map(checkSource),
    ...inventories.flatMap((one) => [...checkPackages(one, asked), ...checkWhole(one)]),
    ...(products === 0 ? [] : [checkProducts(asked)]),
    ...(inventories.length + products === 0 ? [nothingToCheck] : []),
  ];
  const judgement = judge({ findings, checks });
  const packages = inventories.reduce((sum, one) => sum + one.packages, 0);
  const sound = [
    ...(packages === 0 ? [] : [`no known vulnerability in ${counted(packages, 'package')}`]),
    ...(products === 0 ? [] : [`no entry in CISA KEV for ${counted(products, 'product')}`]),
  ];
  const verdict = sayVerdict(judgement, { sound: sound.join(', and '), wanting: describeItems(items, inventories, packages) });
  return { checks, judgement, verdict };
}

const nothingToCheck: CheckResult = {
  id: 'inventory',
  title: 'An inventory was checked',
  state: 'not_looked_at',
  reason: 'the server has none yet',
  subject: 'your inventory',
  bars: 'grade',
};

function checkSource({ id, name, lastRead, isStale, problem }: AskedSource): CheckResult {
  return runCheck({
    id: `source-${id}`,
    title: lastRead === undefined || isStale ? `${name} was read` : `${name} was read (${lastRead})`,
    look: () => {
      // Scores only order what was found.
      const bars = id === 'epss' ? {} : { bars: 'grade' as const };
      if (lastRead === undefined) return { reason: problem === '' ? 'it has not been asked yet' : problem, subject: name, ...bars };
      return isStale ? { reason: `it is out of date, ${lastRead}`, subject: name, ...bars } : { evidence: lastRead };
    },
    weigh: () => undefined,
  });
}

function checkPackages({ id, name, packages, affected, staleAge }: AskedInventory, { items, sources }: Asked): readonly CheckResult[] {
  if (packages === 0) return [];
  const look = () => {
    const reason =
      affected === undefined
        ? problemOf(sources)
        : affected.length === 0 && staleAge !== undefined
          ? `OSV was last asked ${staleAge} ago`
          : '';
    return reason === '' ? { evidence: new Set(affected) } : { reason, subject: `packages of ${name}`, bars: 'grade' as const };
  };
  const weigh = (evidence: ReadonlySet<string>) =>
    worstOf(items.filter(({ affects, isByName }) => !isByName && affects.some((one) => evidence.has(one))));
  return [runCheck({ id: `packages-${id}`, title: `No known vulnerability in the packages of ${name}`, look, weigh })];
}

function problemOf(sources: readonly AskedSource[]): string {
  const problem = sources.find(({ id }) => id === 'osv')?.problem ?? '';
  return problem === '' ? 'OSV has not been asked about them yet' : `OSV: ${problem}`;
}

function checkWhole({ id, name, packages, leftOut }: AskedInventory): readonly CheckResult[] {
  const look = () => {
    if (leftOut === null)
      return { reason: 'the file was read before they were counted; add it again', subject: `components of ${name} that are no packages` };
    if (leftOut.total === 0) return { evidence: 0 };
    const subject = `${leftOut.total.toLocaleString('en')} of ${counted(leftOut.total + packages, 'component')} of ${name}`;
    const reason = mainReason(leftOut);
    return { reason, subject, ...(packages === 0 && !leftOut.counts.has('cpe') ? { bars: 'grade' as const } : {}) };
  };
  return [runCheck({ id: `components-${id}`, title: `Every component of ${name} was looked up`, look, weigh: () => undefined })];
}

/** `14 without a version, 26 for other reasons`: a verdict has no room for all of them, the inventory lists them. */
function mainReason({ counts, total }: Pick<StoredLeftOut, 'counts' | 'total'>): string {
  const [[reason, count] = []] = [...counts].sort(([, one], [, other]) => other - one);
  if (reason === undefined || count === undefined) return '';
  const others = total - count;
  return `${count.toLocaleString('en')} ${leftOutWords[reason]}${others === 0 ? '' : `, ${others.toLocaleString('en')} for other reasons`}`;
}

function checkProducts({ items, sources }: Asked): CheckResult {
  return runCheck({
    id: 'products',
    title: 'No product of the inventory is in CISA KEV by name',
    look: () => {
      const kev = sources.find(({ id }) => id === 'kev');
      return kev?.lastRead === undefined
        ? { reason: kev?.problem || 'CISA KEV has not been asked yet', subject: 'products', bars: 'grade' as const }
        : { evidence: items };
    },
    weigh: (found) => worstOf(found.filter(({ isByName }) => isByName)),
  });
}

function worstOf(items: readonly ThreatItem[]): Severity | undefined {
  const found: readonly Severity[] = items.map(severityOf);
  return severities.findLast((severity) => found.includes(severity));
}

function describeItems(items: readonly ThreatItem[], inventories: readonly AskedInventory[], packages: number): string {
  const byVersion = items.filter(({ isByName }) => !isByName);
  const byName = items.length - byVersion.length;
  const exploited = byVersion.filter(({ kev }) => kev !== undefined).length;
  const affected = inventories.reduce((sum, one) => sum + (one.affected?.length ?? 0), 0);
  const parts = [
    ...(byVersion.length === 0
      ? []
      : [
          `${counted(byVersion.length, 'vulnerability', 'vulnerabilities')} in ${affected.toLocaleString('en')} of ${counted(packages, 'package')}, ${exploited === 0 ? 'none' : exploited.toLocaleString('en')} known to be exploited.`,
        ]),
    ...(byName === 0
      ? []
      : [`${counted(byName, 'CISA KEV entry', 'CISA KEV entries')} matched by product name; versions were not compared.`]),
  ];
  return parts.length === 0 ? 'Known vulnerabilities could not be checked.' : parts.join(' ');
}
