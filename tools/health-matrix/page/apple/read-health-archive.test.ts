/**
 * The example is that of healthkit-to-sqlite (github.com/dogsheep/healthkit-to-sqlite, tests/export.xml and its expected rows): two
 * records, one workout of 5.19412346680959 minutes, two summaries, and the archive under a localized name.
 */
import fc from 'fast-check';
import { strFromU8, strToU8, Zip, ZipDeflate, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { listZip, openZipEntry } from '../../../../web/app/domains/exchange/zip-entries.ts';
import { routeKilometres } from '../route.ts';
import { readGpx } from './read-gpx.ts';
import { type ArchiveFailure, type HealthArchive, readHealthArchive } from './read-health-archive.ts';
import { createHealthReader } from './read-health-xml.ts';
import { recordsOfArchive } from './records-of-archive.ts';

const record = (type: string, attributes: Readonly<Record<string, string | number>>) =>
  `<Record type="${type}" ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')}/>`;

const published = `<HealthData locale="en_US">
  <ExportDate value="2019-07-19 10:36:11 -0700"/>
  ${record('HKQuantityTypeIdentifierBodyMassIndex', { sourceName: 'Health Mate', unit: 'count', startDate: '2016-04-18 08:25:32 -0700', endDate: '2016-04-18 08:25:32 -0700', value: 22.5312 })}
  <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Apple\u00A0Watch" device="&lt;&lt;HKDevice: 0x1&gt;&gt;" unit="count/min" startDate="2018-09-10 02:28:55 -0700" endDate="2018-09-10 02:28:55 -0700" value="72">
    <MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="0"/>
  </Record>
  <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="5.19412346680959" durationUnit="min" totalDistance="0.4971749504535062" totalDistanceUnit="mi" totalEnergyBurned="48.74499999999999" totalEnergyBurnedUnit="kcal" sourceName="Apple\u00A0Watch" startDate="2016-11-14 07:25:41 -0700" endDate="2016-11-14 07:30:52 -0700">
    <WorkoutRoute><Location latitude="37.7777" longitude="-122.426"/><Location latitude="37.7778" longitude="-122.426"/></WorkoutRoute>
  </Workout>
  <ActivitySummary dateComponents="2016-11-15" activeEnergyBurned="590.252" activeEnergyBurnedUnit="kcal" appleExerciseTime="68"/>
  <ActivitySummary dateComponents="2016-11-16" activeEnergyBurned="323.513" activeEnergyBurnedUnit="kcal" appleExerciseTime="39"/>
</HealthData>`;

const gpx = `<?xml version="1.0" encoding="UTF-8"?><gpx version="1.1"><trk><trkseg>
  <trkpt lon="-122.4" lat="37.7"><ele>1</ele></trkpt><trkpt lon="-122.4" lat="37.71"/><trkpt lon="500" lat="37.71"/></trkseg></trk></gpx>`;

const archiveOf = (files: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));

async function read(archive: Uint8Array, isCancelled = () => false) {
  return readHealthArchive(new Blob([archive as Uint8Array<ArrayBuffer>]), { isCancelled, onProgress: () => undefined });
}

async function taken(archive: Uint8Array): Promise<HealthArchive> {
  const answer = await read(archive);
  if (!answer.ok) throw new Error(answer.failure.code);
  return answer.value;
}

const codeOf = async (archive: Uint8Array): Promise<ArchiveFailure['code'] | 'read'> => {
  const answer = await read(archive);
  return answer.ok ? 'read' : answer.failure.code;
};

