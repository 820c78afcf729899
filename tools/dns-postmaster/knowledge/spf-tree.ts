import { cleanText } from '@castellan/exports/plain-text';
import { describeDnsFailure, isDnsName, type LookUp, textsOf } from '@castellan/probes/dns/records';
import { parseSpf, type SpfRecord, selectSpf } from './parse-spf.ts';
import { fitName, type MacroPart } from './spf-macros.ts';

/** One record of a policy, with how it was come to. */
export type SpfNode = {
  readonly depth: number;
  readonly domain: string;
  /** `include:…` or `redirect=…`; empty for the domain itself. */
  readonly via: string;
  /** Empty where there is none. */
  readonly record: string;
  /** Terms of this record and of all below it that cost a look-up. */
  readonly lookups: number;
  /** What is wrong with it; empty where nothing is. */
  readonly problem: string;
  /** The problem is that it could not be looked up. */
  readonly isUnanswered?: true;
};

/** A whole policy: every record that it leads to. */
export type SpfTree = {
  /** The domain's own record; empty where it has none. */
  readonly record: string;
  /** What an evaluation costs at most, of the ten that are allowed. */
  readonly lookups: number;
  /** Look-ups of `a` and `mx` that find nothing; two are allowed. */
  readonly voidLookups: number;
  readonly nodes: readonly SpfNode[];
  /** Further records were not read: a policy may lead to any number. */
  readonly isCut: boolean;
};

/** A policy that is allowed has eleven records at most; so many are read of one that is not. */
const maxNodes = 40;

type Walk = { readonly lookUp: LookUp; readonly nodes: SpfNode[]; voidLookups: number; isCut: boolean };

/** Reads a domain's SPF record and every one that it includes. Never rejects. */
export async function readSpfTree(domain: string, lookUp: LookUp): Promise<SpfTree> {
  const walk: Walk = { lookUp, nodes: [], voidLookups: 0, isCut: false };
  const lookups = await visit(walk, { domain, via: '', depth: 0, path: [] });
  const { nodes, voidLookups, isCut } = walk;
  return { record: nodes[0]?.record ?? '', lookups, voidLookups, nodes, isCut };
}

type Place = { readonly domain: string; readonly via: string; readonly depth: number; readonly path: readonly string[] };

async function visit(walk: Walk, place: Place): Promise<number> {
  const { domain, via, depth, path } = place;
  if (walk.nodes.length >= maxNodes) {
    walk.isCut = true;
    return 0;
  }
  const at = walk.nodes.length;
  const head = { depth, domain: cleanText(domain), via };
  const keep = (record: string, lookups: number, problem: string, more: Pick<SpfNode, 'isUnanswered'> = {}) => {
    walk.nodes[at] = { ...head, record: cleanText(record, 500), lookups, problem, ...more };
    return lookups;
  };
  keep('', 0, '');
  if (path.includes(domain)) return keep('', 0, 'The policy includes itself (loop).');
  const found = await walk.lookUp(domain, 'TXT');
  if (found.status === 'failed') return keep('', 0, `${cleanText(domain)}: ${describeDnsFailure(found.why)}.`, { isUnanswered: true });
  const [text, ...more] = selectSpf(textsOf(found));
  if (text === undefined) return keep('', 0, depth === 0 ? '' : 'The domain has no SPF record.');
  if (more.length > 0) return keep(text, 0, `There are ${more.length + 1} SPF records; only one is allowed.`);
  const record = parseSpf(text);
  if (!record.ok) return keep(text, 0, `${record.failure.message}.`);
  keep(text, 0, '');
  const lookups = await countTerms(walk, record.value, { ...place, path: [...path, domain] });
  return keep(text, lookups, '');
}

/** Terms behind `all` are never come to, and a redirect beside it never counts. */
async function countTerms(walk: Walk, { mechanisms, redirect, redirectText }: SpfRecord, place: Place): Promise<number> {
  let lookups = 0;
  const follow = async (parts: readonly MacroPart[], via: string) => {
    lookups += 1;
    const name = plainName(parts);
    // What depends on the mail cannot be followed without one.
    if (name !== undefined) lookups += await visit(walk, { domain: name, via, depth: place.depth + 1, path: place.path });
  };
  for (const mechanism of mechanisms) {
    if (mechanism.name === 'all') return lookups;
    if (mechanism.name === 'include') await follow(mechanism.domain, mechanism.text);
    else if (mechanism.name === 'a' || mechanism.name === 'mx') {
      lookups += 1;
      const name = mechanism.domain === undefined ? place.domain : plainName(mechanism.domain);
      if (name !== undefined && (await isVoid(walk, name, mechanism.name))) walk.voidLookups += 1;
    } else if (mechanism.name === 'exists' || mechanism.name === 'ptr') lookups += 1;
  }
  if (redirect !== undefined) await follow(redirect, `redirect=${cleanText(redirectText ?? '')}`);
  return lookups;
}

/** Whether senders by IPv4 find nothing there. */
async function isVoid({ lookUp }: Walk, name: string, kind: 'a' | 'mx'): Promise<boolean> {
  const found = kind === 'mx' ? await lookUp(name, 'MX') : await lookUp(name, 'A');
  return found.status === 'none';
}

function plainName(parts: readonly MacroPart[]): string | undefined {
  const texts = parts.filter((part) => typeof part === 'string');
  const name = fitName(texts.join(''));
  return texts.length === parts.length && isDnsName(name) ? name : undefined;
}
