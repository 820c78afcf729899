import { parseJson } from '@castellan/foundation/parse-json';
import * as z from 'zod/mini';
import { defineStoredValue } from '../../lib/stored-values.ts';
import type { Command } from './command.ts';

/** Commands that are remembered, the latest first. */
const limit = 20;

const idsSchema = z.array(z.string().check(z.minLength(1), z.maxLength(120)));

const recentCommands = defineStoredValue<readonly string[]>({
  key: 'recent_commands',
  medium: 'local',
  clearedBy: 'sign-out',
  parse: (text) => idsSchema.safeParse(parseJson(text)).data?.slice(0, limit),
  format: (ids) => JSON.stringify(ids),
});

/** The ids of the commands used last, the latest first. */
export function readRecentCommands(): readonly string[] {
  return recentCommands.read() ?? [];
}

/** Remembers that a command was used; of what is sealed nothing is kept. */
export function rememberCommand({ id, isSealed = false }: Pick<Command, 'id' | 'isSealed'>): void {
  if (!isSealed) recentCommands.write([id, ...readRecentCommands().filter((known) => known !== id)].slice(0, limit));
}
