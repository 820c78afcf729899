import { decodeText } from '../../../web/app/domains/exchange/decode-text.ts';
import { cutFile, tableEnd } from '../../../web/app/domains/exchange/file-ends.ts';
import type { FileReading } from '../../../web/app/domains/exchange/import-dialog.tsx';
import { serveFileReader } from '../../../web/app/domains/exchange/reading/serve-file-reader.ts';
import { type GivenLinkFile, readLinkCsv } from './link-csv.ts';

serveFileReader<GivenLinkFile, FileReading>(async ({ file, name, rows, origin, now }) => {
  const { text, encoding } = decodeText(new Uint8Array(await file.arrayBuffer()));
  const plan = readLinkCsv(text, rows, origin, now);
  if (plan === undefined) return { fault: `${name} has no column named url in its first line.` };
  const end = tableEnd(text);
  if (end === 'cut') return { fault: cutFile };
  return { form: `CSV, ${encoding.toUpperCase()}`, plan: { ...plan, partial: [...plan.partial, ...end] } };
});
