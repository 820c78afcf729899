import { fail, type Result, succeed } from '@castellan/foundation/result';

/** Why a text names no ports, in a sentence. */
export type PortListFailure = { readonly code: 'ports_malformed'; readonly message: string };

const maxTextLength = 20_000;

/** Reads ports and ranges with commas between them: `22,80,8000-8100`. In ascending order, each once. */
export function parsePortRanges(text: string): Result<readonly number[], PortListFailure> {
  if (text.length > maxTextLength) return refuse('A list of ports has at most 20,000 characters.');
  const ports = new Set<number>();
  for (const part of text.split(',')) {
    const [, first = '', last = first] = /^([1-9]\d{0,4})(?:-([1-9]\d{0,4}))?$/.exec(part.trim()) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first === '' || to > 65_535 || from > to) {
      return refuse('Ports are top100, top1000, all, or numbers from 1 to 65535 and ranges of them: 22,80,8000-8100.');
    }
    for (let port = from; port <= to; port += 1) ports.add(port);
  }
  return succeed(sorted([...ports]));
}

/** Whether each port from 0 to 65535 is in a list of ranges that `writePortList` wrote. Of another text, none is. */
export function portFlags(text: string): Uint8Array {
  const flags = new Uint8Array(65_536);
  for (const [, first = '', last = first] of text.matchAll(/(\d{1,5})(?:-(\d{1,5}))?/g)) flags.fill(1, Number(first), Number(last) + 1);
  return flags;
}

/** The ports of a list of ranges that `writePortList` wrote, in its order. */
export function portsOf(text: string): readonly number[] {
  return [...text.matchAll(/(\d{1,5})(?:-(\d{1,5}))?/g)].flatMap(([, first = '', last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index),
  );
}

/** How many ports are in a list of ranges that `writePortList` wrote. */
export function portCountOf(text: string): number {
  return portsOf(text).length;
}

/** Ports in ascending order as a list of ranges, `22,80,8000-8100`; the empty text for none. */
export function writePortList(ports: Iterable<number>): string {
  const parts: string[] = [];
  let from: number | undefined;
  let to = 0;
  const close = () => {
    if (from !== undefined) parts.push(from === to ? String(from) : `${from}-${to}`);
  };
  for (const port of ports) {
    if (from !== undefined && port === to + 1) {
      to = port;
      continue;
    }
    close();
    from = port;
    to = port;
  }
  close();
  return parts.join(',');
}

/** Ports in ascending order. */
export function sorted(ports: readonly number[]): readonly number[] {
  return [...ports].sort((one, other) => one - other);
}

function refuse(message: string): Result<never, PortListFailure> {
  return fail({ code: 'ports_malformed', message });
}
