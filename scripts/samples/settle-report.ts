import { homedir, hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Report } from '@castellan/probes/report';
import { stripReport } from '@castellan/probes/strip-report';

/** When the lab ran, in milliseconds since 1970. */
export type LabTime = { readonly fromMs: number; readonly toMs: number; readonly midnightMs: number };

/**
 * A report as it is kept: what others may see of it (`stripReport`), and in place of each moment of the run the midnight of its day.
 * Throws, with what it is, where it holds something of this machine, or is no report of a whole run.
 */
export function settleReport(report: Report, time: LabTime): Report {
  const settled = stripReport(settleTimes(report, time) as Report);
  const text = JSON.stringify(settled);
  const found = namesOfThisMachine().find((name) => text.includes(name));
  if (found !== undefined) throw new Error(`The report names something of this machine: ${found}`);
  if (settled.schemaVersion === 0) throw new Error(`The tool stopped at a fault of its own: ${settled.verdict}`);
  return settled;
}

function settleTimes(value: unknown, time: LabTime): unknown {
  if (typeof value === 'string')
    return value.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, (moment) => settleMoment(moment, time));
  if (Array.isArray(value)) return value.map((one) => settleTimes(one, time));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, settleTimes(one, time)]));
}

function settleMoment(moment: string, { fromMs, toMs, midnightMs }: LabTime): string {
  const ms = Date.parse(moment);
  return ms >= fromMs && ms <= toMs ? new Date(midnightMs).toISOString() : moment;
}

/** Short names would be found in any text. */
const shortestName = 4;

function namesOfThisMachine(): readonly string[] {
  const folder = join(import.meta.dirname, '..', '..');
  return [hostname(), homedir(), userInfo().username, folder].filter(
    (name) => name.length >= shortestName && name !== 'root' && name !== '/root',
  );
}
