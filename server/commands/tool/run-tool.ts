import { oneLine, plainJson } from '@castellan/exports/plain-text';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { isAtLeast, type Report } from '@castellan/probes/report';
import { reportAsCsv, reportAsMarkdown } from '@castellan/probes/report-text';
import {
  type CommandCall,
  type PreparedRun,
  type Probe,
  prepareRun,
  refuseInput,
  reportRun,
  runProbe,
  type Tool,
  type ToolFailure,
  type ToolPorts,
  type ToolProgress,
} from '../../tools/tool.ts';
import { parseToolCall, type ToolCall } from './parse-tool-call.ts';

/** What the command needs of the process that it runs in. */
export type ToolCommand = {
  readonly tools: readonly Tool[];
  /** Throws, with a sentence for people, where the settings are not valid. */
  readonly openPorts: (dnsServer: string | undefined) => ToolPorts;
  /** The bytes of a file, or of standard input for `-`. Rejects where there are none. */
  readonly readInput: (path: string) => Promise<Uint8Array>;
  readonly print: (text: string) => void;
  readonly tell: (text: string) => void;
  /** Progress overwrites its own line. */
  readonly isTerminal: boolean;
  readonly signal: AbortSignal;
};

/** Input that is longer is no input of a tool's. */
const maxInputBytes = 64 * 1024 * 1024;

/** Runs one tool as the arguments say, and gives the exit code: 0 finished, 1 findings at or above `--fail-on`, 2 it could not run. */
export async function runTool(given: readonly string[], command: ToolCommand): Promise<0 | 1 | 2> {
  const parsed = parseToolCall(given, command.tools);
  if (!parsed.ok) {
    command.tell(`${parsed.failure.message}\n`);
    return 2;
  }
  if (parsed.value.help !== undefined) {
    command.print(`${parsed.value.help}\n`);
    return 0;
  }
  const { call } = parsed.value;
  const report = await work(call, command);
  if (!report.ok) {
    command.tell(`${report.failure.message}\n`);
    return 2;
  }
  command.print(printed(report.value, call));
  const { failOn } = call;
  return failOn !== undefined && report.value.findings.some(({ severity }) => isAtLeast(severity, failOn)) ? 1 : 0;
}

async function work(call: ToolCall, command: ToolCommand): Promise<Result<Report, ToolFailure>> {
  let ports: ToolPorts;
  try {
    ports = command.openPorts(call.dnsServer);
  } catch (error) {
    return refuseInput(error instanceof Error ? error.message : String(error));
  }
  const { tool } = call;
  const say = (progress: ToolProgress) => tellProgress(progress, command);
  const readInput: CommandCall['readInput'] = async (path) => readBounded(path, command);
  const { words, flags, feedsFolder } = call;
  const { signal } = command;
  let isCommand = true;
  const made = await reportRun({ tool, target: words[0] ?? tool.id, ports, signal }, async (note) => {
    const body = tool.command?.({ words, flags, feedsFolder, readInput, ports, signal, say, note });
    isCommand = body !== undefined;
    return body ?? refuseInput(usageOf(tool));
  });
  if (isCommand) return made;
  const { probe } = tool;
  if (probe === undefined) return refuseInput(usageOf(tool));
  const prepared = await prepare(probe, call, readInput);
  return prepared.ok ? runProbe({ ...tool, probe }, prepared.value, { ports, signal: command.signal, say }) : prepared;
}

async function prepare(probe: Probe, call: ToolCall, readInput: CommandCall['readInput']): Promise<Result<PreparedRun, ToolFailure>> {
  const [word, ...more] = call.words;
  if (word === undefined || more.length > 0) return refuseInput(usageOf(call.tool));
  if (probe.isActive && !call.isAuthorised) {
    return refuseInput('This tool sends probes that a target’s owner must have agreed to. Say so with --authorised.');
  }
  const flags = await readFileFlags(call, readInput);
  if (!flags.ok) return flags;
  if (word !== '-') return prepareRun(probe, word, flags.value);
  const input = await readInput('-');
  return input.ok ? prepareRun(probe, new TextDecoder().decode(input.value).trim(), flags.value) : input;
}

/** The flags, those that name a file with its text in place of the name. */
async function readFileFlags(
  { tool, flags }: ToolCall,
  readInput: CommandCall['readInput'],
): Promise<Result<ToolCall['flags'], ToolFailure>> {
  const read: Record<string, string | boolean> = { ...flags };
  for (const [name, { isFile = false }] of Object.entries(tool.flags ?? {})) {
    const path = flags[name];
    if (!isFile || typeof path !== 'string') continue;
    const file = await readInput(path);
    if (!file.ok) return file;
    read[name] = new TextDecoder().decode(file.value);
  }
  return succeed(read);
}

async function readBounded(path: string, { readInput }: ToolCommand): Promise<Result<Uint8Array, ToolFailure>> {
  try {
    const bytes = await readInput(path);
    return bytes.byteLength > maxInputBytes ? refuseInput(`${path} is longer than 64 MiB.`) : succeed(bytes);
  } catch {
    return fail({ code: 'input_refused', message: `${path === '-' ? 'Standard input' : path} cannot be read.` });
  }
}

/** How a tool is called, a line for each way. */
function usageOf({ usage }: Tool): string {
  return `Usage:\n${usage.map((line) => `  npm run --silent tool -- ${line}`).join('\n')}`;
}

function printed(report: Report, { tool, format }: ToolCall): string {
  const own = tool.outputs?.[format];
  if (own !== undefined) return own(report);
  if (format === 'json') return plainJson(report);
  return format === 'csv' ? reportAsCsv(report) : reportAsMarkdown(report);
}

function tellProgress({ done, doing }: ToolProgress, { tell, isTerminal }: ToolCommand): void {
  const line = `${String(Math.floor(done * 100)).padStart(3)} % ${oneLine(doing)}`;
  tell(isTerminal ? `\r\u001b[2K${line}${done >= 1 ? '\n' : ''}` : `${line}\n`);
}
