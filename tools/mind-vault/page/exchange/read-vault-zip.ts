import { isSafePath } from '@castellan/notes/note-path';
import { unzipSync } from 'fflate';
import { readZip } from '../../../../web/app/domains/exchange/read-zip.ts';
import { longestBody } from '../../../../web/app/domains/notes/note.ts';
import { largestRecordFileBytes, sizeLabel } from '../../../../web/app/domains/notes/note-file.ts';
import type { FoundFile } from './vault-zip-jobs.ts';

/** What a vault's zip may hold. What it says of its sizes is believed no further than to name what is too long. */
export const zipLimits = { files: 20_000, unpackedBytes: 200_000_000, noteBytes: longestBody * 4 } as const;

/** What of a zip is a note, and why the rest is none; or why the zip is not read at all. */
export type ZipReading = { readonly files: readonly FoundFile[] } | { readonly fault: 'damaged' | 'too_large' };

/** Reads the notes and files of a zipped vault. Every file comes back, as text, as bytes or with the reason why it is not taken. */
export function readVaultZip(bytes: Uint8Array): ZipReading {
  const listed = listFaults(bytes);
  if ('fault' in listed) return listed;
  const { faults } = listed;
  const isTaken = (name: string) => faults.has(name) && faults.get(name) === undefined;
  const unpacked = readZip(bytes, isTaken, { files: zipLimits.files, bytes: zipLimits.unpackedBytes });
  if (!unpacked.ok) return { fault: unpacked.failure.code === 'too_large' ? 'too_large' : 'damaged' };
  const contents = new Map(unpacked.value.map(({ path, bytes: content }) => [path, content]));
  const files = [...faults].flatMap(([name, fault]): readonly FoundFile[] => {
    const path = nameOf(name);
    if (fault !== undefined) return [{ path, fault }];
    const content = contents.get(name);
    if (content !== undefined && !isNotePath(path)) return [fileOfVault(path, content)];
    const text = content === undefined ? undefined : textOf(content);
    return [text === undefined ? { path, fault: 'It is not UTF-8 text.' } : { path, text }];
  });
  return { files: files.sort((one, other) => (one.path < other.path ? -1 : 1)) };
}

/** The files that the end of a zip lists, each with the reason why it is not taken; `undefined` where it may be. Unpacks nothing. */
function listFaults(
  bytes: Uint8Array,
): { readonly faults: ReadonlyMap<string, string | undefined> } | { readonly fault: 'damaged' | 'too_large' } {
  const faults = new Map<string, string | undefined>();
  let count = 0;
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        count += 1;
        if (!name.endsWith('/') && count <= zipLimits.files) faults.set(name, faultOf(nameOf(name), originalSize));
        return false;
      },
    });
  } catch {
    return { fault: 'damaged' };
  }
  return count > zipLimits.files ? { fault: 'too_large' } : { faults };
}

function faultOf(path: string, size: number): string | undefined {
  if (!isSafePath(path)) return 'Its path leads out of the vault, or holds characters that no path may.';
  if (!isNotePath(path)) return size > largestRecordFileBytes ? tooLarge : undefined;
  return size > zipLimits.noteBytes ? `It is longer than ${longestBody.toLocaleString('en-GB')} characters.` : undefined;
}

const isNotePath = (path: string) => /\.md$/i.test(path);

/** The bytes of a file, where it is as small as it has to be, whatever the zip said of it. */
function fileOfVault(path: string, bytes: Uint8Array): FoundFile {
  return bytes.length > largestRecordFileBytes ? { path, fault: tooLarge } : { path, bytes };
}

const tooLarge = `It is larger than the ${sizeLabel(largestRecordFileBytes)} that a file in a note may have. Save it smaller in the vault and import it again.`;

/** The bytes as text, which gives the same bytes again; a byte order mark stays. `undefined` for what is no UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Some programs write UTF-8 names without saying so, and these then come as Latin-1. */
function nameOf(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of Latin-1.
  if (/^[\u0000-\u007F]*$/.test(name) || !/^[\u0000-\u00FF]*$/.test(name)) return name;
  return textOf(Uint8Array.from(name, (mark) => mark.charCodeAt(0))) ?? name;
}
