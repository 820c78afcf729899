import { createSignal } from '../../lib/store.ts';
import type { Command, CommandSource, KeyList } from './command.ts';

/** Everything that can be asked for now. */
export type CommandRegistry = {
  /** Registers a source; returns the way to take it out again. */
  readonly offer: (source: CommandSource) => () => void;
  /** The same list until it changes. Of two commands with one id the one offered last counts. */
  readonly read: () => readonly Command[];
  readonly keyLists: () => readonly KeyList[];
  readonly subscribe: (listener: () => void) => () => void;
};

/** Makes a registry; the page has one, `commandRegistry`. */
export function createCommandRegistry(): CommandRegistry {
  const sources = new Map<CommandSource, () => void>();
  const changes = createSignal(() => start());
  let known: { readonly commands: readonly Command[]; readonly keyLists: readonly KeyList[] } | undefined;
  const tell = () => {
    known = undefined;
    changes.tell();
  };
  const listen = (source: CommandSource) => sources.set(source, source.subscribe?.(tell) ?? (() => undefined));
  const gather = () => ({
    commands: [...new Map([...sources.keys()].flatMap((source) => source.read()).map((command) => [command.id, command])).values()],
    keyLists: [...sources.keys()].flatMap(({ keyLists = [] }) => keyLists),
  });
  const look = () => {
    if (changes.isWatched()) {
      known ??= gather();
      return known;
    }
    // Without a listener nobody tells of changes: each look gathers again, and answers the same lists where they hold the same, as
    // React asks of a store. They are kept no longer than this turn: what is sealed must not stay here past a lock.
    const { commands, keyLists } = gather();
    known = { commands: steady(known?.commands, commands), keyLists: steady(known?.keyLists, keyLists) };
    queueMicrotask(forgetUnheard);
    return known;
  };
  const forgetUnheard = () => {
    if (!changes.isWatched()) known = undefined;
  };
  const start = () => {
    known = undefined;
    for (const source of sources.keys()) listen(source);
    return () => {
      for (const [source, stop] of sources) {
        stop();
        sources.set(source, () => undefined);
      }
      known = undefined;
    };
  };
  return {
    offer: (source) => {
      if (changes.isWatched()) listen(source);
      else sources.set(source, () => undefined);
      tell();
      return () => {
        sources.get(source)?.();
        sources.delete(source);
        tell();
      };
    },
    read: () => look().commands,
    keyLists: () => look().keyLists,
    subscribe: changes.subscribe,
  };
}

/** The former list where the present one holds the same. */
function steady<Item>(former: readonly Item[] | undefined, present: readonly Item[]): readonly Item[] {
  const isSame = former?.length === present.length && former.every((item, place) => item === present[place]);
  return isSame ? former : present;
}

/** The page's one registry: palette, sheet of keys and key presses read it. */
export const commandRegistry = createCommandRegistry();
