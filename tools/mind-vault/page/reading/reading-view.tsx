import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FollowedLink } from '../../../../web/app/domains/notes/shown/note-surround.ts';
import { readBlocks } from '../../../../web/app/domains/notes/shown/read-blocks.ts';
import { PropertiesForm } from '../blocks/properties-form.tsx';
import type { LinkSource } from '../editor/complete-links.ts';
import { type Doubt, doubtOf, LinkLine, LinkQuestion } from '../editor/link-notices.tsx';
import { NoteReading } from './note-reading.tsx';

type ReadingViewProps = {
  readonly text: string;
  /** An offset of the text to go to, once for each object. */
  readonly place: { readonly at: number } | undefined;
  readonly source: LinkSource;
  readonly onFollow: (link: FollowedLink) => void;
  /** Takes the whole text with a task ticked. */
  readonly onWrite: (text: string) => void;
  /** Told where in the text the block begins that is read. */
  readonly onCursor?: (at: number) => void;
};

/** A note as it reads. Nothing in it can be written but the ticks of its tasks. */
export function ReadingView({ text, place, source, onFollow, onWrite, onCursor }: ReadingViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<FollowedLink>();
  const [doubt, setDoubt] = useState<Doubt>();
  const blocks = useMemo(() => readBlocks(text), [text]);
  const live = useRef({ text, onFollow, onWrite });
  live.current = { text, onFollow, onWrite };
  const follow = useCallback((link: FollowedLink) => {
    const doubted = doubtOf(link);
    if (doubted === undefined) live.current.onFollow(link);
    else setDoubt(doubted);
  }, []);
  const tick = useCallback((at: number, isDone: boolean) => {
    const { text: current } = live.current;
    live.current.onWrite(`${current.slice(0, at)}${isDone ? 'x' : ' '}${current.slice(at + 1)}`);
  }, []);
  useEffect(() => {
    if (place === undefined) return;
    goToPlace(host.current, place.at);
    onCursor?.(place.at);
  }, [place, onCursor]);
  useReadPlace(host, onCursor);
  const isEmpty = blocks.every(({ kind }) => kind === 'properties' || kind === 'hidden');
  return (
    <>
      <div ref={host} className="note-text note-page">
        {isEmpty ? <p className="text-muted">Nothing is written here yet.</p> : null}
        {blocks[0]?.kind === 'properties' ? (
          <PropertiesForm text={text.slice(0, blocks[0].to)} onChange={undefined} onReveal={undefined} />
        ) : null}
        <NoteReading blocks={blocks} source={source} onFollow={follow} onPoint={setPointed} onTick={tick} />
      </div>
      <LinkLine link={pointed} />
      <LinkQuestion doubt={doubt} onOpen={onFollow} onClose={() => setDoubt(undefined)} />
    </>
  );
}

/** Tells which block stands at the top of what is seen, when what is around the text is scrolled. */
function useReadPlace(host: RefObject<HTMLElement | null>, onCursor: ReadingViewProps['onCursor']): void {
  useEffect(() => {
    const box = host.current?.closest('[data-note-body]');
    if (box == null || onCursor === undefined) return;
    const look = () => {
      const top = box.getBoundingClientRect().top + 40;
      let at = 0;
      for (const block of host.current?.querySelectorAll<HTMLElement>(':scope > [data-at]') ?? [])
        if (block.getBoundingClientRect().top <= top) at = Number(block.dataset['at']);
      onCursor(at);
    };
    box.addEventListener('scroll', look, { passive: true });
    return () => box.removeEventListener('scroll', look);
  }, [host, onCursor]);
}

/** Shows the block that a place of the text is in: the last one that begins before it, since blocks stand in the order of the text. */
function goToPlace(host: HTMLElement | null, at: number): void {
  let found: HTMLElement | undefined;
  for (const block of host?.querySelectorAll<HTMLElement>('[data-at]') ?? [])
    if (block.closest('.note-embed') === null && Number(block.dataset['at']) <= at) found = block;
  found?.scrollIntoView({ block: 'start' });
  found?.focus({ preventScroll: true });
}
