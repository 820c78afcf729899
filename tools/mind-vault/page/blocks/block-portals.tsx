import type { EditorView } from '@codemirror/view';
import { type MouseEvent, type RefObject, useLayoutEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { NoteBlock } from '../../../../web/app/domains/notes/shown/note-block.ts';
import type { FollowedLink } from '../../../../web/app/domains/notes/shown/note-surround.ts';
import type { TextChange } from '../../knowledge/text-change.ts';
import type { LinkSource } from '../editor/complete-links.ts';
import { NoteReading } from '../reading/note-reading.tsx';
import type { DrawnBlock, DrawnBlocks } from './block-field.ts';
import { EditedTable } from './edited-table.tsx';
import { PropertiesForm } from './properties-form.tsx';

type BlockPortalsProps = {
  readonly drawn: DrawnBlocks;
  readonly view: RefObject<EditorView | undefined>;
  readonly source: LinkSource;
  readonly onFollow: (link: FollowedLink) => void;
  readonly onPoint: (link: FollowedLink | undefined) => void;
};

/** Draws the blocks that the editor shows as they read, each into the element that it has for it. */
export function BlockPortals({ drawn, ...rest }: BlockPortalsProps) {
  const blocks = useSyncExternalStore(drawn.subscribe, drawn.now);
  return blocks.map((one) => createPortal(<BlockView {...rest} drawn={one} />, one.host, one.key));
}

function BlockView({
  drawn: { host, block, source: text },
  view,
  source,
  onFollow,
  onPoint,
}: Omit<BlockPortalsProps, 'drawn'> & { readonly drawn: DrawnBlock }) {
  // What is drawn has a height of its own, which the editor asks about once it is there.
  useLayoutEffect(() => view.current?.requestMeasure());
  const own = movedTo(block, -block.from);
  /** Changes the text of the block, whose place may be another by now. */
  const write = ({ from, to, insert }: TextChange) => {
    const at = view.current?.posAtDOM(host);
    if (at !== undefined) view.current?.dispatch({ changes: { from: at + from, to: at + to, insert }, userEvent: 'input' });
  };
  /** Puts the cursor into the block's text, which shows its marks then. */
  const reveal = () => {
    const at = view.current?.posAtDOM(host);
    if (at === undefined) return;
    view.current?.focus();
    view.current?.dispatch({ selection: { anchor: at }, scrollIntoView: true });
  };
  if (own.kind === 'properties') return <PropertiesForm text={text} onChange={write} onReveal={reveal} />;
  const reading = { source, onFollow, onPoint };
  if (own.kind === 'table') return <EditedTable text={text} table={own} onChange={write} onReveal={reveal} reading={reading} />;
  const tick = (at: number, isDone: boolean) => write({ from: at - block.from, to: at - block.from + 1, insert: isDone ? 'x' : ' ' });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press puts the cursor into the text, as the arrow keys do.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys come here.
    <div
      onClick={(event: MouseEvent) => {
        if (!(event.target instanceof Element) || event.target.closest('a, button, input, summary') === null) reveal();
      }}
    >
      <NoteReading blocks={[block]} {...reading} onTick={tick} />
    </div>
  );
}

/** A table at another place of a text. */
function movedTo(block: NoteBlock, by: number): NoteBlock {
  if (block.kind !== 'table') return block;
  const moved = <Placed extends { readonly from: number; readonly to: number }>(one: Placed): Placed => ({
    ...one,
    from: one.from + by,
    to: one.to + by,
  });
  return { ...moved(block), head: block.head.map(moved), rows: block.rows.map((row) => row.map(moved)) };
}
