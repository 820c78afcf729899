import { parseArgs } from 'node:util';
import { fail, type Result, succeed } from '@castellan/foundation/result';

const audiences = ['public', 'look', 'owner'] as const;

/** Who may open a tool: everyone; everyone to look at while running it takes the owner; the owner alone. */
export type NewToolAudience = (typeof audiences)[number];

/** What `npm run new-tool` is asked for. */
export type NewTool = {
  /** Lower-case words joined by hyphens; also the folder and the path of the page. */
  readonly id: string;
  readonly title: string;
  readonly audience: NewToolAudience;
  /** The table of the records that it keeps. */
  readonly collection: { readonly name: string; readonly sealed: boolean } | undefined;
  readonly server: boolean;
  readonly worker: boolean;
};

/** Why nothing is written, in words for the person who typed the command. */
export type NewToolFailure = {
  readonly code: 'arguments_malformed' | 'tool_exists' | 'list_not_found';
  readonly message: string;
};

export const usage = `Usage: npm run new-tool -- ID "Title" ${audiences.join('|')} [--records NAME | --sealed NAME] [--server] [--worker]
  ID              lower-case words joined by hyphens; also the path of the page, such as word-counter
  audience        public: everyone; look: everyone may look, only the owner runs it; owner: the owner alone
  --records NAME  it keeps records in a table of this name, such as habit_entries (owner only)
  --sealed NAME   it keeps records that only the owner's open vault can read (owner only)
  --server        it has a function on the server
  --worker        it works in a Worker of its own, with progress and cancel`;

const malformed = (reason: string) => fail({ code: 'arguments_malformed', message: `${reason}\n\n${usage}` } as const);

/** Parses the command's words. The failure's message says what is wrong and shows the usage. */
export function parseNewTool(given: readonly string[]): Result<NewTool, NewToolFailure> {
  const words = readWords(given);
  if (words === undefined) return malformed('There is an option that this command does not know, or one without its value.');
  const { values, positionals } = words;
  const [id = '', title = '', audienceWord = ''] = positionals;
  const audience = audiences.find((name) => name === audienceWord);
  if (positionals.length !== 3 || audience === undefined) return malformed('An id, a title and an audience are needed.');
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) return malformed(`"${id}" is not lower-case words joined by hyphens.`);
  if (!/^[^'"`\\<>{}$]{2,60}$/.test(title)) return malformed('A title has 2 to 60 characters, without quotes, brackets or backslashes.');
  if (values.records !== undefined && values.sealed !== undefined) return malformed('Records are either sealed or not.');
  const name = values.sealed ?? values.records;
  if (name !== undefined && !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name))
    return malformed(`"${name}" is not a table name: lower-case words joined by underscores.`);
  if (name !== undefined && audience !== 'owner') return malformed('Records are the owner\'s: use the audience "owner".');
  return succeed({
    id,
    title,
    audience,
    collection: name === undefined ? undefined : { name, sealed: values.sealed !== undefined },
    server: values.server ?? false,
    worker: values.worker ?? false,
  });
}

function readWords(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: { records: { type: 'string' }, sealed: { type: 'string' }, server: { type: 'boolean' }, worker: { type: 'boolean' } },
    });
  } catch {
    return undefined;
  }
}
