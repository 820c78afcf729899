import { crc32 } from '@castellan/foundation/crc32';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { ZipEntry } from '../../../../web/app/domains/exchange/zip-directory.ts';
import { listZip, openZipEntry } from '../../../../web/app/domains/exchange/zip-entries.ts';
import { type KeptRoute, keptRoute, type Place } from '../route.ts';
import { routeTags } from './read-gpx.ts';
import { type AppleHealth, createHealthReader, type HealthReader } from './read-health-xml.ts';
import { createXmlFeed } from './xml-feed.ts';

/**
 * Why an archive is not read. `broken`: its directory, its XML or its compression breaks off or is none, or a file of it has another
 * length or CRC-32 than it lists.
 */
export type ArchiveFailure = { readonly code: 'not_an_export' | 'broken' | 'too_large' | 'cancelled' };

/** What an archive holds. */
export type HealthArchive = AppleHealth & {
  /** By their place in the archive, without the folder around all. */
  readonly routes: ReadonlyMap<string, KeptRoute>;
};

/** What reading may ask and say on the way. */
export type ReadingPorts = {
  /** Bytes of the archive that were read, of those that are to be. */
  readonly onProgress: (bytes: number, total: number) => void;
  readonly isCancelled: () => boolean;
};

/** Unpacked bytes beyond which no export goes: ten years with a watch are about 4 GB. */
const mostBytes = 12_000_000_000;

/** What a file of the archive is read by: each piece of it, in order; `false` once the rest is of no use. */
type FileReader = (bytes: Uint8Array, isLast: boolean) => boolean;

/**
 * Reads an `export.zip` of Apple Health piece by piece, and keeps of it what days and workouts come to. The file with the records is told
 * by how it begins and not by its name, which the phone's language chooses. Pictures, recordings and documents beside it are not read.
 */
export async function readHealthArchive(
  archive: Blob,
  { onProgress, isCancelled }: ReadingPorts,
): Promise<Result<HealthArchive, ArchiveFailure>> {
  const entries = (await listZip(archive).catch(() => undefined))?.filter(({ isReadable }) => isReadable);
  if (entries === undefined) return fail({ code: (await beginsAsZip(archive)) ? 'broken' : 'not_an_export' });
  const wanted = entries.filter(({ path }) => isRoute(path) || isCandidate(path));
  const total = wanted.reduce((sum, { packedBytes }) => sum + packedBytes, 0);
  const reader = createHealthReader();
  const routes = new Map<string, KeptRoute>();
  let [packed, unpacked] = [0, 0];
  /** Reads one file to its end, or until its reader wants no more of it. */
  const readFile = async (entry: ZipEntry, read: FileReader): Promise<ArchiveFailure | undefined> => {
    const packedBefore = packed;
    let chunks: ReadableStreamDefaultReader<Uint8Array> | undefined;
    let [bytes, crc] = [0, 0];
    try {
      const stream = await openZipEntry(archive, entry, (bytes) => {
        packed += bytes;
        onProgress(packed, total);
      });
      chunks = stream.getReader();
      for (;;) {
        if (isCancelled()) return { code: 'cancelled' };
        const { done, value = new Uint8Array(0) } = await chunks.read();
        unpacked += value.length;
        if (unpacked > mostBytes) return { code: 'too_large' };
        bytes += value.length;
        crc = crc32(value, crc);
        if (done && (bytes !== entry.bytes || crc !== entry.crc)) return { code: 'broken' };
        if (!read(value, done) || done) return undefined;
      }
    } catch {
      return { code: 'broken' };
    } finally {
      await chunks?.cancel().catch(() => undefined);
      packed = packedBefore + entry.packedBytes;
    }
  };
  let isExport = false;
  for (const entry of wanted) {
    if (isRoute(entry.path)) {
      const places: Place[] = [];
      const feed = createXmlFeed(routeTags(places));
      let isFine = false;
      const take: FileReader = (bytes, isLast) => {
        isFine = feed(bytes, isLast);
        return isFine;
      };
      const failure = await readFile(entry, take);
      if (failure !== undefined) return fail(failure);
      // A route that is no track is a workout without a picture.
      if (isFine) routes.set(innerPath(entry.path), keptRoute(places));
    } else if (!isExport) {
      const { read, state } = createExportReader(reader);
      const failure = await readFile(entry, read);
      if (failure !== undefined && state() !== 'other') return fail(failure);
      if (state() === 'begun' || state() === 'broken') return fail({ code: 'broken' });
      isExport = state() === 'whole';
    }
  }
  return isExport ? succeed({ ...reader.finish(), routes }) : fail({ code: 'not_an_export' });
}

/** Bytes by which the file with the records is known. */
const sniffedBytes = 1024;

/** Reads a file as the one with the records, if it begins so. `unknown`: too little of it was seen; `other`: it is another file. */
function createExportReader({ open, close }: HealthReader) {
  const feed = createXmlFeed({ open, close });
  let head = new Uint8Array(0);
  let state: 'unknown' | 'other' | 'begun' | 'whole' | 'broken' = 'unknown';
  const read: FileReader = (bytes, isLast) => {
    let given = bytes;
    if (state === 'unknown') {
      head = joined(head, bytes);
      // A clinical document lies beside the export, and may be as large.
      if (head.length < sniffedBytes && !isLast) return true;
      state = beginsAsExport(head) ? 'begun' : 'other';
      if (state === 'other') return false;
      given = head;
    }
    state = feed(given, isLast) ? (isLast ? 'whole' : 'begun') : 'broken';
    return state === 'begun';
  };
  return { read, state: () => state };
}

const isRoute = (path: string) => /\.gpx$/i.test(path);
const isCandidate = (path: string) => /^(?:[^/]+\/)?[^/]+\.xml$/i.test(path);

/** Without the folder around all, which the phone's language names. */
function innerPath(path: string): string {
  const inner = path.split('/').slice(1).join('/');
  return inner === '' ? path : inner;
}

async function beginsAsZip(archive: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await archive.slice(0, 2).arrayBuffer());
  return first === 0x50 && second === 0x4b;
}

function beginsAsExport(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, sniffedBytes));
  return text.includes('<!DOCTYPE HealthData') || text.includes('<HealthData');
}

function joined(one: Uint8Array<ArrayBuffer>, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(one.length + other.length);
  whole.set(one);
  whole.set(other, one.length);
  return whole;
}