describe('the published example', () => {
  const files = { 'apple_health_export/export.xml': published, 'apple_health_export/export_cda.xml': '<ClinicalDocument/>' };

  test('has two records, a workout of 5.19412346680959 minutes and two summaries', async () => {
    const { counts, days, workouts } = await taken(archiveOf(files));
    expect(counts).toEqual({ records: 2, workouts: 1, summaries: 2 });
    expect(days).toEqual([
      { day: '2016-04-18', values: { body_mass_index: 22.531 } },
      { day: '2016-11-15', values: { active_energy: 590.252, exercise: 68 } },
      { day: '2016-11-16', values: { active_energy: 323.513, exercise: 39 } },
      { day: '2018-09-10', values: { heart_rate: 72 } },
    ]);
    expect(workouts).toMatchObject([
      {
        day: '2016-11-14',
        time: '07:25',
        activity: 'Running',
        minutes: 5.19412346680959,
        kilocalories: 48.74499999999999,
        source: 'Apple Watch',
      },
    ]);
    expect(workouts[0]?.kilometres).toBeCloseTo(0.4971749504535062 * 1.609344, 12);
    expect(workouts[0]?.places).toHaveLength(2);
  });

  test('is found under a localized name, after the document that lies beside it, and behind a type declaration', async () => {
    const localized = {
      'apple_health_export/export_cda.xml': `<ClinicalDocument>${'<x/>'.repeat(2000)}</ClinicalDocument>`,
      'apple_health_export/exportar.xml': `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE HealthData [\n<!ELEMENT HealthData (ExportDate,Me,Record*)>\n]>\n${published}`,
    };
    expect((await taken(archiveOf(localized))).counts).toEqual({ records: 2, workouts: 1, summaries: 2 });
  });

  test('becomes records, with the route of a file beside it', async () => {
    const withRoute = published.replace(
      '<WorkoutRoute>',
      '<WorkoutRoute><FileReference path="/workout-routes/route_2019-06-11_3.00pm.gpx"/>',
    );
    const archive = await taken(
      archiveOf({ 'apple_health_export/export.xml': withRoute, 'apple_health_export/workout-routes/route_2019-06-11_3.00pm.gpx': gpx }),
    );
    const { records } = recordsOfArchive(archive);
    expect(records.map(({ id }) => id)).toEqual([
      'day:apple:2016-04-18',
      'day:apple:2016-11-15',
      'day:apple:2016-11-16',
      'day:apple:2018-09-10',
      'workout:2016-11-14T07:25:Running:Apple Watch',
    ]);
    expect(records.at(-1)).toMatchObject({ kilometres: 0.8, route: '37.70000,-122.40000;37.71000,-122.40000' });
  });
});

/** The days that records come to. */
function daysOf(...records: readonly Readonly<Record<string, string | number>>[]) {
  const reader = createHealthReader();
  for (const attributes of records)
    reader.open('Record', Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, String(value)])));
  return reader.finish();
}
const steps = (sourceName: string, startDate: string, endDate: string, value: number) => ({
  type: 'HKQuantityTypeIdentifierStepCount',
  sourceName,
  unit: 'count',
  startDate,
  endDate,
  value,
});

