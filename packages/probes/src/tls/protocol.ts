/** The protocols, oldest first, by the names that reports use, with their version on the wire. */
export const protocolVersions = {
  SSLv2: 0x0002,
  SSLv3: 0x0300,
  'TLSv1.0': 0x0301,
  'TLSv1.1': 0x0302,
  'TLSv1.2': 0x0303,
  'TLSv1.3': 0x0304,
} as const;

/** A protocol's name in reports. */
export type ProtocolName = keyof typeof protocolVersions;

/** All protocols, oldest first. */
export const protocolNames = Object.keys(protocolVersions) as readonly ProtocolName[];

/** What a server turned out to offer in one protocol. */
export type OfferedProtocol = {
  readonly name: ProtocolName;
  /** IANA's names: in the server's order where it has one, in the order offered to it where it has none. */
  readonly suites: readonly string[];
  /** Whether the server chooses by an order of its own. */
  readonly serverOrder: boolean;
  /** Key exchange groups, in the order in which the server chose them. */
  readonly groups: readonly string[];
  /** The size of the Diffie-Hellman prime, in bits, where one was shown. */
  readonly dhBits?: number;
};
