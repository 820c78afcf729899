/** Why a port counts as what it counts as, in the words that scanners share. */
export type PortReason = 'syn-ack' | 'conn-refused' | 'reset' | 'no-response' | 'host-unreach' | 'net-unreach' | 'admin-prohibited';

/** What a service said of itself; nobody's business but the owner's. */
export type ServiceBanners = {
  /** The first line that came unasked. */
  readonly greeting?: string;
  /** SSH's identification (RFC 4253 §4.2), taken apart. */
  readonly ssh?: { readonly protocol: string; readonly software: string; readonly comments?: string };
  /** The header `Server` of an HTTP answer. */
  readonly server?: string;
};

/** An answer by HTTP to a request for `/`. */
export type HttpSeen = { readonly status: number; readonly title?: string; readonly location?: string };

/** A certificate that a service showed. */
export type TlsSeen = {
  readonly protocol: string;
  readonly subject: string;
  readonly names: readonly string[];
  readonly issuer: string;
  /** ISO 8601, UTC; empty where the certificate names a day that no calendar has. */
  readonly validTo: string;
  /** 0 where that day is none. */
  readonly daysLeft: number;
  /** How many names it has beyond the first `maxNames`; none where all are here. */
  readonly namesLeft?: number;
};

/** An open port, and what listens there. */
export type OpenPort = {
  readonly port: number;
  readonly service: string;
  /** Whether the service itself said what it is, or its port's number lets expect it. */
  readonly by: 'answer' | 'port';
  readonly http?: HttpSeen;
  readonly tls?: TlsSeen;
  readonly banners?: ServiceBanners;
  /** Why what it answered could not be read, which is the tool's own fault. */
  readonly unread?: string;
};

/** What a scan found out about one host. */
export type HostFacts = {
  readonly address: string;
  /** The name it was asked by. */
  readonly name?: string;
  /** Further addresses of the name, which were not scanned. */
  readonly otherAddresses?: readonly string[];
  readonly open: readonly OpenPort[];
  /** How many ports answered that nothing listens. */
  readonly closed: number;
  /** How many ports gave no answer, or one that says that somebody forbids the way there. */
  readonly filtered: number;
  /** Which, as a list of ranges. */
  readonly filteredPorts: string;
  /** Ports that were not tried, because time ran out. */
  readonly untried: number;
  readonly reasons: Readonly<Partial<Record<PortReason, number>>>;
  /** Smoothed time until an answer, in milliseconds; none where nothing answered. */
  readonly roundTripMs?: number;
};

/** What a scan's report has besides its head. */
export type ScanFacts = {
  readonly hosts: readonly HostFacts[];
  /** Addresses of ranges that answered nothing, and were therefore not asked further. */
  readonly silent: readonly string[];
  /** Which ports were asked for, as a list of ranges. */
  readonly ports: string;
  readonly portCount: number;
  /** Connections that were tried, those again included. */
  readonly attempts: number;
  /** Share of first tries that were lost although the port answers, from 0 to 1. */
  readonly loss: number;
};

/** How far a scan is, for the picture that fills. Ports are those of all hosts together, as lists of ranges. */
export type ScanSeen = {
  readonly target: string;
  readonly hosts: number;
  readonly tried: string;
  readonly filteredPorts: string;
  readonly open: readonly { readonly address: string; readonly port: number; readonly service: string }[];
  readonly openCount: number;
  readonly filtered: number;
  readonly closed: number;
  readonly perSecond: number;
  /** Seconds; none before it can be told. */
  readonly secondsLeft?: number;
  readonly roundTripMs?: number;
};
