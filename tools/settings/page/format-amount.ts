const units = ['bytes', 'kB', 'MB', 'GB'] as const;

/** A count with its thousands parted. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-GB');
}

/** Bytes in the largest unit of which there is at least one: `0 bytes`, `8.2 kB`, `1.4 GB`. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1000 ** step;
  return `${amount.toLocaleString('en-GB', { maximumFractionDigits: step === 0 ? 0 : 1 })} ${units[step] ?? ''}`;
}

/** `1 row`, `2 rows`. */
export function formatRows(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`;
}
