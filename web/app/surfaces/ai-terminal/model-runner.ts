import type { Command, Effect, Session } from '../../domains/terminal/command.ts';
import { csvLines } from '../../domains/terminal/formats.ts';
import { isLines, rowText } from '../../domains/terminal/table.ts';
import { makeSiteKernel } from '../terminal/site-kernel.ts';
import type { SiteTerminal } from '../terminal/site-terminal-store.ts';
import type { SiteWorld } from '../terminal/site-world.ts';
import type { AskFirst } from './asking.ts';
import type { CommandReply } from './conversation.ts';
import { type SealedGrants, sealedRefusal } from './sealed-grants.ts';

type ModelRunnerPorts = {
  readonly ask: AskFirst;
  readonly grants: SealedGrants;
  readonly print: SiteTerminal['print'];
  readonly perform: (effect: Effect) => void;
  /** The model is told something sealed. */
  readonly onSealed: () => void;
};

/** Runs commands that a model asks for. */
export type ModelRunner = {
  /** Those that it may ask for. */
  readonly offered: readonly Command[];
  readonly run: (command: Command, args: readonly string[]) => Promise<CommandReply>;
};

/** Commands that a model may ask for, besides those that read the site and the owner's records. */
const acting: ReadonlySet<string> = new Set(['add', 'done', 'open', 'theme']);

/** `own` are commands made for the model, so that whoever is asked hears who wants it. The owner is asked before anything on the page changes. */
export function createModelRunner(
  world: SiteWorld,
  own: readonly Command[],
  { ask, grants, print, perform, onSealed }: ModelRunnerPorts,
): ModelRunner {
  const session: Session = { folder: '/', aliases: new Map(), history: [] };
  const offered = [...makeSiteKernel(world, own).commands.values()].filter(
    ({ name, topic, effect }) => acting.has(name) || (effect === 'reads' && (topic === 'Records' || topic === 'Content')),
  );
  const run = async (command: Command, args: readonly string[]): Promise<CommandReply> => {
    const line = [command.name, ...args].join(' ');
    print({ tone: 'muted', text: `The model asked for: ${line}` });
    const ran = await command.run({ args, input: undefined, session });
    if (!ran.ok) return { text: `Failed: ${ran.failure.message}` };
    const { table, effects = [], sealed = [], remark } = ran.value;
    const missing = sealed.filter((kind) => !grants.isGiven(kind));
    if (missing.length > 0) {
      print({ tone: 'warning', text: `It was not told: ${sealedRefusal(missing)}` });
      return { text: 'Declined: sealed records may not leave.' };
    }
    for (const effect of effects) {
      const isWanted = await ask({ title: line, changes: [{ field: 'the page', to: effectText(effect) }] }, 'model');
      if (!isWanted) return { text: 'The owner declined.' };
      perform(effect);
    }
    if (sealed.length > 0) onSealed();
    const lines = isLines(table) ? table.rows.map((row) => rowText(table, row)) : csvLines(table);
    return { text: [...lines, ...(remark === undefined ? [] : [remark])].join('\n') || 'Done.', sealed };
  };
  return { offered, run };
}

function effectText(effect: Effect): string {
  if (effect.kind === 'navigate') return `goes to ${effect.path}`;
  if (effect.kind === 'open') return `opens ${effect.address} in a new tab`;
  return effect.kind === 'theme' ? `has the ${effect.theme} theme` : effect.kind;
}
