import { useRef } from 'react';
import { ExportDialog } from '../exchange/export-dialog.tsx';
import { type FileReading, ImportDialog } from '../exchange/import-dialog.tsx';
import { readInWorker } from '../exchange/reading/read-in-worker.ts';
import type { MediaEdits } from './edit-media.ts';
import { mediaItems } from './media.ts';
import { useMediaDesk } from './media-desk.tsx';

const largestFileBytes = 10 * 1024 * 1024;

type OpenDialog = { readonly open: boolean; readonly onClose: () => void };

/** Imports a file of another service, or one that was exported here. */
export function MediaImportDialog({ open, onClose }: OpenDialog) {
  const { preset, items, entries, write } = useMediaDesk();
  const planned = useRef<MediaEdits>(undefined);
  const read = async (file: File, signal: AbortSignal): Promise<FileReading> => {
    if (file.size > largestFileBytes) return { fault: 'The file is larger than 10 MB.' };
    const open = async () => (await import('./formats/open-media-file-worker.client.ts')).openMediaFileWorker();
    const wanted = { kinds: preset.kinds, elsewhere: preset.words.elsewhere };
    const given = { file, name: file.name, present: { items, entries }, wanted, now: new Date() };
    const reading = await readInWorker(open, given, signal);
    if ('plan' in reading) planned.current = reading.plan.together;
    return reading;
  };
  return (
    <ImportDialog
      open={open}
      title={`Import ${preset.words.many}`}
      description={`${preset.words.importFrom} What is here already is only added to.`}
      accept=".zip,.csv,.json,application/zip,text/csv,application/json"
      read={read}
      nameOf={mediaItems.nameOf}
      take={async ({ batchId }) => (planned.current === undefined ? false : write({ ...planned.current, name: batchId }))}
      onClose={onClose}
    />
  );
}

type Form = { readonly id: string; readonly label: string; readonly note: string };

const filmForms: readonly Form[] = [
  { id: 'letterboxd', label: 'Letterboxd (.csv)', note: 'Films that were watched, one row for each time.' },
  { id: 'letterboxd-watchlist', label: 'Letterboxd watchlist (.csv)', note: 'Films that are planned.' },
];
const bookForms: readonly Form[] = [
  { id: 'goodreads', label: 'Goodreads (.csv)', note: 'Whole stars, halves rounded up, and the newest day of reading.' },
];
const ownForm: Form = { id: 'castellan', label: 'Everything (.json)', note: 'Reads back here without a difference.' };

/** Writes what is shown to a file. */
export function MediaExportDialog({ open, onClose }: OpenDialog) {
  const { preset, items, entries, byItem, today } = useMediaDesk();
  const isBooks = preset.kinds.includes('book');
  const textOf = async (id: string) => {
    const [{ formatGoodreads, formatLetterboxd, formatLetterboxdWatchlist }, { formatOwnJson }] = await Promise.all([
      import('./formats/export-media.ts'),
      import('./formats/own-json.ts'),
    ]);
    if (id === 'goodreads') return formatGoodreads(items, byItem);
    if (id === 'letterboxd') return formatLetterboxd(items, byItem);
    return id === 'letterboxd-watchlist' ? formatLetterboxdWatchlist(items) : formatOwnJson(items, entries);
  };
  const write = async ({ id, label }: Form) => {
    const isOwn = id === ownForm.id;
    return {
      name: `${id}-${today}.${isOwn ? 'json' : 'csv'}`,
      content: new Blob([await textOf(id)], { type: isOwn ? 'application/json' : 'text/csv' }),
      logged: [`${preset.tool.title} was exported as ${label}`, { items: items.length }] as const,
    };
  };
  return (
    <ExportDialog
      open={open}
      title={`Export ${preset.words.many}`}
      description={`${items.length.toLocaleString('en-GB')} ${items.length === 1 ? preset.words.noun : preset.words.many}.`}
      forms={[...(isBooks ? bookForms : filmForms), ownForm].map((form) => ({ ...form, write: () => write(form) }))}
      note={`${isBooks ? 'A Goodreads file holds no entries of progress.' : 'A Letterboxd file holds no shows.'} Cells that a spreadsheet would run are defused.`}
      onClose={onClose}
    />
  );
}
