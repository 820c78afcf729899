import { cleanText } from '@castellan/exports/plain-text';
import { finishReport } from '@castellan/probes/finish-report';
import type { Finding, Report } from '@castellan/probes/report';

/**
 * Keeps what a tool has seen so far, for the report of a run that stops at a fault of the tool's own.
 * @param what - in a few words for people, in the plural or by its name: `certificates`, `DMARC`
 * @param parts - as the report would have them; what was noted under the same name before is replaced
 * @param findings - those that follow from these parts alone
 */
export type NoteSeen = (what: string, parts: object, findings?: readonly Finding[]) => void;

/** What a stopped run's report has besides its head: whatever was seen, under the names that the tool gave it. */
export type StoppedFacts = { readonly stopped: true; readonly seen: Readonly<Record<string, unknown>> };

/** Reports of stopped runs have none of the tool's own facts: no page, figure or comparison takes them for whole ones. */
export const stoppedVersion = 0;

/** What one run has seen. */
export type SeenNotes = {
  readonly note: NoteSeen;
  /** The report of a run that ended with an error. */
  readonly report: (head: Omit<Parameters<typeof finishReport>[0], 'schemaVersion'>, error: unknown) => Report<StoppedFacts>;
};

/** Begins a run's notes. */
export function createSeenNotes(): SeenNotes {
  const labels = new Set<string>();
  const findings = new Map<string, readonly Finding[]>();
  const seen: Record<string, unknown> = {};
  return {
    note: (what, parts, found = []) => {
      labels.add(what);
      findings.set(what, found);
      Object.assign(seen, parts);
    },
    report: (head, error) => {
      const until = labels.size === 0 ? 'nothing' : [...labels].join(', ');
      const stopped: Finding = {
        id: 'tool-stopped',
        severity: 'medium',
        title: 'The tool stopped at a fault of its own',
        evidence: `${nameOf(error)}. Seen until then: ${until}.`,
        why: 'Something that was answered is not what the tool can read. What it had not looked at by then is not in this report.',
        fix: 'Take this for no result. Run it again; where it stops at the same place, the target answers in a way that deserves a look.',
      };
      const verdict = `Not finished: the tool stopped at a fault of its own. Seen until then: ${until}.`;
      const body = { verdict, findings: [stopped, ...[...findings.values()].flat()], stopped: true, seen } as const;
      return finishReport<StoppedFacts>({ ...head, schemaVersion: stoppedVersion }, body);
    },
  };
}

/** An error in one line; its message may repeat what a foreign host sent. */
function nameOf(error: unknown): string {
  return error instanceof Error ? cleanText(`${error.name}: ${error.message}`) : 'It threw something that is no error';
}
