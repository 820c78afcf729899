import { parseArgs } from 'node:util';
import { type Result, succeed } from '@castellan/foundation/result';
import { type Severity, severities } from '@castellan/probes/report';
import { refuseInput, type Tool, type ToolFailure } from '../../tools/tool.ts';

/** One call of the command line, read. */
export type ToolCall = {
  readonly tool: Tool;
  /** What stands after the tool's id. */
  readonly words: readonly string[];
  /** The tool's own flags, those that were given. */
  readonly flags: Readonly<Record<string, string | boolean>>;
  readonly failOn: Severity | undefined;
  readonly isAuthorised: boolean;
  readonly dnsServer: string | undefined;
  readonly feedsFolder: string | undefined;
  /** `json`, `csv`, `markdown`, or the name of one of the tool's own outputs. */
  readonly format: string;
};

/** Flags that every tool has. `feeds` and `dns` matter to those that read feeds or ask names. */
const sharedFlags = {
  json: { type: 'boolean' },
  csv: { type: 'boolean' },
  markdown: { type: 'boolean' },
  'fail-on': { type: 'string' },
  authorised: { type: 'boolean' },
  dns: { type: 'string' },
  feeds: { type: 'string' },
  help: { type: 'boolean' },
} as const;

const formats = ['json', 'csv', 'markdown'];

/** Reads the arguments of `npm run tool`; or gives the text of `--help`. */
export function parseToolCall(
  given: readonly string[],
  tools: readonly Tool[],
): Result<{ readonly call: ToolCall; readonly help?: undefined } | { readonly help: string }, ToolFailure> {
  const [id, ...rest] = given;
  if (id === undefined || id === '--help') return id === undefined ? refuseInput(listUsage(tools)) : succeed({ help: listUsage(tools) });
  const tool = tools.find((one) => one.id === id);
  if (tool === undefined) return refuseInput(`There is no tool "${id}".\n${listUsage(tools)}`);
  try {
    const own = Object.fromEntries(Object.entries(tool.flags ?? {}).map(([name, { type }]) => [name, { type }]));
    const options = { ...outputFlags(tool), ...own, ...sharedFlags };
    const { values, positionals } = parseArgs({ args: mindDash(rest), options, allowPositionals: true, strict: true });
    return readCall(
      tool,
      values,
      positionals.map((word) => (word === dash ? '-' : word)),
    );
  } catch (error) {
    return refuseInput(`${error instanceof Error ? error.message : String(error)}\n${listUsage([tool])}`);
  }
}

function readCall(
  tool: Tool,
  values: Readonly<Record<string, string | boolean | undefined>>,
  words: readonly string[],
): ReturnType<typeof parseToolCall> {
  if (values['help'] === true) return succeed({ help: listUsage([tool]) });
  const failOn = severities.find((severity) => severity === values['fail-on']);
  if (values['fail-on'] !== undefined && failOn === undefined) return refuseInput(`--fail-on is one of ${severities.join(', ')}.`);
  const wanted = [...formats, ...Object.keys(tool.outputs ?? {})].filter((format) => values[format] === true);
  if (wanted.length > 1) return refuseInput('One kind of output at a time.');
  const own = Object.keys(tool.flags ?? {});
  const flags = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      own.includes(name) && value !== undefined ? [[name, value === dash ? '-' : value]] : [],
    ),
  );
  return succeed({
    call: {
      tool,
      words,
      flags,
      failOn,
      isAuthorised: values['authorised'] === true,
      dnsServer: textOf(values['dns']),
      feedsFolder: textOf(values['feeds']),
      format: wanted[0] ?? 'markdown',
    },
  });
}

/** Stands for `-`, which the parser takes for a flag without a name where it follows a flag. */
const dash = '\u0000-';

function mindDash(words: readonly string[]): string[] {
  return words.map((word) => (word === '-' ? dash : word));
}

function outputFlags({ outputs = {} }: Tool): Readonly<Record<string, { readonly type: 'boolean' }>> {
  return Object.fromEntries(Object.keys(outputs).map((name) => [name, { type: 'boolean' } as const]));
}

function textOf(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function listUsage(tools: readonly Tool[]): string {
  const lines = tools.flatMap(({ usage }) => usage.map((line) => `  npm run --silent tool -- ${line}`));
  const shared = '[--json | --csv | --markdown] [--fail-on SEVERITY] [--authorised] [--dns SERVER] [--feeds DIR]';
  return `Usage:\n${lines.join('\n')}\nEach takes ${shared}; a TARGET "-" is read from standard input.`;
}
