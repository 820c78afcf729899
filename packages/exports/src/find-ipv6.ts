import { classifyAddress, isPrivateClass } from '@castellan/foundation/address-class';
import { trimEndOf } from '@castellan/foundation/line-text';
import { findReversed, type Span } from './span.ts';

/** Where a text holds a private IPv6 address, or one that carries a private IPv4 address. */
export function findIpv6(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const { 0: run, index } of text.matchAll(/(?<![\da-f.:])[\da-f.]*:[\da-f.:]+/gi))
    if (run.indexOf(':') !== run.lastIndexOf(':')) spans.push(...findInRun(run, index));
  for (const { 0: label, index } of text.matchAll(/(?<![\w-])[\da-f]*(?:-[\da-f]*){2,8}(?:s\w+)?(?=\.[a-z])/gi))
    if (isPrivate(label.replace(/s.*/i, '').replaceAll('-', ':'))) spans.push({ start: index, end: index + label.length });
  spans.push(...findReversed(text, 'ip6').filter(({ labels }) => isReversed(labels)));
  return spans.map(({ start, end }) => ({ start, end: endOfZone(text, end) }));
}

/** Groups of an address, and what they leave out. */
const mostGroups = 10;

/**
 * Addresses among groups that colons part. The longest that begins at a group is what is meant, unless nobody has such an address: then
 * something else stands before it or behind it, as in `port:fd00::1`.
 */
function findInRun(run: string, offset: number): readonly Span[] {
  const groups = [...run.matchAll(/[^:]*(?::|$)/g)].map(({ 0: group, index }) => ({
    start: index + (/^\.*/.exec(group)?.[0].length ?? 0),
    end: index + trimEndOf(group.replace(/:$/, ''), '.').length,
  }));
  const spans: Span[] = [];
  for (let first = 0; first < groups.length; first += 1) {
    const found = addressAt(run, groups, first);
    if (found === undefined) continue;
    if (found.isPrivate) spans.push({ start: offset + found.start, end: offset + found.end });
    while ((groups[first + 1]?.start ?? run.length) < found.end) first += 1;
  }
  return spans;
}

const isPair = /^(?!64$)[1-9a-f][\da-f]$/i;

type Found = Span & { readonly isPrivate: boolean };

function addressAt(run: string, groups: readonly Span[], first: number): Found | undefined {
  const start = groups[first]?.start ?? 0;
  // A pair of digits, as in the print of a key: nobody has an address that begins so.
  if (isPair.test(run.slice(start, groups[first]?.end))) return undefined;
  const whole = run.slice(start, groups[Math.min(first + mostGroups, groups.length) - 1]?.end);
  const [gap, noAddress] = [whole.indexOf('::'), whole.indexOf(':::')];
  for (let last = Math.min(first + mostGroups - 1, groups.length - 1); last > first + 1; last -= 1) {
    const end = groups[last]?.end ?? run.length;
    // Nothing else is an address, and most of what is asked about is none.
    const isShort = gap >= 0 && start + gap + 2 <= end;
    if (
      (!isShort && last - first !== 7 && !(last - first === 6 && run.slice(groups[last]?.start, end).includes('.'))) ||
      (noAddress >= 0 && start + noAddress + 3 <= end)
    )
      continue;
    const name = classifyAddress(run.slice(start, end));
    if (isPrivateClass(name)) return { start, end, isPrivate: true };
    if (!nobodys.test(name)) return { start, end, isPrivate: false };
  }
  return undefined;
}

/** Classes that no address of a host is in. */
const nobodys = /^(?:unreadable|unassigned|unspecified|compatible:)/;

function isPrivate(text: string): boolean {
  return isPrivateClass(classifyAddress(text));
}

/** A name of the tree that tells what an address is called, or of a part of the tree. */
function isReversed(labels: readonly string[]): boolean {
  const digits = labels.slice(0, 32);
  const end = digits.findIndex((digit) => !/^[\da-f]$/.test(digit));
  const known = (end < 0 ? digits : digits.slice(0, end)).join('');
  return known !== '' && isPrivate((known.padEnd(32, '0').match(/.{4}/g) ?? []).join(':'));
}

/** An interface's zone belongs to the address before it (RFC 4007, 6874). */
function endOfZone(text: string, end: number): number {
  return end + (/^%[\w.~-]*\w/.exec(text.slice(end, end + 64))?.[0].length ?? 0);
}
