import type { OfferedProtocol } from '@castellan/probes/tls/protocol';

/** One certificate that the server sent, or the root that its chain ends at. */
export type CertificateFacts = {
  /** Which of the server's chains it belongs to, from 0 on; servers with keys of two kinds have two. */
  readonly chain: number;
  readonly role: 'leaf' | 'intermediate' | 'root';
  readonly subject: string;
  readonly issuer: string;
  /** Names and addresses that it is for, the first of them. */
  readonly names: readonly string[];
  /** How many more it has; none where all are here. */
  readonly namesLeft?: number;
  /** ISO 8601, UTC; empty where the certificate names a day that no calendar has. */
  readonly validFrom: string;
  readonly validTo: string;
  /** Whole days until it ends, when it was looked at; negative once it has ended, 0 where that day is none. */
  readonly daysLeft: number;
  readonly key: { readonly kind: 'RSA' | 'EC' | 'DSA' | 'Ed25519' | 'Ed448' | 'other'; readonly bits: number; readonly curve?: string };
  /** The algorithm it is signed with, as OpenSSL names it. */
  readonly signature: string;
  readonly serial: string;
  /** SHA-256 of the certificate, in lower-case hexadecimal. */
  readonly sha256: string;
  readonly isSelfSigned: boolean;
  /** Whether the server sent it; a root comes from the store most of the time. */
  readonly wasSent: boolean;
  readonly pem: string;
};

/** What holds for one of the server's chains. */
export type ChainFacts = {
  /** Why it leads to no trusted root, in OpenSSL's words; empty where it does. */
  readonly distrust: string;
  /** Whether the leaf is for the name or address that was asked for. */
  readonly matchesName: boolean;
  /** Whether each certificate that was sent is followed by its issuer, and nothing else. */
  readonly isInOrder: boolean;
  /** How many certificates were sent beyond those that were read; none where all were. */
  readonly left?: number;
};

/** What a TLS report holds besides the head. */
export type TlsFacts = {
  /** Where the connections went. */
  readonly address: string;
  readonly handshakes: number;
  readonly startTls: 'smtp' | undefined;
  /** Those that the server speaks, oldest first. */
  readonly protocols: readonly OfferedProtocol[];
  readonly certificates: readonly CertificateFacts[];
  readonly chains: readonly ChainFacts[];
  readonly applicationProtocol: string | undefined;
  readonly hasStaple: boolean;
  readonly secureRenegotiation: boolean;
  /** Whether it refuses a client that falls back without need; `undefined` where it has one protocol. */
  readonly fallbackProtection: boolean | undefined;
  readonly compression: boolean;
  readonly extendedMasterSecret: boolean;
  /** `Strict-Transport-Security`, where the server speaks HTTP: its `max-age` in seconds, 0 without the header. */
  readonly hstsMaxAge: number | undefined;
};
