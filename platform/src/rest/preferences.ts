/** What the `Prefer` headers ask for (RFC 7240). */
export type Preferences = {
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined;
  readonly representation: 'representation' | 'minimal' | 'headers-only' | undefined;
  readonly count: 'exact' | 'planned' | 'estimated' | undefined;
  readonly missing: 'default' | 'null' | undefined;
  readonly handling: 'strict' | 'lenient' | undefined;
  readonly maxAffected: number | undefined;
  /** Obeyed only where the owner of the server lets clients end transactions. */
  readonly tx: 'commit' | 'rollback' | undefined;
  /** What is not known here, which `handling=strict` refuses. */
  readonly unknown: readonly string[];
};

/** Of a preference that is given twice, the first counts. */
export function parsePreferences(header: string | null): Preferences {
  const given = (header ?? '')
    .split(',')
    .map((preference) => preference.trim())
    .filter((preference) => preference !== '');
  const first = <const Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
    given.flatMap((preference) => values.filter((value) => preference === `${name}=${value}`))[0];
  const maxAffected = given.flatMap((preference) => /^max-affected=(\d{1,15})$/.exec(preference)?.[1] ?? [])[0];
  return {
    resolution: first('resolution', ['merge-duplicates', 'ignore-duplicates']),
    representation: first('return', ['representation', 'minimal', 'headers-only']),
    count: first('count', ['exact', 'planned', 'estimated']),
    missing: first('missing', ['default', 'null']),
    handling: first('handling', ['strict', 'lenient']),
    maxAffected: maxAffected === undefined ? undefined : Number(maxAffected),
    tx: first('tx', ['commit', 'rollback']),
    unknown: given.filter((preference) => !known.has(preference) && !preference.startsWith('max-affected=')),
  };
}

const known: ReadonlySet<string> = new Set([
  ...['resolution=merge-duplicates', 'resolution=ignore-duplicates'],
  ...['return=representation', 'return=minimal', 'return=headers-only'],
  ...['count=exact', 'count=planned', 'count=estimated'],
  ...['missing=default', 'missing=null'],
  ...['handling=strict', 'handling=lenient'],
  ...['tx=commit', 'tx=rollback'],
]);

/** Which preferences an answer says it obeyed; the caller clears those that do not concern the request. */
export function preferenceApplied(preferences: Partial<Preferences>): string | undefined {
  const { resolution, missing, representation, count, handling, maxAffected } = preferences;
  const applied = [
    resolution && `resolution=${resolution}`,
    missing && `missing=${missing}`,
    representation && `return=${representation}`,
    count && `count=${count}`,
    handling && `handling=${handling}`,
    handling === 'strict' && maxAffected !== undefined && `max-affected=${maxAffected}`,
  ].filter((preference) => typeof preference === 'string');
  return applied.length === 0 ? undefined : applied.join(', ');
}
