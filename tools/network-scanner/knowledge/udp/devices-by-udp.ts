import { cleanText } from '@castellan/exports/plain-text';
import { headerValue } from '@castellan/foundation/line-text';
import { sipRequest } from '../listeners/asking.ts';
import { integer, numberIn, octets, readRow, readTag, tagged } from '../listeners/ber.ts';
import { recogniseGreeting } from '../listeners/greetings.ts';
import { bigEndian, bytesOf, certain, latin } from '../listeners/recognised.ts';
import { hasAt, joined, type UdpAsking } from './udp-asking.ts';

/** Makers of agents, by the enterprise number in their engine's id (IANA). */
const enterprises: Readonly<Record<number, string>> = {
  9: 'Cisco',
  11: 'HP',
  311: 'Microsoft',
  2011: 'Huawei',
  2636: 'Juniper',
  8072: 'Net-SNMP',
  12356: 'Fortinet',
  14988: 'MikroTik',
};

/** SNMP: who an agent is, as version 3 has it asked before anybody signs in (RFC 3414 §4). No community is sent. */
export const udpSnmp: UdpAsking = {
  ask: ({ randomBytes }) => {
    const id = bigEndian(randomBytes(3), 0, 3) + 1;
    const header = tagged(0x30, [...integer(id), ...integer(65_507), ...octets('\x04'), ...integer(3)]);
    const security = tagged(0x30, [...octets(''), ...integer(0), ...integer(0), ...octets(''), ...octets(''), ...octets('')]);
    const request = tagged(0xa0, [...integer(id), ...integer(0), ...integer(0), ...tagged(0x30, [])]);
    const scoped = tagged(0x30, [...octets(''), ...octets(''), ...request]);
    return {
      requests: [Uint8Array.from(tagged(0x30, [...integer(3), ...header, ...tagged(4, security), ...scoped]))],
      read: (bytes) => {
        const whole = readTag(bytes, 0);
        const [version, head, parameters, scoped] = whole?.tag === 0x30 ? readRow(bytes, whole) : [];
        if (version === undefined || head === undefined || parameters?.tag !== 4 || numberIn(bytes, version) !== 3) return undefined;
        const [answered] = readRow(bytes, head);
        const [, , told] = scoped === undefined ? [] : readRow(bytes, scoped);
        // A report, or a response.
        const isAnswer = told?.tag === 0xa8 || told?.tag === 0xa2;
        if (!isAnswer || answered === undefined || numberIn(bytes, answered) !== id) return undefined;
        const list = readTag(bytes, parameters.from);
        const [engine] = list?.tag === 0x30 ? readRow(bytes, list) : [];
        const enterprise = engine === undefined ? Number.NaN : bigEndian(bytes.subarray(0, engine.to), engine.from, 4) % 0x8000_0000;
        const product = enterprises[enterprise];
        return {
          service: 'snmp',
          confidence: certain,
          banners: { greeting: 'SNMP version 3', ...(product === undefined ? {} : { product }) },
        };
      },
    };
  },
};

/** TFTP: a file that is not there, to read (RFC 1350). The refusal comes from another port. */
export const udpTftp: UdpAsking = {
  fromAnyPort: true,
  ask: ({ randomBytes }) => {
    const name = `castellan-${[...randomBytes(4)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
    return {
      requests: [joined([0, 1], bytesOf(`${name}\0octet\0`))],
      read: (bytes) => {
        const isError = bigEndian(bytes, 0, 2) === 5 && bigEndian(bytes, 2, 2) <= 8 && bytes.indexOf(0, 4) !== -1;
        if (!isError) return undefined;
        const said = cleanText(latin(bytes.subarray(4, bytes.indexOf(0, 4))), 80);
        return { service: 'tftp', confidence: certain, banners: said === '' ? {} : { greeting: said } };
      },
    };
  },
};

/** SQL Server's browser: one instance by its usual names (MC-SQLR §2.2.3), never the whole list. */
export const udpSqlBrowser: UdpAsking = {
  ask: () => ({
    requests: ['MSSQLSERVER', 'SQLEXPRESS'].map((instance) => joined([4], bytesOf(`${instance}\0`))),
    read: (bytes) => {
      const text = latin(bytes.subarray(3, 1_027));
      if (bytes[0] !== 5 || !text.startsWith('ServerName;')) return undefined;
      const [, version] = /;Version;(\d{1,3}(?:\.\d{1,6}){1,3});/.exec(text) ?? [];
      return {
        service: 'ms-sql-m',
        confidence: certain,
        banners: { product: 'Microsoft SQL Server', ...(version === undefined ? {} : { version }) },
      };
    },
  }),
};

/** SSDP: the device itself, asked at its own address and not the group's (UPnP Device Architecture 1.1 §1.3.2). */
export const udpSsdp: UdpAsking = {
  ask: ({ host, port }) => {
    const lines = ['M-SEARCH * HTTP/1.1', `HOST: ${host}:${port}`, 'MAN: "ssdp:discover"', 'MX: 1', 'ST: upnp:rootdevice'];
    return {
      requests: [bytesOf(`${lines.join('\r\n')}\r\n\r\n`)],
      read: (bytes) => {
        const text = latin(bytes.subarray(0, 2_048));
        if (!/^HTTP\/1\.\d 200/.test(text) || (headerValue(text, 'usn') ?? headerValue(text, 'st')) === undefined) return undefined;
        const server = cleanText(headerValue(text, 'server') ?? '', 120);
        return { service: 'upnp', confidence: certain, banners: server === '' ? {} : { server } };
      },
    };
  },
};

/** SIP: what a server can do. */
export const udpSip: UdpAsking = {
  ask: (place) => ({
    requests: [sipRequest(place, 'UDP')],
    read: (bytes) => {
      const read = recogniseGreeting(bytes);
      return read?.service === 'sip' ? read : undefined;
    },
  }),
};

/** memcached: `version` and nothing else, whose answer is shorter than the question. */
export const udpMemcached: UdpAsking = {
  ask: ({ randomBytes }) => {
    const id = randomBytes(2);
    return {
      requests: [joined(id, [0, 0, 0, 1, 0, 0], bytesOf('version\r\n'))],
      read: (bytes) => {
        const read = hasAt(bytes, 0, id) ? recogniseGreeting(bytes.subarray(8)) : undefined;
        return read?.service === 'memcached' ? { ...read, access: 'open' } : undefined;
      },
    };
  },
};

/** Nothing: what usually listens there answers nobody, or would act on what it is sent. A closed port still says so. */
export const udpSilent: UdpAsking = { ask: () => ({ requests: [new Uint8Array()], read: () => undefined }) };
