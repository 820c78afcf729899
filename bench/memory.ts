import { readdirSync, readFileSync } from 'node:fs';

/**
 * The memory of a process and its descendants, each shared page counted in proportion to those who share it (PSS), in
 * bytes; `undefined` where the system does not tell (it is Linux's to tell).
 */
export function proportionalMemoryBytes(processId: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  let sum = 0;
  for (const id of withDescendants(processId)) {
    const kibibytes = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1];
    sum += Number(kibibytes ?? 0) * 1024;
  }
  return sum;
}

/** A process and all that came of it, by their ids. Linux alone. */
export function withDescendants(processId: number): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It ended while the list was read.
    }
  }
  const family = new Set([processId]);
  for (let grown = 0; grown !== family.size; ) {
    grown = family.size;
    for (const [id, parent] of parents) if (family.has(parent)) family.add(id);
  }
  return [...family];
}
