import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { Command, VisitorGroup } from '../../domains/commands/command.ts';
import { keyNames } from '../../domains/commands/key-names.ts';
import { rankCommands } from '../../domains/commands/rank-commands.ts';
import { focusSection } from '../../domains/navigation/focus-section.ts';
import { PaletteDialog } from '../command-palette/palette-dialog.tsx';
import type { Section } from '../command-palette/palette-mode.ts';
import { type PaletteBodyProps, PaletteRows } from '../command-palette/palette-rows.tsx';
import { askPlaces } from './ask-places.ts';
import type { Place } from './place.ts';

type VisitorPaletteProps = { readonly open: boolean; readonly onClose: () => void };

/** The palette of whoever visits: sections, projects, posts, tools and pages. It remembers nothing. */
export function VisitorPalette({ open, onClose }: VisitorPaletteProps) {
  const navigate = useNavigate();
  const choose = useCallback(
    (command: Command) => {
      onClose();
      // A dialog that closes gives the focus back; what the command does takes it after that.
      requestAnimationFrame(() => command.run({ go: (address) => void navigate(address) }));
    },
    [navigate, onClose],
  );
  return (
    <PaletteDialog
      open={open}
      title="Search this site"
      label="Search"
      placeholder="Sections, projects, tools"
      load={loadList}
      onClose={onClose}
      onChoose={choose}
    />
  );
}

async function loadList() {
  const commands = (await askPlaces()).map(commandOf);
  return (props: PaletteBodyProps) => <VisitorList {...props} commands={commands} />;
}

function VisitorList({ commands, ...props }: PaletteBodyProps & { readonly commands: readonly Command[] }) {
  const { query } = props;
  const sections = useMemo((): readonly Section[] => {
    if (query.trim() === '') return byGroup(commands);
    const rows = rankCommands(query, commands, []);
    return rows.length === 0 ? [] : [{ title: undefined, rows }];
  }, [commands, query]);
  return (
    <PaletteRows {...props} label="Places" sections={sections} emptySentence="No results.">
      <p className="palette-foot palette-hint">
        {keyNames('Mod+K', navigator.platform).map((name) => (
          <kbd key={name}>{name}</kbd>
        ))}{' '}
        opens this on every page
      </p>
    </PaletteRows>
  );
}

const headings = {
  Section: 'On the home page',
  'Case study': 'Case studies',
  Project: 'Projects',
  Post: 'Posts',
  Tool: 'Tools',
  Page: 'Pages',
} as const satisfies Readonly<Record<VisitorGroup, string>>;

/** Everything under the heading of its kind, before anything is typed. */
function byGroup(commands: readonly Command[]): readonly Section[] {
  return Object.entries(headings)
    .map(([group, title]) => ({ title, rows: commands.filter((command) => command.group === group) }))
    .filter(({ rows }) => rows.length > 0);
}

function commandOf({ group, title, note, href, isElsewhere }: Place): Command {
  return {
    id: `${group}:${title}:${href}`,
    title,
    group,
    note,
    keywords: '',
    run: ({ go }) => {
      if (isElsewhere === true) {
        window.open(href, '_blank', 'noopener,noreferrer');
        return;
      }
      go(href);
      if (group === 'Section') focusSection(href.slice(2));
    },
  };
}
