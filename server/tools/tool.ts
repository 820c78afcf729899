import type { Clock } from '@castellan/foundation/clock';
import type { RandomBytes } from '@castellan/foundation/randomness';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { finishReport } from '@castellan/probes/finish-report';
import type { Report, ReportBody } from '@castellan/probes/report';
import type { Reach } from '@castellan/probes/scope/judge-target';
import { parseTarget } from '@castellan/probes/target';
import type { z } from 'zod';
import type { Dns } from '../adapters/dns.ts';
import type { Egress } from '../adapters/egress.ts';
import type { Sockets } from '../adapters/sockets.ts';
import type { TlsSessions } from '../adapters/tls-sessions.ts';
import type { KeyedSource } from './keyed-source.ts';
import { createSeenNotes, type NoteSeen } from './stopped-run.ts';

/**
 * Why a tool made no report, with one sentence for people. `input_refused`: the target or an option is none; nothing was sent.
 * `address_refused`, `name_not_found`, `unreachable`, `cancelled`, `timed_out`: by what the network said. `ended`: its process was.
 */
export type ToolFailure = {
  readonly code: 'input_refused' | 'address_refused' | 'name_not_found' | 'unreachable' | 'cancelled' | 'timed_out' | 'ended';
  readonly message: string;
};

/** What a tool says while it works: how much is done, from 0 to 1, and what is being tried, in a few words. */
export type ToolProgress = {
  readonly done: number;
  readonly doing: string;
  /** What its page draws meanwhile, of at most a few hundred kilobytes of JSON. Not kept once the run has ended. */
  readonly seen?: object;
};

/** All ways to the outside that a tool has. */
export type ToolPorts = {
  readonly sockets: Sockets;
  readonly tlsSessions: TlsSessions;
  readonly egress: Egress;
  readonly dns: Dns;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
};

/** One run as a tool's own code sees it. When the signal fires every socket is closed, and the tool returns. */
export type ToolRun<Options> = {
  readonly target: string;
  readonly options: Options;
  readonly ports: ToolPorts;
  readonly signal: AbortSignal;
  readonly say: (progress: ToolProgress) => void;
  readonly note: NoteSeen;
};

/** What probes a target over the network: run by the server as a job, and by the command line. */
export type Probe<Options = unknown> = {
  /** Sends what a target's owner must have agreed to: the command line wants `--authorised`, the page a tick for each target. */
  readonly isActive: boolean;
  /** The longest that a run may take, in milliseconds, where half an hour is too little. */
  readonly longestMs?: number;
  /** The port that a target without one means, where the tool asks one port. */
  readonly defaultPort?: number;
  /** A target in its one normal spelling, or why it is none. Sends nothing. */
  readonly readTarget: (text: string) => Result<string, { readonly code: string; readonly message: string }>;
  /** Options as a job's JSON and the command line's flags bring them: a strict object, everything optional. */
  readonly options: z.ZodType<Options>;
  /** What a run touches at its target, where that is not the port of the target, the tool's own, or every one. Sends nothing. */
  readonly reach?: (prepared: { readonly target: string; readonly options: Options }) => Reach;
  readonly run: (run: ToolRun<Options>) => Promise<Result<ReportBody, ToolFailure>>;
};

/** A call of the command line, for what a tool does there without probing: `verify TOKEN --key FILE`. */
export type CommandCall = {
  /** What stands after the tool's id, without flags. */
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  /** The bytes of a file, or of standard input where its name is `-`. */
  readonly readInput: (path: string) => Promise<Result<Uint8Array, ToolFailure>>;
  /** The folder of `--feeds`: stored answers in place of the network's. */
  readonly feedsFolder: string | undefined;
  readonly ports: ToolPorts;
  readonly signal: AbortSignal;
  readonly say: (progress: ToolProgress) => void;
  readonly note: NoteSeen;
};

/** What a command made: what was looked at, and the rest of its report. */
export type CommandBody = ReportBody & { readonly target: string };

/** A list in a tool's reports of which the owner hears when it grows. */
export type WatchedList = {
  /** The report's field that holds the list, and the field by which one of its entries is told from others. */
  readonly field: string;
  readonly key: string;
  /** What the bell says of entries that no earlier report on the same target had: a title of at most 200 characters, a message of 2,000. */
  readonly announce: (fresh: readonly string[], target: string) => { readonly title: string; readonly message: string };
};

/** One tool, as the server and the command line run it. Declared in a folder of its own, listed in `tool-list.ts`. */
export type Tool = {
  /** The id of its page. */
  readonly id: string;
  /** Of its reports. */
  readonly schemaVersion: number;
  /** One line for each way to call it, from the id on. */
  readonly usage: readonly string[];
  /** Flags of its own on the command line; a probe finds them in its options, under the same name: of a file its text. */
  readonly flags?: Readonly<Record<string, { readonly type: 'string' | 'boolean'; readonly isFile?: true }>>;
  readonly probe?: Probe;
  readonly watched?: WatchedList;
  /**
   * Sources that the server asks with the owner's keys before a run. What they say is the option of this name in the probe's options:
   * a list with each source's title as `source`, and its `KeyedAnswer`. The command line has no keys, and the option is missing.
   */
  readonly keyed?: {
    readonly option: string;
    readonly sources: readonly KeyedSource[];
    /** Whether a run with these options is to ask them. */
    readonly isWanted: (options: unknown) => boolean;
  };
  /** What the command line does without the probe; `undefined` where the call is not of that kind. Throws nothing. */
  readonly command?: (call: CommandCall) => Promise<Result<CommandBody, ToolFailure>> | undefined;
  /** Texts that a flag of the same name prints in place of the report: `xml`. */
  readonly outputs?: Readonly<Record<string, (report: Report) => string>>;
};

