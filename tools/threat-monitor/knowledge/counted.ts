/** `1 day`, `2 days`, `1,000 days`. */
export function counted(count: number, unit: string, plural = `${unit}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? unit : plural}`;
}

/** `3 hours`, for an age in milliseconds. */
export function ageWords(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 1) return 'less than a minute';
  const [count, unit] =
    minutes < 60 ? [minutes, 'minute'] : minutes < 48 * 60 ? [Math.floor(minutes / 60), 'hour'] : [Math.floor(minutes / 1440), 'day'];
  return counted(count, unit);
}
