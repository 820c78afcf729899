import { closeSync, openSync, writeSync } from 'node:fs';
import { crc32, createDeflateRaw } from 'node:zlib';

/** How large an archive became, and what is in it. */
export type MadeArchive = { readonly bytes: number; readonly xmlBytes: number; readonly records: number };

type Listed = {
  readonly name: string;
  readonly method: 0 | 8;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
};

/**
 * Writes an `export.zip` as Apple Health does (PKWARE APPNOTE 4.3, sizes behind the data): ten years of a watch and a phone as so many
 * bytes of XML, and beside it files that nobody reads, until the archive itself has as many bytes. The same file each time.
 */
export async function makeHealthArchive(path: string, xmlBytes: number, archiveBytes: number): Promise<MadeArchive> {
  const file = openSync(path, 'w');
  let written = 0;
  const write = (bytes: Uint8Array) => {
    writeSync(file, bytes);
    written += bytes.length;
  };
  const listed: Listed[] = [];
  let records = 0;
  let size = 0;
  try {
    const add = async (name: string, parts: Iterable<Buffer>, method: 0 | 8) => {
      const at = written;
      write(localHeader(name, method));
      const from = written;
      let crc = 0;
      let length = 0;
      const deflate = method === 8 ? createDeflateRaw({ level: 4 }) : undefined;
      const packed = deflate === undefined ? undefined : drain(deflate, write);
      for (const part of parts) {
        crc = crc32(part, crc);
        length += part.length;
        if (deflate === undefined) write(part);
        else if (!deflate.write(part)) await new Promise((resolve) => deflate.once('drain', resolve));
      }
      deflate?.end();
      await packed;
      const entry = { name, method, crc, packed: written - from, size: length, at };
      write(descriptor(entry));
      listed.push(entry);
    };
    const xml = makeXml(xmlBytes, () => {
      records += 1;
    });
    await add('apple_health_export/export.xml', xml, 8);
    size = listed[0]?.size ?? 0;
    for (let route = 0; route < routeCount; route += 1)
      await add(`apple_health_export/workout-routes/route_${route}.gpx`, [Buffer.from(gpxOf(route))], 8);
    // Compressed as pictures are, so that their bytes hold nothing that looks like the next file's header.
    for (let picture = 0; written < archiveBytes; picture += 1)
      await add(`apple_health_export/attachments/${picture}.jpg`, noise(Math.min(16_000_000, archiveBytes - written)), 8);
    const from = written;
    for (const entry of listed) write(centralHeader(entry));
    write(endOf(listed.length, written - from, from));
  } finally {
    closeSync(file);
  }
  return { bytes: written, xmlBytes: size, records };
}

function drain(stream: NodeJS.ReadableStream, write: (bytes: Uint8Array) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.on('data', (bytes: Buffer) => write(bytes));
    stream.on('end', resolve);
    stream.on('error', reject);
  });
}

/** Bytes that nothing makes smaller (xorshift32), a megabyte at a time. */
function* noise(count: number): Iterable<Buffer> {
  let state = 0x9e3779b9;
  for (let left = count; left > 0; left -= 1_048_576) {
    const words = new Int32Array(262_144);
    for (let at = 0; at < words.length; at += 1) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      words[at] = state;
    }
    yield Buffer.from(words.buffer);
  }
}

/** What a day with a watch and a phone is recorded as, with its share of all records; from public exports of 2016 to 2026. */
const kinds = [
  { type: 'HKQuantityTypeIdentifierHeartRate', unit: 'count/min', share: 40, value: (at: number) => 50 + (at % 90) },
  { type: 'HKQuantityTypeIdentifierActiveEnergyBurned', unit: 'kcal', share: 25, value: (at: number) => ((at % 97) / 50).toFixed(3) },
  { type: 'HKQuantityTypeIdentifierBasalEnergyBurned', unit: 'kcal', share: 12, value: (at: number) => (16 + (at % 7)).toFixed(3) },
  { type: 'HKQuantityTypeIdentifierStepCount', unit: 'count', share: 10, value: (at: number) => 10 + (at % 300) },
  { type: 'HKQuantityTypeIdentifierDistanceWalkingRunning', unit: 'km', share: 10, value: (at: number) => ((at % 211) / 1000).toFixed(4) },
  { type: 'HKCategoryTypeIdentifierSleepAnalysis', unit: '', share: 2, value: () => 'HKCategoryValueSleepAnalysisAsleepCore' },
  { type: 'HKQuantityTypeIdentifierHeartRateVariabilitySDNN', unit: 'ms', share: 1, value: (at: number) => 20 + (at % 80) },
] as const;

