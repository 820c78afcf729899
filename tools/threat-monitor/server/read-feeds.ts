import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type Epss, type EpssTable, openEpss, parseEpssTable } from '../knowledge/epss.ts';
import { type FeedFailure, type Kev, parseKev } from '../knowledge/kev.ts';

const unpack = promisify(gunzip);

/** A third of a million rows take 10 MB. */
const maxUnpackedBytes = 128 * 1024 * 1024;

/** What the feeds' files are called, below their base addresses and in the folder of `--feeds`. */
export const feedFiles = {
  kev: 'known_exploited_vulnerabilities.json',
  epss: 'epss_scores-current.csv.gz',
  feodo: 'ipblocklist.json',
  urlhaus: 'csv_recent/',
} as const;

/** Reads CISA's catalogue from its bytes. */
export function readKevBytes(bytes: Uint8Array): Result<Kev, FeedFailure> {
  return parseKev(new TextDecoder().decode(bytes));
}

/** Reads a day's scores from their bytes, packed by gzip or plain. What unpacks to more than 128 MiB is refused. */
export async function readEpssTable(bytes: Uint8Array): Promise<Result<EpssTable, FeedFailure>> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return parseEpssTable(bytes);
  try {
    return parseEpssTable(await unpack(bytes, { maxOutputLength: maxUnpackedBytes }));
  } catch {
    return fail({ code: 'feed_truncated', message: 'The packed bytes are damaged, cut off, or unpack to more than 128 MiB.' });
  }
}

/** The same, ready to be asked. */
export async function readEpssBytes(bytes: Uint8Array): Promise<Result<Epss, FeedFailure>> {
  const table = await readEpssTable(bytes);
  return table.ok ? succeed(openEpss(table.value)) : table;
}
