import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { givenContext } from '../../lib/given-context.ts';
import { useToast } from '../../ui/toast/toast-region.tsx';
import { useNow } from '../../ui/use-now.ts';
import { openRecords } from '../records/open-records.ts';
import { type CollectionInHand, useCollection } from '../records/use-collection.ts';
import { useEditToast } from '../records/use-edit-toast.ts';
import { type Day, dayOf } from '../tasks/day.ts';
import type { At, MediaEdits, MediaInHand } from './edit-media.ts';
import { keepMedia } from './keep-media.ts';
import { entriesByItem, type MediaEntry, type MediaItem, mediaEntries, mediaItems } from './media.ts';
import type { MediaPreset } from './preset.ts';
import { editRows, type MediaRows, sampleMedia } from './sample-media.ts';

/** What every part of a media page works with. */
export type MediaDesk = MediaRows & {
  readonly preset: MediaPreset;
  readonly byItem: ReadonlyMap<string, readonly MediaEntry[]>;
  readonly status: 'loading' | 'ready' | 'failed';
  readonly today: Day;
  /** When something is done now. */
  readonly at: () => At;
  readonly itemHand: CollectionInHand<MediaItem>;
  readonly entryHand: CollectionInHand<MediaEntry>;
  /** An item with its diary; `undefined` where there is none of this id. */
  readonly inHand: (id: string) => MediaInHand | undefined;
  /** Writes edits as one step of Undo. With a title it says so. Resolves with whether they were kept. */
  readonly write: (edits: MediaEdits, title?: string) => Promise<boolean>;
  readonly undo: () => void;
  /** The item whose sheet is open. */
  readonly openId: string | undefined;
  readonly setOpenId: (id: string | undefined) => void;
  /** Whether what is shown is the sample, which is in memory alone. */
  readonly isSample: boolean;
  readonly setSample: (shown: boolean) => void;
  readonly tell: ReturnType<typeof useEditToast>['tell'];
};

/** The page's desk; inside `MediaDeskProvider` only. */
export const [DeskContext, useMediaDesk] = givenContext<MediaDesk>('useMediaDesk');

/** Opens items and diary for a preset, and gives them to everything inside. */
export function MediaDeskProvider({ preset, children }: { readonly preset: MediaPreset; readonly children: ReactNode }) {
  const itemHand = useCollection(mediaItems, preset.tool.id);
  const entryHand = useCollection(mediaEntries, preset.tool.id);
  const { tell, undo } = useEditToast(itemHand.undo);
  const minute = useNow(60_000);
  const [openId, setOpenId] = useState<string>();
  const sample = useSample(preset);
  useEffect(() => void openRecords().emptyTrash(), []);
  const kept = useMemo(() => {
    const items = itemHand.state.rows.filter(({ kind }) => preset.kinds.includes(kind));
    const ids = new Set(items.map(({ id }) => id));
    return { items, entries: entryHand.state.rows.filter(({ media_id }) => media_id !== null && ids.has(media_id)) };
  }, [itemHand.state.rows, entryHand.state.rows, preset]);
  const rows = sample.rows ?? kept;
  const byItem = useMemo(() => entriesByItem(rows.entries), [rows.entries]);
  const byId = useMemo(() => new Map(rows.items.map((item) => [item.id, item])), [rows.items]);
  const today = dayOf(new Date(minute));
  const desk = useMemo((): MediaDesk => {
    const states = [itemHand.state.status, entryHand.state.status];
    return {
      ...rows,
      preset,
      byItem,
      status: sample.rows !== undefined ? 'ready' : states.includes('loading') ? 'loading' : states.includes('failed') ? 'failed' : 'ready',
      today,
      at: () => ({ day: dayOf(new Date()), now: new Date() }),
      itemHand,
      entryHand,
      inHand: (id) => {
        const item = byId.get(id);
        return item === undefined ? undefined : { item, entries: byItem.get(id) ?? [] };
      },
      write: async (edits, title) => {
        if (edits.items.length + edits.entries.length === 0) return true;
        return sample.rows === undefined ? tell(keepMedia(preset.tool.id, edits), title) : sample.write(edits, title);
      },
      undo: sample.rows === undefined ? undo : sample.undo,
      openId,
      setOpenId,
      isSample: sample.rows !== undefined,
      setSample: sample.show,
      tell,
    };
  }, [rows, preset, byItem, byId, today, itemHand, entryHand, tell, undo, openId, sample]);
  return <DeskContext value={desk}>{children}</DeskContext>;
}

/** The sample: states of it, one behind the other, so that Undo goes back. Leaving it, or the page, forgets it. */
function useSample({ kinds }: MediaPreset) {
  const [states, setStates] = useState<readonly MediaRows[]>([]);
  const show = useToast();
  return useMemo(() => {
    const rows = states.at(-1);
    const undo = () => {
      show({ title: states.length > 1 ? 'Undone' : 'Nothing to undo' });
      if (states.length > 1) setStates(states.slice(0, -1));
    };
    return {
      rows,
      undo,
      show: (shown: boolean) => setStates(shown ? [sampleMedia(kinds, dayOf(new Date()), new Date())] : []),
      write: async (edits: MediaEdits, title?: string) => {
        setStates((before) => [...before, editRows(before.at(-1) ?? { items: [], entries: [] }, edits, new Date())].slice(-50));
        if (title !== undefined) show({ title });
        return true;
      },
    };
  }, [states, show, kinds]);
}