describe('overlaps and midnights', () => {
  test('steps of phone and watch in the same minutes are counted once, the watch’s', () => {
    const { days } = daysOf(
      steps('My iPhone', '2026-03-01 10:00:00 +0100', '2026-03-01 10:10:00 +0100', 1000),
      steps('Apple\u00A0Watch', '2026-03-01 10:05:00 +0100', '2026-03-01 10:10:00 +0100', 600),
      steps('My iPhone', '2026-03-01 12:00:00 +0100', '2026-03-01 12:01:00 +0100', 50),
    );
    expect(days).toEqual([{ day: '2026-03-01', values: { steps: 500 + 600 + 50 } }]);
  });

  test('what crosses midnight is parted by its minutes, on the clock of where it was', () => {
    const { days } = daysOf(steps('Watch', '2026-03-01 23:50:00 -0800', '2026-03-02 00:10:00 -0800', 400));
    expect(days).toEqual([
      { day: '2026-03-01', values: { steps: 200 } },
      { day: '2026-03-02', values: { steps: 200 } },
    ]);
  });

  test('a night belongs to the day of its end; stages of two devices overlap and count once; a nap belongs to its own day', () => {
    const asleep = (stage: string, sourceName: string, startDate: string, endDate: string) => ({
      type: 'HKCategoryTypeIdentifierSleepAnalysis',
      sourceName,
      startDate: `${startDate} +0100`,
      endDate: `${endDate} +0100`,
      value: `HKCategoryValueSleepAnalysis${stage}`,
    });
    const { days } = daysOf(
      asleep('InBed', 'iPhone', '2026-03-01 22:00:00', '2026-03-02 07:30:00'),
      asleep('AsleepCore', 'Watch', '2026-03-01 22:30:00', '2026-03-01 23:30:00'),
      asleep('AsleepDeep', 'Watch', '2026-03-01 23:30:00', '2026-03-02 01:00:00'),
      asleep('Awake', 'Watch', '2026-03-02 01:00:00', '2026-03-02 01:30:00'),
      asleep('AsleepREM', 'Watch', '2026-03-02 01:30:00', '2026-03-02 02:30:00'),
      asleep('AsleepUnspecified', 'iPhone', '2026-03-01 23:00:00', '2026-03-02 03:00:00'),
      asleep('Asleep', 'iPhone', '2026-03-02 14:00:00', '2026-03-02 14:30:00'),
    );
    // 22:30 to 03:00 and half an hour in the afternoon.
    expect(days).toEqual([{ day: '2026-03-02', values: { sleep: 5, sleep_deep: 1.5, sleep_rem: 1 } }]);
  });

  test('over the change to summer time a night is as long as it was', () => {
    const { days } = daysOf({
      type: 'HKCategoryTypeIdentifierSleepAnalysis',
      sourceName: 'Watch',
      startDate: '2026-03-28 23:00:00 +0100',
      endDate: '2026-03-29 07:00:00 +0200',
      value: 'HKCategoryValueSleepAnalysisAsleepCore',
    });
    expect(days).toEqual([{ day: '2026-03-29', values: { sleep: 7 } }]);
  });

  test('units become ours, a fraction of oxygen percents, and readings of a day their mean', () => {
    const at = { sourceName: 'Scale', startDate: '2026-03-01 07:00:00 +0000', endDate: '2026-03-01 07:00:00 +0000' };
    const { days } = daysOf(
      { ...at, type: 'HKQuantityTypeIdentifierBodyMass', unit: 'lb', value: 165 },
      { ...at, type: 'HKQuantityTypeIdentifierOxygenSaturation', unit: '%', value: 0.96 },
      { ...at, type: 'HKQuantityTypeIdentifierBodyTemperature', unit: 'degF', value: 98.6 },
      { ...at, type: 'HKQuantityTypeIdentifierRestingHeartRate', unit: 'count/min', value: 56 },
      { ...at, type: 'HKQuantityTypeIdentifierRestingHeartRate', unit: 'count/min', value: 58 },
      { ...at, type: 'HKQuantityTypeIdentifierActiveEnergyBurned', unit: 'kJ', value: 418.4 },
    );
    expect(days).toEqual([
      { day: '2026-03-01', values: { active_energy: 100, weight: 74.843, oxygen: 96, temperature: 37, resting_heart_rate: 57 } },
    ]);
  });

  test('what is no record is left out and counted by its reason', () => {
    const { days, left, counts } = daysOf(
      steps('Watch', '2026-02-30 10:00:00 +0100', '2026-03-01 10:10:00 +0100', 1),
      steps('Watch', '2026-03-01 10:00:00 +0100', '2026-03-01 09:00:00 +0100', 1),
      steps('Watch', '2026-03-01 10:00:00 +0100', '2026-03-01 10:01:00 +0100', Number.NaN),
      {
        type: 'HKQuantityTypeIdentifierBodyMass',
        unit: 'cubits',
        value: 4,
        startDate: '2026-03-01 10:00:00 +0100',
        endDate: '2026-03-01 10:00:00 +0100',
      },
      { type: 'HKQuantityTypeIdentifierHeartRate', unit: 'count/min', value: 900, startDate: '2026-03-01 10:00:00 +0100' },
      { type: 'HKQuantityTypeIdentifierDietaryBiotin', value: 1 },
    );
    expect([days, counts.records]).toEqual([[], 6]);
    expect(left).toEqual([
      { reason: 'Records whose value or unit is none that we know', count: 2 },
      { reason: 'Records whose time is none', count: 1 },
      { reason: 'Records that end before they begin, or days later', count: 1 },
      { reason: 'Records whose value no body has', count: 1 },
      { reason: 'Records of a kind that is not kept here: DietaryBiotin', count: 1 },
    ]);
  });

  test('however two sources overlap, no minute counts twice: the sum is neither more than both nor less than the better one', () => {
    const minute = (at: number) =>
      `2026-03-01 ${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}:00 +0000`;
    const stretch = fc.tuple(fc.nat(1300), fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 500 }));
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 6 }), fc.array(stretch, { maxLength: 6 }), (watch, phone) => {
        const of = (name: string, some: typeof watch) =>
          some.map(([from, length, value]) => steps(name, minute(from), minute(from + length), value));
        const sum = (some: typeof watch) => some.reduce((all, [, , value]) => all + value, 0);
        const counted = daysOf(...of('Watch', watch), ...of('iPhone', phone)).days[0]?.values['steps'] ?? 0;
        expect(counted).toBeGreaterThanOrEqual(sum(watch) - 0.01);
        expect(counted).toBeLessThanOrEqual(sum(watch) + sum(phone) + 0.01);
      }),
    );
  });
});