const start = Date.UTC(2016, 10, 22);
const tenYearsMs = 3_652 * 86_400_000;

function* makeXml(bytes: number, onRecord: () => void): Iterable<Buffer> {
  const total = kinds.reduce((sum, { share }) => sum + share, 0);
  let given = 0;
  const begin = Buffer.from(
    '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE HealthData [\n<!ELEMENT HealthData (Record*)>\n]>\n<HealthData locale="en_DE">\n',
  );
  given += begin.length;
  yield begin;
  // As Apple does: one kind after the other, each from the oldest to the newest.
  for (const { type, unit, share, value } of kinds) {
    const until = given + Math.round(((bytes - begin.length) * share) / total);
    const stepMs = tenYearsMs / ((until - given) / 330);
    let lines: string[] = [];
    for (let at = 0; given < until; at += 1) {
      const from = start + at * stepMs;
      const source =
        at % 3 === 0
          ? { name: 'iPhone von Kim', version: '17.5', device: 'iPhone' }
          : { name: 'Kim’s Apple Watch', version: '10.5', device: 'Apple Watch' };
      const line = ` <Record type="${type}" sourceName="${source.name}" sourceVersion="${source.version}" device="&lt;&lt;HKDevice: 0x28${at % 9}b2d4c0&gt;, name:${source.device}, manufacturer:Apple Inc., model:Watch&gt;"${unit === '' ? '' : ` unit="${unit}"`} creationDate="${moment(from + 600_000)}" startDate="${moment(from)}" endDate="${moment(from + 240_000)}" value="${value(at)}"/>\n`;
      lines.push(line);
      onRecord();
      given += Buffer.byteLength(line);
      if (lines.length === 4_000) {
        yield Buffer.from(lines.join(''));
        lines = [];
      }
    }
    yield Buffer.from(lines.join(''));
  }
  yield Buffer.from(Array.from({ length: routeCount }, (_, at) => workoutOf(at)).join(''));
  yield Buffer.from('</HealthData>\n');
}

/** Workouts with a route, of an hour with a place each second. */
const routeCount = 200;

function workoutOf(at: number): string {
  const from = start + (at * tenYearsMs) / routeCount;
  return ` <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="60" durationUnit="min" sourceName="Kim’s Apple Watch" startDate="${moment(from)}" endDate="${moment(from + 3_600_000)}">\n  <WorkoutRoute sourceName="Kim’s Apple Watch"><FileReference path="/workout-routes/route_${at}.gpx"/></WorkoutRoute>\n </Workout>\n`;
}

function gpxOf(route: number): string {
  const places = Array.from({ length: 3_600 }, (_, at) => {
    const turn = (at / 3_600) * 2 * Math.PI;
    return `<trkpt lon="${(19 + 0.02 * Math.cos(turn)).toFixed(6)}" lat="${(47.5 + 0.01 * Math.sin(turn + route)).toFixed(6)}"><ele>${100 + (at % 9)}.41</ele><time>2024-05-01T07:${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}Z</time><extensions><speed>2.81</speed><course>90.1</course></extensions></trkpt>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1"><trk><trkseg>${places.join('\n')}</trkseg></trk></gpx>`;
}

let minute = Number.NaN;
let written = '';

/** `2016-11-22 07:00:00 +0100`; the minute before is kept, since most records share it. */
function moment(ms: number): string {
  const own = Math.floor(ms / 60_000);
  if (own !== minute) {
    minute = own;
    written = new Date(own * 60_000 + 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
  }
  return `${written}:${String(Math.floor((ms % 60_000) / 1000)).padStart(2, '0')} +0100`;
}

const flags = 0x0808; // sizes behind the data, names in UTF-8

function localHeader(name: string, method: number): Buffer {
  const header = Buffer.alloc(30 + Buffer.byteLength(name));
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(method, 8);
  header.writeUInt16LE(Buffer.byteLength(name), 26);
  header.write(name, 30);
  return header;
}

function descriptor({ crc, packed, size }: Listed): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(0x08074b50, 0);
  bytes.writeUInt32LE(crc, 4);
  bytes.writeUInt32LE(packed, 8);
  bytes.writeUInt32LE(size, 12);
  return bytes;
}

function centralHeader({ name, method, crc, packed, size, at }: Listed): Buffer {
  const header = Buffer.alloc(46 + Buffer.byteLength(name));
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(20, 6);
  header.writeUInt16LE(flags, 8);
  header.writeUInt16LE(method, 10);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(packed, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(Buffer.byteLength(name), 28);
  header.writeUInt32LE(at, 42);
  header.write(name, 46);
  return header;
}

function endOf(count: number, length: number, from: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(from, 16);
  return end;
}
