import { fail, type Result, succeed } from '@castellan/foundation/result';
import { Unzip, type UnzipFile, UnzipInflate, UnzipPassThrough } from 'fflate';
import type { Place } from '../route.ts';
import { routeTags } from './read-gpx.ts';
import { type AppleHealth, createHealthReader, type HealthReader } from './read-health-xml.ts';
import { createXmlFeed, type Tags } from './xml-feed.ts';

/** Why an archive is not read. `broken`: its XML or its compression breaks off or is none. */
export type ArchiveFailure = { readonly code: 'not_an_export' | 'broken' | 'too_large' | 'cancelled' };

/** What an archive holds. */
export type HealthArchive = AppleHealth & { readonly routes: ReadonlyMap<string, readonly Place[]> };

/** What reading may ask and say on the way. */
export type ReadingPorts = {
  /** Bytes of the archive that were read. */
  readonly onProgress: (bytes: number) => void;
  readonly isCancelled: () => boolean;
};

/** Unpacked bytes beyond which no export goes: ten years with a watch are about 4 GB. */
const mostBytes = 12_000_000_000;

/**
 * Reads an `export.zip` of Apple Health as it streams past, and keeps of it what days and workouts come to. The file with the records
 * is told by how it begins and not by its name, which the phone's language chooses.
 */
export async function readHealthArchive(
  archive: ReadableStream<Uint8Array>,
  { onProgress, isCancelled }: ReadingPorts,
): Promise<Result<HealthArchive, ArchiveFailure>> {
  const reader = createHealthReader();
  const routes = new Map<string, readonly Place[]>();
  const state: ArchiveState = { reader, routes, unpacked: 0, isExport: false, isWhole: false, failure: undefined };
  const unzip = new Unzip((file) => takeFile(file, state));
  unzip.register(UnzipInflate);
  unzip.register(UnzipPassThrough);
  const stream = archive.getReader();
  let bytes = 0;
  let tail = new Uint8Array(0);
  try {
    for (;;) {
      if (isCancelled()) return fail({ code: 'cancelled' });
      const { done, value } = await stream.read();
      if (done) break;
      // In steps, so that what a few bytes unpack to is judged before more of them are taken.
      for (let start = 0; start < value.length && state.failure === undefined; start += stepBytes)
        unzip.push(value.subarray(start, start + stepBytes), false);
      if (state.failure !== undefined) return fail(state.failure);
      bytes += value.length;
      tail = joined(tail, value).slice(-tailBytes);
      onProgress(bytes);
    }
    unzip.push(new Uint8Array(0), true);
  } catch {
    return fail({ code: state.isExport ? 'broken' : 'not_an_export' });
  } finally {
    await stream.cancel().catch(() => undefined);
  }
  if (state.failure !== undefined) return fail(state.failure);
  if (!state.isExport) return fail({ code: 'not_an_export' });
  return state.isWhole && hasEnd(tail) ? succeed({ ...reader.finish(), routes }) : fail({ code: 'broken' });
}

const stepBytes = 65_536;

/** The record that ends an archive has 22 bytes, and a comment of at most 65,535 behind it. */
const tailBytes = 22 + 65_535;

/** Whether an archive has its end: one that was cut may still have its records, and lacks routes. */
function hasEnd(tail: Uint8Array<ArrayBuffer>): boolean {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  for (let at = tail.length - 22; at >= 0; at -= 1) if (view.getUint32(at, true) === 0x06054b50) return true;
  return false;
}

type ArchiveState = {
  readonly reader: HealthReader;
  readonly routes: Map<string, readonly Place[]>;
  unpacked: number;
  isExport: boolean;
  isWhole: boolean;
  failure: ArchiveFailure | undefined;
};

function takeFile(file: UnzipFile, state: ArchiveState): void {
  const inner = file.name.split('/').slice(1).join('/');
  const isRoute = /\.gpx$/i.test(file.name);
  const isCandidate = /^(?:[^/]+\/)?[^/]+\.xml$/i.test(file.name);
  if (!isRoute && !isCandidate) return;
  const places: Place[] = [];
  const read = isRoute ? createXmlFeed(routeTags(places)) : createXmlFeed(exportTags(state));
  let isOurs = isRoute;
  // What inflates at once cannot be stopped in the middle of a step: the rest of it is let pass.
  let isOver = false;
  const end = () => {
    isOver = true;
    file.terminate();
  };
  let head = new Uint8Array(0);
  file.ondata = (error, chunk, isLast) => {
    if (state.failure !== undefined || isOver) return;
    state.unpacked += chunk.length;
    if (error !== null) state.failure = { code: 'broken' };
    else if (state.unpacked > mostBytes) state.failure = { code: 'too_large' };
    if (state.failure !== undefined) return end();
    let given = chunk;
    if (!isOurs) {
      given = joined(head, chunk);
      head = given;
      // A clinical document lies beside the export, and may be as large.
      if (given.length < sniffedBytes && !isLast) return;
      if (!beginsAsExport(given) || state.isExport) return end();
      isOurs = true;
      state.isExport = true;
    }
    if (!read(given, isLast)) {
      // A route that is no XML is a workout without a picture.
      if (!isRoute) state.failure = { code: 'broken' };
      return end();
    }
    if (isLast && isRoute) state.routes.set(inner === '' ? file.name : inner, places);
    else if (isLast) state.isWhole = true;
  };
  file.start();
}

const sniffedBytes = 1024;

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

function exportTags({ reader }: ArchiveState): Tags {
  return { open: reader.open, close: reader.close };
}
