import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of processor time: of a page's own thread, of its Workers, and of its whole process with what the browser does for it. */
export type PageCosts = { readonly pageMs: number; readonly workersMs: number; readonly allMs: number };

/** A tick of `/proc/PID/stat`, in milliseconds; Linux has had no other one for programs. */
const tickMs = 10;

type Spent = ReadonlyMap<string, { readonly name: string; readonly ms: number }>;

/** Begins to count: what it returns tells what the page that worked most since then has used. Linux alone. */
export function busiestPage(): () => PageCosts {
  const before = new Map(pageProcesses().map((id) => [id, threadsOf(id)]));
  return () => {
    const all = pageProcesses().map((id) => costsOf(id, before.get(id) ?? new Map(), threadsOf(id)));
    const [busiest] = all.sort((one, other) => other.allMs - one.allMs);
    if (busiest === undefined) throw new Error('no process draws a page');
    return busiest;
  };
}

function costsOf(id: string, before: Spent, after: Spent): PageCosts {
  const spent = [...after].map(([thread, { name, ms }]) => ({ thread, name, ms: ms - (before.get(thread)?.ms ?? 0) }));
  const sum = (some: typeof spent) => some.reduce((total, { ms }) => total + ms, 0);
  return {
    pageMs: sum(spent.filter(({ thread }) => thread === id)),
    workersMs: sum(spent.filter(({ name }) => name.startsWith('DedicatedWorker'))),
    allMs: sum(spent),
  };
}

/** The processes that draw pages, below this program. */
function pageProcesses(): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('--type=renderer') && isBelow(name);
    } catch {
      // It ended while the list was read.
      return false;
    }
  });
}

function threadsOf(id: string): Spent {
  return new Map(
    readdirSync(`/proc/${id}/task`).map((thread) => {
      const stat = readFileSync(`/proc/${id}/task/${thread}/stat`, 'utf8');
      const end = stat.lastIndexOf(')');
      const fields = stat.slice(end + 2).split(' ');
      return [thread, { name: stat.slice(stat.indexOf('(') + 1, end), ms: (Number(fields[11]) + Number(fields[12])) * tickMs }];
    }),
  );
}

function isBelow(id: string): boolean {
  for (let present = id; existsSync(`/proc/${present}/stat`); ) {
    const stat = readFileSync(`/proc/${present}/stat`, 'utf8');
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? '0';
    if (Number(parent) === process.pid) return true;
    present = parent;
  }
  return false;
}
