/**
 * What may be captured while the vault is closed: characters (UTF-16 units) of a note, and of the line that becomes a task, a mark, an
 * entry or a value; and texts that wait on a device.
 */
export const captureLimits = { characters: 10_000, line: 500, waiting: 100 } as const;
