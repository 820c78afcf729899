import { decodeText } from '../../../web/app/domains/exchange/decode-text.ts';
import type { FileReading } from '../../../web/app/domains/exchange/import-dialog.tsx';
import type { ShortLink } from './links.ts';

const largestFileBytes = 10 * 1024 * 1024;

/** Reads a file of links, and writes nothing. */
export async function readLinkFile(file: File, existing: readonly ShortLink[]): Promise<FileReading> {
  if (file.size > largestFileBytes) return { fault: 'The file is larger than 10 MB.' };
  const { readLinkCsv } = await import('./link-csv.ts');
  const { text, encoding } = decodeText(new Uint8Array(await file.arrayBuffer()));
  const plan = readLinkCsv(text, existing, location.origin, new Date());
  if (plan === undefined) return { fault: `${file.name} has no column named url in its first line.` };
  const { cutFile, tableEnd } = await import('../../../web/app/domains/exchange/file-ends.ts');
  const end = tableEnd(text);
  if (end === 'cut') return { fault: cutFile };
  return { form: `CSV, ${encoding.toUpperCase()}`, plan: { ...plan, partial: [...plan.partial, ...end] } };
}
