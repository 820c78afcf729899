/** What may be captured while the vault is closed: characters (UTF-16 units) of one text, and texts that wait on a device. */
export const captureLimits = { characters: 10_000, waiting: 100 } as const;

/** What a capture seals. */
export type CaptureContent = { readonly note: string; readonly device: string };

/** Before the year 10000, in milliseconds: what is later is no date that can be written. */
const endOfTimeMs = 253_402_300_800_000;

/**
 * Reads what a capture holds, and claims as its moment. Whoever can write into the browser's storage can seal one: it is read as
 * strictly as a file. The device's name stands in one line of its own.
 */
export function parseCapture(value: unknown, keptAtMs: number): CaptureContent | undefined {
  if (typeof value !== 'object' || value === null || !(keptAtMs > 0 && keptAtMs < endOfTimeMs)) return undefined;
  const { note, device }: Readonly<Record<string, unknown>> = { ...value };
  if (typeof note !== 'string' || typeof device !== 'string' || note.length > captureLimits.characters) return undefined;
  return /\S/.test(note) && /^\P{Cc}{1,80}$/u.test(device) ? { note, device } : undefined;
}
