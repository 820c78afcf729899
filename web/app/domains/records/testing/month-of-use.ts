import type { ConflictedChange, Decision } from '../collection-state.ts';
import type { RawRecord } from '../record.ts';

/** One device of an owner's, as a simulated month of use handles it. */
export type MonthDevice = {
  readonly rows: () => readonly RawRecord[];
  readonly removed: () => readonly RawRecord[];
  readonly conflicted: () => readonly ConflictedChange[];
  readonly waiting: () => number;
  readonly add: (id: string, values: Readonly<Record<string, unknown>>) => Promise<unknown>;
  readonly change: (id: string, values: Readonly<Record<string, unknown>>) => Promise<unknown>;
  readonly undo: () => Promise<unknown>;
  readonly decide: (sequence: number, decision: Decision) => Promise<void>;
  readonly become: (line: 'online' | 'offline') => void;
  /** The page is killed, and opened again. */
  readonly restart: () => Promise<void>;
  /** Sends and reads everything that there is. */
  readonly sync: () => Promise<void>;
  /** Everything that this device can show of everything that was ever kept: records, the trash, versions and theirs. */
  readonly everything: () => readonly unknown[];
};

/** What became of a month: how many edits there were, how often the owner was asked, and edits that are nowhere. */
export type MonthOutcome = { readonly edits: number; readonly asked: number; readonly lost: readonly string[] };

type MonthPorts = {
  readonly devices: readonly [MonthDevice, MonthDevice];
  readonly seed: number;
  /** A field with a line, and one with a text of several. */
  readonly line: string;
  readonly text: string;
  readonly newId: () => string;
};

/**
 * Thirty days on two devices whose lines come and go. Each edit puts a word of its own into a record. At the end both devices are
 * online and everything is decided; then each word is somewhere, or whoever took it away had it in sight.
 */
export async function liveAMonth({ devices, seed, line, text, newId }: MonthPorts): Promise<MonthOutcome> {
  const random = randomFrom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const made: string[] = [];
  const taken = new Set<string>();
  let asked = 0;
  const decide = async (device: MonthDevice) => {
    const [conflict] = device.conflicted();
    if (conflict === undefined) return false;
    asked += 1;
    const own = Object.fromEntries(Object.keys(conflict.mine).map((field) => [field, `Decided ${asked}`]));
    const isText = Object.keys(conflict.mine).every((field) => field === line || field === text);
    await device.decide(
      conflict.change.sequence,
      ['mine' as const, 'theirs' as const, isText ? { values: own } : ('mine' as const)][below(3)] ?? 'mine',
    );
    return true;
  };
  const act = async (device: MonthDevice) => {
    const rows = device.rows();
    const row = rows[below(rows.length)];
    const word = `word${made.length}x`;
    const write = async (work: () => Promise<unknown>) => {
      await work();
      made.push(word);
    };
    const lines = String(row?.[text] ?? '').split('\n');
    const at = below(lines.length);
    const what = row === undefined ? 0 : below(14);
    if (row === undefined || what === 0)
      return write(() => device.add(newId(), { [line]: `New ${word}`, [text]: 'first\n\nsecond\n\nthird\n' }));
    if (what <= 2) return write(() => device.change(row.id, { [line]: `Named ${word}` }));
    if (what <= 4) return write(() => device.change(row.id, { [text]: `${String(row[text])}${word}\n` }));
    if (what <= 7) return write(() => device.change(row.id, { [text]: lines.toSpliced(at, 0, word).join('\n') }));
    if (what <= 10) return write(() => device.change(row.id, { [text]: lines.with(at, `${lines[at]} ${word}`).join('\n') }));
    if (what === 11) return write(() => device.change(row.id, { [text]: lines.with(at, word).join('\n') }));
    if (what === 12) return device.undo();
    const gone = device.removed()[0];
    if (gone !== undefined && random() < 0.5) return device.change(gone.id, { deleted_at: null });
    return device.change(row.id, { deleted_at: new Date(Date.UTC(2026, 10, 1 + below(28))).toISOString() });
  };
  /** What was in sight before and is not any more was meant to go. */
  const actInSight = async (device: MonthDevice) => {
    const before = JSON.stringify([device.rows(), device.removed()]);
    await act(device);
    const after = JSON.stringify([device.rows(), device.removed()]);
    for (const word of made) if (before.includes(word) && !after.includes(word)) taken.add(word);
  };
  for (let day = 0; day < 30; day += 1) {
    for (const device of devices) {
      device.become(random() < 0.45 ? 'offline' : 'online');
      await device.sync();
      for (let count = 2 + below(4); count > 0; count -= 1) await actInSight(device);
      if (random() < 0.2) await device.restart();
      if (random() < 0.6) await decide(device);
    }
  }
  for (const device of devices) device.become('online');
  // Whoever decides last is heard by the other one.
  for (let round = 0; round < 4; round += 1)
    for (const device of devices) {
      await device.sync();
      for (let tries = 0; tries < 200 && (await decide(device)); tries += 1) await device.sync();
    }
  const lost = devices.flatMap((device) => {
    const there = JSON.stringify(device.everything());
    return made.filter((word) => !there.includes(word) && !taken.has(word));
  });
  return { edits: made.length, asked, lost: [...new Set(lost)] };
}

/** A number below one after the other, always the same from one seed (Mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