describe('files that are none', () => {
  test('are refused with their reason: no zip, no export, a cut one, and XML that breaks off', async () => {
    const whole = archiveOf({ 'apple_health_export/export.xml': published });
    expect(await codeOf(strToU8('Date,Steps\n'))).toBe('not_an_export');
    expect(await codeOf(archiveOf({ 'apple_health_export/other.xml': '<Other/>', 'a/b/export.xml': published }))).toBe('not_an_export');
    expect(await codeOf(whole.subarray(0, whole.length - 30))).toBe('broken');
    expect(await codeOf(archiveOf({ 'export.xml': published.slice(0, 900) }))).toBe('broken');
    expect(await codeOf(archiveOf({ 'export.xml': published.replace('<Workout ', '<Workout <') }))).toBe('broken');
  });

  test('an archive that was cut at any byte, and one whose records or route were changed, are refused whole', async () => {
    const withRoute = { 'export.xml': published, 'workout-routes/route.gpx': gpx };
    const packed = archiveOf(withRoute);
    for (let cut = 2; cut < packed.length; cut += 5) expect(await codeOf(packed.subarray(0, cut))).toBe('broken');
    const stored = zipSync(Object.fromEntries(Object.entries(withRoute).map(([path, text]) => [path, strToU8(text)])), { level: 0 });
    const text = strFromU8(stored, true);
    for (const word of ['Apple Watch', '-122.4']) {
      const changed = stored.slice();
      changed[text.indexOf(word) + 1] = 0x39;
      expect(await codeOf(changed)).toBe('broken');
    }
    // A file that is zipped after it was cut lacks its end.
    for (let cut = published.indexOf('<HealthData') + 12; cut < published.trimEnd().length; cut += 37)
      expect(await codeOf(archiveOf({ 'export.xml': published.slice(0, cut) }))).toBe('broken');
  });

  test('entities of a hostile file are never unfolded', async () => {
    const bomb = `<!DOCTYPE HealthData [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><HealthData><Record type="&b;"/></HealthData>`;
    expect(await codeOf(archiveOf({ 'export.xml': bomb }))).toBe('broken');
  });

  test('reading can be called off, and an archive written as a stream is read', async () => {
    const whole = archiveOf({ 'export.xml': published });
    expect(await read(whole, () => true)).toEqual({ ok: false, failure: { code: 'cancelled' } });
    const chunks: Uint8Array[] = [];
    const zip = new Zip((_, chunk) => chunks.push(chunk));
    const file = new ZipDeflate('apple_health_export/export.xml');
    zip.add(file);
    file.push(strToU8(published), true);
    zip.end();
    expect(await codeOf(new Uint8Array(chunks.flatMap((chunk) => [...chunk])))).toBe('read');
  });

  test('marks of an archive inside of another file are not taken for one', async () => {
    const attached = archiveOf({ 'export.xml': published.replace('Running', 'Yoga') });
    const whole = zipSync({
      'apple_health_export/attachments/1.jpg': [attached, { level: 0 }],
      'apple_health_export/export.xml': strToU8(published),
    });
    expect((await taken(whole)).workouts.map(({ activity }) => activity)).toEqual(['Running']);
  });

  test('bytes that were changed anywhere are read or refused, and never thrown at', async () => {
    const whole = archiveOf({ 'export.xml': published });
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (place, byte) => {
        const damaged = whole.slice();
        damaged[place] = byte;
        await read(damaged);
      }),
      { numRuns: 60 },
    );
  });
});

