import { classifyAddress, isPrivateClass } from '@castellan/foundation/address-class';
import { findReversed, type Span } from './span.ts';

const number = '(?:0x[\\da-f]+|\\d+)';
const dotted = `${number}(?:\\.${number})*`;

/** Numbers that stand together, parted by dots. */
const dottedRun = new RegExp(`(?<!\\d)${number}(?:\\.${number})+`, 'gi');
/** Where a host stands: behind the signs of an address, or before a port. */
const hosts = [
  new RegExp(`(?://|\\\\\\\\|/\\\\|\\b(?:https?|wss?|ftp):)(${dotted})(?![\\w-]|\\.\\w)`, 'gi'),
  new RegExp(`@(${dotted})(?![\\w-]|\\.\\w)`, 'gi'),
  new RegExp(`(?<![\\w:-]|\\w\\.)(${dotted})(?=\\.?:\\d{1,5}(?![\\w.:]))`, 'gi'),
];
const hexadecimal = /(?<![\w-]|\w\.)0x0*[1-9a-f][\da-f]{6,7}(?![\w-]|\.\w)/gi;

/** Where a text holds a private IPv4 address, in each spelling that `hidePrivateAddresses` names. */
export function findIpv4(text: string): readonly Span[] {
  const spans: Span[] = [];
  const takeIf = (isOne: boolean, start: number, length: number) => {
    if (isOne) spans.push({ start, end: start + length });
  };
  for (const { 0: run, index } of text.matchAll(dottedRun)) takeIf(holdsFour(run, text, index), index, run.length);
  for (const host of hosts)
    for (const { 0: all, 1: run = '', index } of text.matchAll(host))
      takeIf(isPrivate(run.split('.')), index + all.length - run.length, run.length);
  for (const { 0: run, index } of text.matchAll(hexadecimal)) takeIf(isPrivate([run]), index, run.length);
  for (const { 0: run, index } of text.matchAll(/(?<!\d)\d+(?:[-_]\d+){3,}/g)) takeIf(isInLabel(run.split(/[-_]/)), index, run.length);
  for (const { start, end, labels } of findReversed(text, 'in-addr')) takeIf(isReversed(labels), start, end - start);
  return spans;
}

/** Whether a run is four numbers, or some that one is hexadecimal of. A number that a letter touches may belong to its word: `a1.10.0.0.5`. */
function holdsFour(run: string, text: string, start: number): boolean {
  const parts = run.split('.');
  const isWordBefore = /[\p{L}_]/u.test(text[start - 1] ?? '');
  const isWordBehind = /[\p{L}_]/u.test(text[start + run.length] ?? '');
  const four = [parts, ...(isWordBefore ? [parts.slice(1)] : []), ...(isWordBehind ? [parts.slice(0, -1)] : [])];
  if (isWordBefore && isWordBehind) four.push(parts.slice(1, -1));
  return four.some((some) => some.length === 4 && isPrivate(some)) || (parts.length < 4 && /x/i.test(run) && isPrivate(parts));
}

/** A label of a name has 63 characters. */
const mostInLabel = 32;

/** Whether numbers parted by hyphens are an address, or hold one. What a year begins is a date. */
function isInLabel(parts: readonly string[]): boolean {
  if (parts.length > mostInLabel || (parts.length > 4 && parts.some((part) => part.length > 3))) return false;
  return parts.slice(3).some((_, index) => isPrivate(parts.slice(index, index + 4).map((part) => String(Number(part)))));
}

/** A name of the tree that tells what an address is called, or of a part of the tree (RFC 2317, too). */
function isReversed(labels: readonly string[]): boolean {
  const numbers = labels.slice(0, 4);
  const end = numbers.findIndex((label) => !/^\d{1,3}$/.test(label));
  const bytes = (end < 0 ? numbers : numbers.slice(0, end)).map(Number);
  return bytes.length > 0 && isOwn([...bytes, 0, 0, 0].slice(0, 4));
}

/** Whether one to four numbers are a private address to somebody: a zero in front is octal to some and nothing to others (inet_aton). */
function isPrivate(parts: readonly string[]): boolean {
  if (parts.length > 4) return false;
  const decimal = parts.every((part) => /^\d+$/.test(part)) ? [parts.map(Number)] : [];
  const asInC = parts.map((part) => (/^0x/i.test(part) ? Number(part) : /^0[0-7]*$/.test(part) ? Number.parseInt(part, 8) : Number(part)));
  return [...decimal, asInC].some((numbers) => {
    const last = numbers.at(-1) ?? 0;
    const room = 256 ** (5 - numbers.length);
    if (!numbers.slice(0, -1).every((one) => one <= 255) || !(last < room)) return false;
    const tail = Array.from({ length: 5 - numbers.length }, (_, index) => Math.floor(last / 256 ** (4 - numbers.length - index)) % 256);
    return isOwn([...numbers.slice(0, -1), ...tail]);
  });
}

function isOwn(bytes: readonly number[]): boolean {
  return isPrivateClass(classifyAddress(bytes.join('.')));
}
