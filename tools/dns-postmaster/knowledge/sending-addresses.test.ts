import type { DnsRecord, LookUp, Lookup } from '@castellan/probes/dns/records';
import { expect, test } from 'vitest';
import type { MailFacts } from './mx.ts';
import { collectAddresses } from './sending-addresses.ts';

const records: Readonly<Record<string, readonly DnsRecord[]>> = {
  'TXT example.org': [
    { name: 'example.org', ttl: 1, type: 'TXT', strings: ['v=spf1 mx a:out.example.org ', 'ip4:1.2.3.4 ~ip4:1.2.3.5 ip6:2a00::/32 -all'] },
  ],
  'A out.example.org': [{ name: 'out.example.org', ttl: 1, type: 'A', value: '1.2.3.4' }],
  'AAAA out.example.org': [{ name: 'out.example.org', ttl: 1, type: 'AAAA', value: '2a00:0:0::25' }],
};

const lookUp = (async (name: string, type: string): Promise<Lookup> => {
  const found = records[`${type} ${name}`];
  return found === undefined
    ? { status: 'none', nameExists: false, aliases: [], isValidated: false }
    : { status: 'found', records: found, aliases: [], isValidated: false };
}) as LookUp;

const mailAt = (addresses: readonly string[]): MailFacts => ({
  servers: [
    {
      preference: 10,
      host: 'mail.example.org',
      addresses,
      isAlias: false,
      problem: '',
      startTls: { kind: 'untried', reason: '' },
    },
  ],
  isNull: false,
  isImplicit: false,
  left: 0,
  problem: '',
});
const isPublic = (address: string) => !address.startsWith('10.');

test('mail servers and what SPF lets send one by one are collected, each once; networks and private addresses are counted', async () => {
  expect(await collectAddresses('example.org', mailAt(['1.2.3.25', '10.0.0.1', '1.2.3.4']), { lookUp, isPublic })).toEqual({
    addresses: [
      { address: '1.2.3.4', by: 'SPF a:out.example.org, SPF ip4:1.2.3.4, MX mail.example.org', sends: true },
      { address: '2a00::25', by: 'SPF a:out.example.org', sends: true },
      { address: '1.2.3.25', by: 'MX mail.example.org', sends: true },
    ],
    left: 0,
    networks: 1,
    hidden: 1,
  });
});

test('without a record the mail servers alone are known, to receive; a run asks about eight', async () => {
  const many = Array.from({ length: 11 }, (_, index) => `1.2.3.${index}`);
  const { addresses, left } = await collectAddresses('example.net', mailAt(many), { lookUp, isPublic });
  expect(addresses).toHaveLength(8);
  expect(addresses.every(({ sends }) => !sends)).toBe(true);
  expect(left).toBe(3);
});
