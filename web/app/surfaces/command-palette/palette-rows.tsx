import { memo, type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import type { Command } from '../../domains/commands/command.ts';
import { keyNames } from '../../domains/commands/key-names.ts';
import { shownLimit } from '../../domains/commands/rank-commands.ts';
import type { Section } from './palette-mode.ts';

/** What a palette's field hands to what draws its list. */
export type PaletteBodyProps = {
  readonly id: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** Filled here: where the field sends the list's keys. */
  readonly press: RefObject<((key: string) => void) | undefined>;
  /** Keys that were pressed before this was there, or before it had come to the line's last letter. */
  readonly early: RefObject<string[]>;
  /** Tells the id of the option that Enter chooses. */
  readonly onActive: (id: string | undefined) => void;
  readonly onChoose: (command: Command) => void;
};

type PaletteRowsProps = Omit<PaletteBodyProps, 'onQuery'> & {
  /** What the list is called. */
  readonly label: string;
  readonly sections: readonly Section[];
  /** Said where there is nothing to list. */
  readonly emptySentence: string;
  /** What stands beneath the list. */
  readonly children?: ReactNode;
};

const pageRows = 8;

/** A palette's list, and which of it is chosen. */
export function PaletteRows({ id, label, query, sections, emptySentence, press, early, onActive, onChoose, children }: PaletteRowsProps) {
  const rows = useMemo(() => sections.flatMap((section) => section.rows), [sections]);
  const [chosen, setChosen] = useState<{ readonly of: string; readonly id: string }>();
  // A line that was typed on begins at the best again.
  const index = Math.max(0, chosen?.of === query ? rows.findIndex((row) => row.id === chosen.id) : 0);
  const active = rows[index];
  const optionId = (command: Command | undefined) => (command === undefined ? undefined : `${id} ${command.id}`.replace(/\s+/g, '_'));
  const activeId = optionId(active);
  useEffect(() => {
    onActive(activeId);
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId, onActive]);
  const onPress = useEffectEvent((key: string) => {
    if (key === 'Enter') return active === undefined ? undefined : onChoose(active);
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: pageRows, PageUp: -pageRows }[key] ?? 0;
    const last = rows.length - 1;
    const next = Math.abs(step) === 1 ? (index + step + rows.length) % Math.max(1, rows.length) : Math.min(last, Math.max(0, index + step));
    const row = rows[next];
    if (row !== undefined) setChosen({ of: query, id: row.id });
  });
  useEffect(() => {
    press.current = (key) => onPress(key);
    return () => {
      press.current = undefined;
    };
  }, [press]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list has come to another line.
  useEffect(() => {
    for (const key of early.current.splice(0)) onPress(key);
  }, [early, query]);
  return (
    <>
      <div id={id} role="listbox" aria-label={label} className="palette-list">
        {sections.map((section) => (
          <SectionRows key={section.title ?? ''} section={section} activeId={activeId} optionId={optionId} onChoose={onChoose} />
        ))}
      </div>
      {rows.length === 0 ? <p className="px-5 py-6 text-muted">{emptySentence}</p> : null}
      <p role="status" className="sr-only">
        {query === '' ? '' : countSentence(rows.length)}
      </p>
      {children}
    </>
  );
}

function countSentence(count: number): string {
  if (count === 0) return 'No results.';
  return count === 1 ? '1 result.' : `${count === shownLimit ? `The best ${shownLimit}` : count} results.`;
}

type SectionRowsProps = {
  readonly section: Section;
  readonly activeId: string | undefined;
  readonly optionId: (command: Command) => string | undefined;
  readonly onChoose: (command: Command) => void;
};

function SectionRows({ section: { title, rows }, activeId, optionId, onChoose }: SectionRowsProps) {
  const headingId = useId();
  const options = rows.map((command) => (
    <Option
      key={command.id}
      id={optionId(command)}
      command={command}
      isActive={optionId(command) === activeId}
      showsGroup={title === undefined}
      onChoose={onChoose}
    />
  ));
  if (title === undefined) return options;
  return (
    // biome-ignore lint/a11y/useSemanticElements: within a listbox a group has no element of its own.
    <div role="group" aria-labelledby={headingId}>
      <div id={headingId} role="presentation" className="palette-heading">
        {title}
      </div>
      {options}
    </div>
  );
}

type OptionProps = {
  readonly id: string | undefined;
  readonly command: Command;
  readonly isActive: boolean;
  readonly showsGroup: boolean;
  readonly onChoose: (command: Command) => void;
};

/** Drawn again only when something of it changes: a step down the list is two rows, not all. */
const Option = memo(function Option({ id, command, isActive, showsGroup, onChoose }: OptionProps) {
  const { title, note, keys, group } = command;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className="palette-option"
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(command)}
    >
      <span className="palette-title">{title}</span>
      {note === undefined || note === '' ? null : <span className="palette-note">{note}</span>}
      <span className="palette-aside">
        {keys === undefined ? null : (
          <span className="palette-keys" aria-hidden="true">
            {keyNames(keys, navigator.platform).map((name) => (
              <kbd key={name}>{name}</kbd>
            ))}
          </span>
        )}
        {showsGroup ? <span>{group}</span> : null}
      </span>
    </div>
  );
});
