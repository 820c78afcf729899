import { fail, type Result, succeed } from '@castellan/foundation/result';
import { suggestion } from './closest-name.ts';
import type { Answer, Command, CommandFailure, Effect, Session } from './command.ts';
import { parseLine, type Stage, type Word } from './parse-line.ts';

/** The paths that a pattern stands for; none where nothing fits, and then the pattern is taken as it is, as in bash. */
export type PathMatcher = (pattern: string, folder: string) => readonly string[];

/** A set of commands that lines are run against. */
export type Kernel = { readonly commands: ReadonlyMap<string, Command>; readonly matchPaths: PathMatcher };

/** A kernel of these commands; two of one name are a bug. */
export function makeKernel(commands: readonly Command[], matchPaths: PathMatcher): Kernel {
  const byName = new Map<string, Command>();
  for (const command of commands) {
    if (byName.has(command.name)) throw new Error(`two commands are called ${command.name}`);
    byName.set(command.name, command);
  }
  return { commands: byName, matchPaths };
}

type PlannedStage = { readonly command: Command; readonly args: readonly string[] };

/** What would run for a line: aliases replaced, patterns filled in, every command known. Nothing has run yet. */
export function planLine(kernel: Kernel, line: string, session: Session): Result<readonly PlannedStage[], CommandFailure> {
  const parsed = parseLine(line);
  if (!parsed.ok) return parsed;
  const planned: PlannedStage[] = [];
  for (const stage of parsed.value) {
    const stages = withoutAlias(stage, session.aliases, new Set());
    if (!stages.ok) return stages;
    for (const { name, words } of stages.value) {
      const command = kernel.commands.get(name) ?? kernel.commands.get(name.toLowerCase());
      if (command === undefined) return fail({ code: 'unknown_command', message: unknownCommand(kernel, name) });
      if (planned.length > 0 && command.place === 'source')
        return fail({ code: 'not_a_filter', message: `${command.name} begins a pipe; it takes nothing from the command before it.` });
      planned.push({ command, args: words.flatMap((word) => pathsOf(word, kernel, session)) });
    }
  }
  return succeed(planned);
}

function unknownCommand(kernel: Kernel, name: string): string {
  const near = suggestion(name, [...kernel.commands.keys()]);
  return `no command “${name}”${near || '; type help for the list'}`;
}

// As in bash, an alias is not replaced within its own replacement.
function withoutAlias(
  stage: Stage,
  aliases: ReadonlyMap<string, string>,
  seen: ReadonlySet<string>,
): Result<readonly Stage[], CommandFailure> {
  const line = aliases.get(stage.name);
  if (line === undefined || seen.has(stage.name)) return succeed([stage]);
  const parsed = parseLine(line);
  if (!parsed.ok) return parsed;
  const last = parsed.value.at(-1);
  if (last === undefined) return succeed([stage]);
  const stages = [...parsed.value.slice(0, -1), { name: last.name, words: [...last.words, ...stage.words] }];
  const [first, ...rest] = stages;
  if (first === undefined) return succeed([stage]);
  const opened = withoutAlias(first, aliases, new Set([...seen, stage.name]));
  return opened.ok ? succeed([...opened.value, ...rest]) : opened;
}

function pathsOf(word: Word, kernel: Kernel, session: Session): readonly string[] {
  const paths = word.isPattern ? kernel.matchPaths(word.text, session.folder) : [];
  return paths.length === 0 ? [word.text] : paths;
}

/** Runs a line: each command gets what the one before it gave. An empty line answers nothing. */
export async function runLine(kernel: Kernel, line: string, session: Session): Promise<Result<Answer | undefined, CommandFailure>> {
  const planned = planLine(kernel, line, session);
  if (!planned.ok) return planned;
  const effects: Effect[] = [];
  let answer: Answer | undefined;
  const before: string[] = [];
  const sealed = new Set<string>();
  let remark: string | undefined;
  for (const { command, args } of planned.value) {
    const ran = await command.run({ args, input: answer?.table, session, before: [...before], sealed: [...sealed] });
    before.push(command.name);
    if (!ran.ok) return fail({ ...ran.failure, message: named(command, ran.failure.message) });
    answer = ran.value;
    effects.push(...(answer.effects ?? []));
    for (const kind of answer.sealed ?? []) sealed.add(kind);
    remark = answer.remark ?? remark;
  }
  if (answer === undefined) return succeed(undefined);
  return succeed({
    ...answer,
    effects,
    ...(sealed.size === 0 ? {} : { sealed: [...sealed] }),
    ...(remark === undefined ? {} : { remark }),
  });
}

function named(command: Command, message: string): string {
  return message.startsWith(command.name) ? message : `${command.name}: ${message}`;
}

/** Whether a line only answers, so that it may run without being asked. A line that cannot run is not. */
export function onlyReads(kernel: Kernel, line: string, session: Session): boolean {
  const planned = planLine(kernel, line, session);
  return planned.ok && planned.value.length > 0 && planned.value.every(({ command }) => command.effect === 'reads');
}
