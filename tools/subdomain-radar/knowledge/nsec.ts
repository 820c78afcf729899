import type { DenialRecord } from '@castellan/probes/dns/records';

/**
 * What an answer shows of a zone's NSEC chain (RFC 4034 §4). `next`: the name that follows, and the one before it, whose types of
 * records are told. `child`: another zone that begins at the name. `hashed`: NSEC3. `minimal`: a record made for this question, which
 * names no other name of the zone (RFC 4470, RFC 9824). `none`: nothing of the kind.
 */
export type ChainStep =
  | { readonly kind: 'next'; readonly owner: string; readonly next: string; readonly types: readonly string[] }
  | { readonly kind: 'hashed'; readonly isOptOut: boolean; readonly iterations: number }
  | { readonly kind: 'child' | 'minimal' | 'none' };

/** Reads the answer to a question about a name of a zone. `isApex`: the name is where the walk began. */
export function readStep(asked: string, isApex: boolean, proofs: readonly DenialRecord[]): ChainStep {
  const nsecs = proofs.filter((one) => one.type === 'NSEC');
  const own = nsecs.find(({ name }) => name === asked);
  if (own?.types.includes('SOA') === true && !isApex) return { kind: 'child' };
  const found = own ?? nsecs.find(({ name, next }) => covers(name, next, asked));
  if (found !== undefined) {
    const { name: owner, next, types } = found;
    return isMinimal(owner, next) ? { kind: 'minimal' } : { kind: 'next', owner, next, types };
  }
  const hashed = proofs.find((one) => one.type === 'NSEC3');
  return hashed === undefined ? { kind: 'none' } : { kind: 'hashed', isOptOut: hashed.isOptOut, iterations: hashed.iterations };
}

/** The order of names in a zone (RFC 4034 §6.1): by their labels from the right; negative where the one comes first. */
export function canonicalOrder(one: string, other: string): number {
  const [ones, others] = [one, other].map((name) => (name === '' ? [] : name.toLowerCase().split('.').toReversed()));
  for (const [index, label] of (ones ?? []).entries()) {
    const beside = others?.[index];
    if (beside === undefined) return 1;
    if (label !== beside) return label < beside ? -1 : 1;
  }
  return (ones?.length ?? 0) - (others?.length ?? 0);
}

/** Whether a name lies between two neighbours; the last of a zone is followed by its first. */
function covers(owner: string, next: string, name: string): boolean {
  if (canonicalOrder(owner, name) >= 0) return false;
  return canonicalOrder(name, next) < 0 || canonicalOrder(next, owner) <= 0;
}

/** Names that a server makes up have bytes that no host has: the least successor of a name begins with a label of one zero byte. */
function isMinimal(owner: string, next: string): boolean {
  return !/^[\x20-\x7e]+$/.test(owner) || !/^[\x20-\x7e]*$/.test(next);
}

/**
 * A name that nobody uses, behind a name and everything below it: what comes before it is the end of a zone that was cut off there.
 * Names that begin as it does and go on with a sign before the hyphen are passed over.
 */
export function nameBehind(name: string): string {
  const [label = '', ...above] = name.split('.');
  const last = label.charCodeAt(label.length - 1);
  const behind = label.length < 63 && name.length < 253 ? `${label}-` : `${label.slice(0, -1)}${String.fromCharCode(last + 1)}`;
  return [behind, ...above].join('.');
}
