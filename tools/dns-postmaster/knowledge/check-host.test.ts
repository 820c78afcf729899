import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseIp } from '@castellan/foundation/ip-address';
import { isDnsName, type LookUp, type Lookup } from '@castellan/probes/dns/records';
import { expect, test } from 'vitest';
import { checkHost } from './check-host.ts';

type ZoneRecord = 'TIMEOUT' | Readonly<Record<string, string | readonly (string | number)[]>>;
type Section = {
  readonly description: string;
  readonly tests: Readonly<Record<string, SuiteTest>>;
  readonly zonedata: Readonly<Record<string, readonly ZoneRecord[]>>;
};
type SuiteTest = {
  readonly helo: string;
  readonly host: string;
  readonly mailfrom: string;
  readonly result: string | readonly string[];
  readonly explanation?: string;
};

const file = join(import.meta.dirname, '..', 'tests', 'rfc7208-tests.json');
const { sections } = JSON.parse(readFileSync(file, 'utf8')) as { readonly sections: readonly Section[] };

/** A name's records as the suite writes them: records of the type SPF stand for TXT where there is no other. */
function zoneOf(section: Section): LookUp {
  const zone = new Map(Object.entries(section.zonedata).map(([name, records]) => [name.toLowerCase(), records]));
  const ask = (name: string, type: string, aliases: readonly string[]): Lookup => {
    const rest = { aliases, isValidated: false };
    const records = isDnsName(name) ? zone.get(name.toLowerCase().replace(/\.$/, '')) : undefined;
    if (records === undefined) return { status: 'none', nameExists: false, ...rest };
    const of = (kind: string) => records.flatMap((record) => (typeof record !== 'string' && kind in record ? [record[kind] ?? ''] : []));
    const [alias] = of('CNAME');
    if (typeof alias === 'string' && type !== 'CNAME') {
      return aliases.length > 8 ? { status: 'failed', why: 'loop' } : ask(alias, type, [...aliases, name]);
    }
    const found = type === 'TXT' && of('TXT').length === 0 ? of('SPF') : of(type).filter((value) => value !== 'NONE');
    if (found.length > 0)
      return { status: 'found', records: found.map((value) => ({ name, ttl: 60, ...dataOf(type, value) })), ...rest } as unknown as Lookup;
    return records.includes('TIMEOUT') ? { status: 'failed', why: 'timed_out' } : { status: 'none', nameExists: true, ...rest };
  };
  return (async (name: string, type: string) => ask(name, type, [])) as LookUp;
}

function dataOf(type: string, value: string | readonly (string | number)[]): object {
  if (type === 'TXT') return { type, strings: [value].flat() };
  if (type === 'MX') return { type, preference: value[0], exchange: String(value[1]) };
  return { type, value };
}

const cases = sections.flatMap((section) =>
  Object.entries(section.tests).map(([name, given]) => ({ name: `${section.description}: ${name}`, section, ...given })),
);

test('the suite is whole', () => expect(cases).toHaveLength(203));

test.for(cases)('RFC 7208 suite: $name', async ({ section, helo, host, mailfrom, result, explanation }) => {
  const address = parseIp(host);
  if (address === undefined) throw new Error(host);
  const check = await checkHost(
    { address, mailFrom: mailfrom, helo },
    { lookUp: zoneOf(section), receiver: 'receiver.example', nowSeconds: 0 },
  );
  expect([result].flat(), check.reason).toContain(check.result);
  if (explanation !== undefined) expect(check.explanation === '' ? 'DEFAULT' : check.explanation).toBe(explanation);
});
