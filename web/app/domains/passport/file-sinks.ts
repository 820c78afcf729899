import type { ExportSink } from './export-file.ts';

/** Gathers a file in the browser's own keeping: finished pieces lie there and not in the page's memory. */
export function createBlobSink(type = 'application/json'): { readonly sink: ExportSink; readonly file: () => Blob } {
  let pieces: Blob[] = [];
  return {
    sink: {
      write: async (bytes) => void pieces.push(new Blob([bytes])),
      close: async () => undefined,
      abort: async () => {
        pieces = [];
      },
    },
    file: () => new Blob(pieces, { type }),
  };
}

/** The owner closed the dialog without naming a file. */
export type NoFile = 'no-file';

/** Asks the owner for a file of JSON, and opens it. */
export async function askForFileSink(name: string): Promise<ExportSink | NoFile | undefined> {
  const open = await askForFile(name, { description: 'JSON', accept: { 'application/json': ['.json'] } });
  if (typeof open !== 'function') return open;
  try {
    return await open();
  } catch {
    return undefined;
  }
}

/**
 * Asks the owner for a file to write straight to the disk; `undefined` where the browser cannot. It must be called right in a press:
 * the browser shows its dialog to nobody else. What it gives opens the file, each time as an empty one.
 */
export async function askForFile(name: string, type: FileType): Promise<(() => Promise<ExportSink>) | NoFile | undefined> {
  const ask = pickerOf(window);
  if (ask === undefined) return undefined;
  try {
    const handle = await ask({ suggestedName: name, types: [type] });
    return async () => {
      const file = await handle.createWritable();
      return {
        write: (bytes) => file.write(bytes),
        close: () => file.close(),
        abort: () => file.abort(),
      };
    };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'no-file';
    return undefined;
  }
}

type FileType = { readonly description: string; readonly accept: Readonly<Record<string, readonly string[]>> };

type Picker = (options: { readonly suggestedName: string; readonly types: readonly FileType[] }) => Promise<FileSystemFileHandle>;

/** File System Access, of which not every browser has this part. */
function pickerOf(page: object): Picker | undefined {
  if (!('showSaveFilePicker' in page) || typeof page.showSaveFilePicker !== 'function') return undefined;
  const { showSaveFilePicker } = page;
  return (options) => showSaveFilePicker.call(page, options);
}

/** A file's bytes as they are read from the disk, never the whole at once. */
export async function* piecesOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
