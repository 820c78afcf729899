import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { liveTools } from '../../../../tools/live-registry.ts';
import type { ToolRecord } from '../../../../tools/tool-live.ts';
import { type Command, leadTo } from '../../domains/commands/command.ts';
import { commandRegistry } from '../../domains/commands/command-registry.ts';
import { gatherLive, type Live, type Supplier } from '../../lib/live.ts';
import { whileWanted } from '../../lib/while-wanted.ts';
import { logCommands } from './log-commands.ts';

const suppliers: readonly { readonly id: string; readonly supply: Supplier<Live<readonly ToolRecord[]>> }[] = [
  ...Object.entries(liveTools).flatMap(([id, { records }]) => (records === undefined ? [] : [{ id, supply: records }])),
  { id: 'target', supply: () => import('../../domains/tool-reports/target-records.ts') },
];

const linkSources = Object.values(liveTools).flatMap(({ links }) => (links === undefined ? [] : [links]));

/** Everything the palette can find now: what is registered, places of the log, the tools' records and last reports, and places of their pages. */
export function usePaletteCommands(): { readonly commands: readonly Command[]; readonly missing: boolean } {
  const offered = useSyncExternalStore(commandRegistry.subscribe, commandRegistry.read);
  const gathered = useMemo(() => gatherLive(suppliers), []);
  const states = useSyncExternalStore(gathered.subscribe, gathered.read);
  const links = useLinks();
  const records = useMemo(
    () => states.flatMap(({ id, state }) => (state.status === 'ready' ? state.value.map((record) => commandOf(id, record)) : [])),
    [states],
  );
  const commands = useMemo(() => [...offered, ...logCommands, ...links.commands, ...records], [offered, links, records]);
  return { commands, missing: links.missing || states.some(({ state }) => state.status === 'failed') };
}

function commandOf(tool: string, { id, title, note, to }: ToolRecord): Command {
  return { ...leadTo({ id: `${tool}:${id}`, title, keywords: '', href: to }, 'Record'), note };
}

type Links = { readonly commands: readonly Command[]; readonly missing: boolean };

function useLinks(): Links {
  const [links, setLinks] = useState<Links>({ commands: [], missing: false });
  useEffect(() => {
    const loading = linkSources.map(async ({ group, supply }) => (await supply()).default().map((link) => leadTo(link, group)));
    return whileWanted(Promise.allSettled(loading), (loaded) => {
      if (loaded.length === 0) return;
      const commands = loaded.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
      setLinks({ commands, missing: loaded.some(({ status }) => status === 'rejected') });
    });
  }, []);
  return links;
}