/** Gives a probe's own options their type inside, and none outside. */
export function defineProbe<Options>(probe: Probe<Options>): Probe {
  const { reach, ...rest } = probe;
  return {
    ...rest,
    ...(reach === undefined
      ? {}
      : {
          reach: ({ target, options }) => {
            const read = probe.options.safeParse(options);
            return read.success ? reach({ target, options: read.data }) : widest;
          },
        }),
    run: async (run) => {
      const options = probe.options.safeParse(run.options);
      return options.success ? probe.run({ ...run, options: options.data }) : refuseInput('An option is not one of this tool’s.');
    },
  };
}

/** A failure before anything was sent. */
export function refuseInput(message: string): { readonly ok: false; readonly failure: ToolFailure } {
  return fail({ code: 'input_refused', message });
}

/** A run that may begin: target and options have been read. */
export type PreparedRun = { readonly target: string; readonly options: unknown };

/** All that a run could touch: what counts where nothing narrower is known. */
const widest: Reach = { ports: 'every', below: true };

/** What a run touches at its target: the tool's own word, or else the target's port, the tool's, or every one. Sends nothing. */
export function reachOf(probe: Probe, prepared: PreparedRun): Reach {
  if (probe.reach !== undefined) return probe.reach(prepared);
  const parsed = parseTarget(prepared.target, probe.defaultPort ?? 0);
  const port = parsed.ok ? parsed.value.port : 0;
  return { ports: port === 0 ? 'every' : [[port, port]], below: false };
}

/** Reads target and options. Sends nothing. */
export function prepareRun(probe: Probe, target: string, options: unknown): Result<PreparedRun, ToolFailure> {
  const read = probe.readTarget(target);
  if (!read.ok) return refuseInput(read.failure.message);
  const parsed = probe.options.safeParse(options);
  if (parsed.success) return succeed({ target: read.value, options: parsed.data });
  const [issue] = parsed.error.issues;
  return refuseInput(`Option ${issue?.path.join('.') || '?'}: ${issue?.message ?? 'not one of this tool’s'}.`);
}

/**
 * Runs a probe to its end, and fills in the head of its report. Where the tool throws, the report says so, and has what was seen until
 * then. Never rejects.
 */
export function runProbe(
  tool: Pick<Tool, 'id' | 'schemaVersion'> & { readonly probe: Probe },
  prepared: PreparedRun,
  given: Pick<ToolRun<unknown>, 'ports' | 'signal' | 'say'> & Pick<ReportedRun, 'onFault'>,
): Promise<Result<Report, ToolFailure>> {
  const { ports, signal, say, onFault } = given;
  const { target } = prepared;
  return reportRun({ tool, target, ports, signal, ...(onFault === undefined ? {} : { onFault }) }, async (note) => {
    const body = await tool.probe.run({ ...prepared, ports, signal, say, note });
    return body.ok ? succeed({ ...body.value, target }) : body;
  });
}

/** A run of which a report is to be made, whatever happens in it. */
export type ReportedRun = {
  readonly tool: Pick<Tool, 'id' | 'schemaVersion'>;
  /** As far as it is known before. */
  readonly target: string;
  readonly ports: Pick<ToolPorts, 'clock'>;
  readonly signal: AbortSignal;
  /** Is told what the tool threw, for the log. */
  readonly onFault?: (error: Error) => void;
};

/** Makes the report of a run. Never rejects. */
export async function reportRun(
  { tool, target, ports, signal, onFault }: ReportedRun,
  work: (note: NoteSeen) => Promise<Result<CommandBody, ToolFailure>>,
): Promise<Result<Report, ToolFailure>> {
  const startedAtMs = ports.clock.nowMs();
  const notes = createSeenNotes();
  try {
    const body = await work(notes.note);
    if (signal.aborted) return fail({ code: 'cancelled', message: 'Cancelled.' });
    if (!body.ok) return body;
    const { target: named, ...rest } = body.value;
    const head = { tool: tool.id, schemaVersion: tool.schemaVersion, target: named, startedAtMs };
    return succeed(finishReport({ ...head, endedAtMs: ports.clock.nowMs() }, rest));
  } catch (error) {
    if (signal.aborted) return fail({ code: 'cancelled', message: 'Cancelled.' });
    onFault?.(error instanceof Error ? error : new Error(String(error)));
    return succeed(notes.report({ tool: tool.id, target, startedAtMs, endedAtMs: ports.clock.nowMs() }, error));
  }
}
