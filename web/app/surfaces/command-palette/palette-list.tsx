import { useMemo, useState } from 'react';
import { handLine } from '../../domains/assistant/handed-line.ts';
import type { Command } from '../../domains/commands/command.ts';
import { rankCommands, shownLimit } from '../../domains/commands/rank-commands.ts';
import { readRecentCommands } from '../../domains/commands/recent-commands.ts';
import { narrowingModes, openingSections, type Section, splitLine } from './palette-mode.ts';
import { type PaletteBodyProps, PaletteRows } from './palette-rows.tsx';
import { capturing, useCapture } from './use-capture.ts';
import { usePaletteCommands } from './use-palette-commands.ts';
import { useTargetRun } from './use-target-run.ts';

export { loadOwnCapture } from './use-capture.ts';

const prefixes = [
  ...narrowingModes.map(({ prefix, name }) => ({ prefix, name })),
  ...capturing.map(({ prefix, noun }) => ({ prefix, name: `new ${noun}` })),
];

/** What of the owner's fits the line, the best first. */
export function PaletteList(props: PaletteBodyProps) {
  const { query, onQuery } = props;
  const { prefix, rest } = splitLine(
    query,
    prefixes.map((one) => one.prefix),
  );
  const { sections, missing, capture } = useSections(prefix, rest);
  return (
    <PaletteRows {...props} label="Commands" sections={sections} emptySentence={emptySentence(capture, rest)}>
      {missing ? (
        <p className="border-t border-hairline px-5 py-2 text-sm text-amber">The server does not answer: some records are missing here.</p>
      ) : null}
      <div className="palette-foot">
        {prefixes.map((one) => (
          <button
            key={one.prefix}
            type="button"
            aria-pressed={one.prefix === prefix}
            onClick={(event) => {
              onQuery(one.prefix === prefix ? rest : `${one.prefix} ${rest}`);
              event.currentTarget.closest('dialog')?.querySelector('input')?.focus();
            }}
          >
            <kbd>{one.prefix}</kbd> {one.name}
          </button>
        ))}
      </div>
    </PaletteRows>
  );
}

function useSections(prefix: string | undefined, rest: string) {
  const { commands, missing } = usePaletteCommands();
  const captured = useCapture(prefix, rest);
  const [recentIds] = useState(readRecentCommands);
  const runs = useTargetRun(prefix === undefined ? rest : '');
  const capture = capturing.find((one) => one.prefix === prefix);
  const sections = useMemo((): readonly Section[] => {
    if (capture !== undefined) return captured.length === 0 ? [] : [{ title: undefined, rows: captured }];
    const mode = narrowingModes.find((one) => one.prefix === prefix);
    // The palette's own command leads to where one is.
    const among = commands.filter((command) => command.id !== 'action:palette' && (mode === undefined || mode.takes(command)));
    if (rest.trim() === '' && mode === undefined) return openingSections(among, recentIds);
    const words = rest.trim();
    const rows = words === '' ? among.slice(0, shownLimit) : [...runs, ...rankCommands(rest, among, recentIds)];
    // Whatever fits comes first; a line that is looked for among one kind of thing is no question.
    const all = words === '' || mode !== undefined ? rows : [...rows.slice(0, shownLimit - 1), askCommand(words)];
    return all.length === 0 ? [] : [{ title: undefined, rows: all }];
  }, [capture, captured, commands, prefix, rest, recentIds, runs]);
  return { sections, missing, capture };
}

/** Takes the typed line to the AI terminal and asks it there. What was typed may be private: nothing of it is remembered. */
function askCommand(line: string): Command {
  return {
    id: 'ask:ai-terminal',
    title: `Ask the AI terminal: ${line}`,
    group: 'Action',
    keywords: '',
    isSealed: true,
    run: ({ go }) => {
      handLine(line);
      go('/ai-terminal');
    },
  };
}

function emptySentence(capture: (typeof capturing)[number] | undefined, rest: string): string {
  if (capture !== undefined) return `Type the ${capture.noun}: what it is, and when.`;
  return rest.trim() === '' ? 'No results of this kind.' : 'No results.';
}
