import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestZone } from '../../../tests/support/dns-server.ts';

/** A record as the suite writes it: its type and value. `TIMEOUT`: what is not among the records has no answer. */
type SuiteRecord = 'TIMEOUT' | Readonly<Record<string, string | readonly (string | number)[]>>;

/** One case of the suite. */
export type SuiteCase = {
  readonly name: string;
  readonly helo: string;
  /** The address of the sender. */
  readonly host: string;
  readonly mailfrom: string;
  /** One result, or those that are allowed. */
  readonly result: string | readonly string[];
  readonly explanation?: string;
};

/** Cases that share a zone. */
export type SuiteSection = { readonly description: string; readonly cases: readonly SuiteCase[]; readonly zone: TestZone };

/**
 * The suite of openspf.org for RFC 7208: 203 cases. Where its servers do not answer, these say SERVFAIL if they are to: SPF comes to
 * the same (§2.6.6), and nobody waits.
 */
export function readSpfSuite(silence: 'TIMEOUT' | 'SERVFAIL'): readonly SuiteSection[] {
  const { sections } = JSON.parse(readFileSync(join(import.meta.dirname, 'rfc7208-tests.json'), 'utf8')) as {
    readonly sections: readonly {
      readonly description: string;
      readonly tests: Readonly<Record<string, Omit<SuiteCase, 'name'>>>;
      readonly zonedata: Readonly<Record<string, readonly SuiteRecord[]>>;
    }[];
  };
  return sections.map(({ description, tests, zonedata }) => ({
    description,
    cases: Object.entries(tests).map(([name, given]) => ({ name, ...given })),
    zone: Object.fromEntries(
      Object.entries(zonedata).map(([name, records]) => [name.toLowerCase().replace(/\.$/, ''), zoneRecords(records, silence)]),
    ),
  }));
}

/** Records of the type SPF stand for TXT where there is no other. */
function zoneRecords(records: readonly SuiteRecord[], silence: 'TIMEOUT' | 'SERVFAIL'): TestZone[string] {
  const hasText = records.some((record) => typeof record !== 'string' && 'TXT' in record);
  return records.flatMap((record): TestZone[string] => {
    if (typeof record === 'string') return [silence];
    return Object.entries(record).flatMap(([type, value]): TestZone[string] => {
      if (type === 'TXT' || (type === 'SPF' && !hasText)) {
        return value === 'NONE' ? [] : [{ type: 'TXT', data: [value].flat().map((text) => Buffer.from(String(text), 'latin1')) }];
      }
      if (type === 'MX') return [{ type: 'MX', data: { preference: Number(value[0]), exchange: String(value[1]) } }];
      return type === 'SPF' ? [] : [{ type, data: String(value) } as TestZone[string][number]];
    });
  });
}
