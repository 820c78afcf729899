import { useRef } from 'react';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type FileReading, ImportDialog } from '../exchange/import-dialog.tsx';
import { logExport } from '../passport/log-export.ts';
import type { MediaEdits } from './edit-media.ts';
import { mediaItems } from './media.ts';
import { useMediaDesk } from './media-desk.tsx';

type OpenDialog = { readonly open: boolean; readonly onClose: () => void };

/** Imports a file of another service, or one that was exported here. */
export function MediaImportDialog({ open, onClose }: OpenDialog) {
  const { preset, items, entries, write } = useMediaDesk();
  const planned = useRef<MediaEdits>(undefined);
  const read = async (file: File): Promise<FileReading> => {
    // Loaded with the first file: the page itself does without.
    const { readMediaFile, largestMediaFile } = await import('./formats/read-media-file.ts');
    if (file.size > largestMediaFile) return { fault: 'The file is larger than 10 MB.' };
    const bytes = new Uint8Array(await file.arrayBuffer());
    const wanted = { kinds: preset.kinds, elsewhere: preset.words.elsewhere };
    const reading = readMediaFile(file.name, bytes, { items, entries }, wanted, new Date());
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
      take={async () => (planned.current === undefined ? false : write(planned.current))}
      onClose={onClose}
    />
  );
}

type Export = { readonly id: string; readonly label: string; readonly note: string };

const filmExports: readonly Export[] = [
  { id: 'letterboxd', label: 'Letterboxd (.csv)', note: 'Films that were watched, one row for each time.' },
  { id: 'letterboxd-watchlist', label: 'Letterboxd watchlist (.csv)', note: 'Films that are planned.' },
];
const bookExports: readonly Export[] = [
  { id: 'goodreads', label: 'Goodreads (.csv)', note: 'Whole stars, halves rounded up, and the newest day of reading.' },
];
const ownExport: Export = { id: 'castellan', label: 'Everything (.json)', note: 'Reads back here without a difference.' };

/** Writes what is shown to a file, and says beforehand what such a file cannot hold. */
export function MediaExportDialog({ open, onClose }: OpenDialog) {
  const { preset, items, entries, byItem, today } = useMediaDesk();
  const isBooks = preset.kinds.includes('book');
  const write = async ({ id, label }: Export) => {
    const [{ formatGoodreads, formatLetterboxd, formatLetterboxdWatchlist }, { formatOwnJson }] = await Promise.all([
      import('./formats/export-media.ts'),
      import('./formats/own-json.ts'),
    ]);
    const text =
      id === 'goodreads'
        ? formatGoodreads(items, byItem)
        : id === 'letterboxd'
          ? formatLetterboxd(items, byItem)
          : id === 'letterboxd-watchlist'
            ? formatLetterboxdWatchlist(items)
            : formatOwnJson(items, entries);
    const isOwn = id === ownExport.id;
    saveFile({ name: `${id}-${today}.${isOwn ? 'json' : 'csv'}`, type: isOwn ? 'application/json' : 'text/csv', text });
    logExport(`${preset.tool.title} was exported as ${label}`, { items: items.length, bytes: text.length });
  };
  return (
    <Dialog
      open={open}
      title={`Export ${preset.words.many}`}
      description={`${items.length.toLocaleString('en-GB')} ${items.length === 1 ? preset.words.noun : preset.words.many}.`}
      onClose={onClose}
    >
      <ul className="grid gap-4">
        {[...(isBooks ? bookExports : filmExports), ownExport].map((one) => (
          <li key={one.id}>
            <Button tone="ghost" className="w-full" onClick={() => void write(one)}>
              {one.label}
            </Button>
            <p className="mt-1 text-sm text-muted">{one.note}</p>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-muted">
        {isBooks
          ? 'A Goodreads file holds no entries of progress. Cells that a spreadsheet would run are defused.'
          : 'A Letterboxd file holds no shows. Cells that a spreadsheet would run are defused.'}
      </p>
    </Dialog>
  );
}
