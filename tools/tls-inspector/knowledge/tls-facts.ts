import type { OfferedProtocol, ProtocolName } from '@castellan/probes/tls/protocol';

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

/** What a stapled OCSP response says of the server's certificate. Times are ISO 8601, UTC; empty where it names none. */
export type StapleFacts = {
  readonly status: 'good' | 'revoked' | 'unknown';
  /** `refused`: no client may rely on it. `unverified`: this machine cannot tell. */
  readonly trust: 'verified' | 'refused' | 'unverified';
  /** Why it is not verified, in words that follow a colon; empty where it is. */
  readonly problem: string;
  readonly thisUpdate: string;
  readonly nextUpdate: string;
  readonly revokedAt?: string;
  readonly revocationReason?: string;
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
  /** The certificate that a chain lacks before a trusted root: its name, what it signed, and where the authority offers it. */
  readonly missing?: { readonly issuer: string; readonly of: string; readonly url: string };
  /** What was stapled for its leaf. */
  readonly staple?: StapleFacts;
  /** Whether the leaf must come with a stapled status (RFC 7633), names where to ask for it, may sign certificates, and has names beside the common one. */
  readonly leaf: {
    readonly mustStaple: boolean;
    readonly namesResponder: boolean;
    readonly isAuthority: boolean;
    readonly hasNames: boolean;
  };
  /** Shown to clients that name no host, and not to those that name this one. */
  readonly isForNoName?: true;
};

/** What came of asking for Strict-Transport-Security: its `max-age` in seconds, 0 without the header; or why that is not known. */
export type HstsSeen = { readonly maxAge: number } | { readonly reason: string };

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
  /** `undefined` where TLS begins within another protocol than HTTP. */
  readonly hsts: HstsSeen | undefined;
  /** Why no certificate was seen, in words that follow a colon; empty where one was. */
  readonly unseen: string;
  /** Protocols of which a hello was not answered in time: whether the server speaks them is not known. */
  readonly unanswered: readonly ProtocolName[];
  /** What it says in clear in place of TLS, the first line; empty where it says nothing. */
  readonly plainText: string;
  /** What clients get that name no host, where one was named: the same certificate, another one, or none. */
  readonly withoutName: 'same' | 'other' | 'refused' | undefined;
};
