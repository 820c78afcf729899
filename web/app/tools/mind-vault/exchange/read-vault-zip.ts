import { isSafePath } from '@castellan/notes/note-path';
import { type Unzipped, unzipSync } from 'fflate';
import { longestBody } from '../../../domains/notes/note.ts';
import type { FoundFile } from './vault-zip-jobs.ts';

/** What a vault's zip may hold, before anything of it is unpacked. */
export const zipLimits = { files: 20_000, unpackedBytes: 200_000_000, noteBytes: longestBody * 4 } as const;

/** What of a zip is a note, and why the rest is none; or why the zip is not read at all. */
export type ZipReading = { readonly files: readonly FoundFile[] } | { readonly fault: 'damaged' | 'too_large' };

/** Reads the notes of a zipped vault. Every file comes back, as text or with the reason why it is not taken. */
export function readVaultZip(bytes: Uint8Array): ZipReading {
  const faults = new Map<string, string>();
  let unpackedBytes = 0;
  let count = 0;
  let unpacked: Unzipped;
  try {
    unpacked = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        count += 1;
        if (name.endsWith('/') || count > zipLimits.files) return false;
        const fault = faultOf(nameOf(name), originalSize);
        if (fault !== undefined) faults.set(name, fault);
        else unpackedBytes += originalSize;
        return fault === undefined && unpackedBytes <= zipLimits.unpackedBytes;
      },
    });
  } catch {
    return { fault: 'damaged' };
  }
  if (count > zipLimits.files || unpackedBytes > zipLimits.unpackedBytes) return { fault: 'too_large' };
  const notes = Object.entries(unpacked).map(([name, content]): FoundFile => {
    const text = textOf(content);
    return text === undefined ? { path: nameOf(name), fault: 'It is no UTF-8 text.' } : { path: nameOf(name), text };
  });
  const others = [...faults].map(([name, fault]): FoundFile => ({ path: nameOf(name), fault }));
  return { files: [...notes, ...others].sort((one, other) => (one.path < other.path ? -1 : 1)) };
}

function faultOf(path: string, size: number): string | undefined {
  if (!isSafePath(path)) return 'Its path leads out of the vault, or holds characters that no path may.';
  if (!/\.md$/i.test(path)) return 'It is no note. Attachments are not kept here.';
  return size > zipLimits.noteBytes ? `It is longer than ${longestBody.toLocaleString('en-GB')} characters.` : undefined;
}

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