test('a directory of zip64 is read, and files that lie beyond the archive are refused', async () => {
  // PKWARE APPNOTE 4.3.14 to 4.3.16 and 4.5.3, written out: sizes and places in eight bytes each.
  const [name, content] = [strToU8('a.xml'), strToU8('<a/>')];
  const bytes = (size: number, write: (view: DataView) => void) => {
    const made = new Uint8Array(size);
    write(new DataView(made.buffer));
    return made;
  };
  const local = bytes(30, (view) => {
    view.setUint32(0, 0x04034b50, true);
    view.setUint16(26, name.length, true);
  });
  const listed = () =>
    bytes(46, (view) => {
      view.setUint32(0, 0x02014b50, true);
      for (const at of [20, 24, 42]) view.setUint32(at, 0xffffffff, true);
      view.setUint16(28, name.length, true);
      view.setUint16(30, 28, true);
    });
  const extra = (headerAt: number) =>
    bytes(28, (view) => {
      view.setUint16(0, 1, true);
      view.setUint16(2, 24, true);
      for (const [at, value] of [content.length, content.length, headerAt].entries()) view.setBigUint64(4 + at * 8, BigInt(value), true);
    });
  const archive = (headerAt: number) => {
    const [directoryAt, directoryBytes] = [30 + name.length + content.length, 46 + name.length + 28];
    const end64 = bytes(56, (view) => {
      view.setUint32(0, 0x06064b50, true);
      view.setBigUint64(32, 1n, true);
      view.setBigUint64(40, BigInt(directoryBytes), true);
      view.setBigUint64(48, BigInt(directoryAt), true);
    });
    const locator = bytes(20, (view) => {
      view.setUint32(0, 0x07064b50, true);
      view.setBigUint64(8, BigInt(directoryAt + directoryBytes), true);
    });
    const end = bytes(22, (view) => {
      view.setUint32(0, 0x06054b50, true);
      view.setUint32(12, 0xffffffff, true);
      view.setUint32(16, 0xffffffff, true);
    });
    return new Blob([local, name, content, listed(), name, extra(headerAt), end64, locator, end] as Uint8Array<ArrayBuffer>[]);
  };
  const [entry] = (await listZip(archive(0))) ?? [];
  expect(entry).toEqual({ path: 'a.xml', isDeflated: false, isReadable: true, packedBytes: 4, bytes: 4, crc: 0, at: 0 });
  if (entry === undefined) return;
  expect(await new Response(await openZipEntry(archive(0), entry, () => undefined)).text()).toBe('<a/>');
  const [beyond] = (await listZip(archive(2 ** 40))) ?? [];
  expect(beyond?.at).toBe(2 ** 40);
  await expect(openZipEntry(archive(0), { ...entry, at: 2 ** 40 }, () => undefined)).rejects.toThrow('no file begins there');
  await expect(openZipEntry(archive(0), { ...entry, packedBytes: 1000 }, () => undefined)).rejects.toThrow('beyond the archive');
});

test('a GPX file has the length of its track, and what is none has none', () => {
  const places = readGpx(strToU8(gpx)) ?? [];
  expect(places).toHaveLength(2);
  // A hundredth of a degree of latitude on a sphere of 6371.0088 km.
  expect(routeKilometres(places)).toBeCloseTo((6371.0088 * Math.PI) / 180 / 100, 9);
  expect([readGpx(strToU8('no xml')), readGpx(strToU8('<gpx/>'))]).toEqual([undefined, undefined]);
});
