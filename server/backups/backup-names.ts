/** The name of a backup made at this moment, UTC to the second, such as `castellan-2026-11-27T03-00-00Z.tar.age`. */
export function backupName(madeAt: Date): string {
  return `castellan-${madeAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.age`;
}

/** When a file of this name was made; `undefined`: it is not called as backups are. */
export function madeAtOf(name: string): Date | undefined {
  const [, day, hour, minute, second] = /^castellan-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.age$/.exec(name) ?? [];
  const madeAt = new Date(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(madeAt.getTime()) || backupName(madeAt) !== name ? undefined : madeAt;
}

/** How many backups are kept: the newest of each of so many days, weeks (from Monday) and months, all UTC, that have one. */
export type Keep = { readonly days: number; readonly weeks: number; readonly months: number };

/** Reads `7,4,12`: days, weeks, months. */
export function parseKeep(text: string): Keep | undefined {
  const [days = 0, weeks = 0, months = 0] = /^\d{1,4},\d{1,4},\d{1,4}$/.test(text) ? text.split(',').map(Number) : [];
  return days + weeks + months > 0 ? { days, weeks, months } : undefined;
}

/**
 * Which backups may go. Whatever is not called as backups are is never among them, nor is the newest. A backup stays where it is the
 * newest of one of the last days, weeks or months that have any.
 */
export function findOldBackups(names: readonly string[], keep: Keep): readonly string[] {
  const backups = names
    .flatMap((name) => {
      const madeAt = madeAtOf(name);
      return madeAt === undefined ? [] : [{ name, madeAt }];
    })
    .sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
  const kept = new Set(backups.slice(0, 1).map(({ name }) => name));
  const spans: readonly [number, (madeAt: Date) => string][] = [
    [keep.days, (madeAt) => madeAt.toISOString().slice(0, 10)],
    [keep.weeks, weekOf],
    [keep.months, (madeAt) => madeAt.toISOString().slice(0, 7)],
  ];
  for (const [count, spanOf] of spans) {
    const newest = new Map<string, string>();
    for (const { name, madeAt } of backups) if (!newest.has(spanOf(madeAt))) newest.set(spanOf(madeAt), name);
    for (const name of [...newest.values()].slice(0, count)) kept.add(name);
  }
  return backups.filter(({ name }) => !kept.has(name)).map(({ name }) => name);
}

const dayMs = 86_400_000;

/** The week's Monday. The first day of 1970 was a Thursday. */
function weekOf(madeAt: Date): string {
  const day = Math.floor(madeAt.getTime() / dayMs);
  return String(Math.floor((day + 3) / 7));
}
