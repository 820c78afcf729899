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
  /** The program that answered, and its version, where it says so itself. */
  readonly product?: string;
  readonly version?: string;
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
  /** How sure the answer is, from 1 to 10, as scanners count; none in older reports, and where it is named by its port. */
  readonly confidence?: number;
  /** What the port's number lets expect, where the answer proves only what carries it: `docker` where something speaks HTTP. */
  readonly usual?: string;
  /** Whether it answered a question without a password, or asked for one; none where that is not known. */
  readonly access?: 'open' | 'asked';
  readonly http?: HttpSeen;
  readonly tls?: TlsSeen;
  readonly banners?: ServiceBanners;
  /** Why what it answered could not be read, which is the tool's own fault. */
  readonly unread?: string;
};

/** What a host's UDP ports answered. Lists are of ranges: `67-69,123`. */
export type UdpFacts = {
  /** Ports that answered, by UDP. */
  readonly open: readonly OpenPort[];
  /** Answered with ICMP that nothing listens (port unreachable). */
  readonly closed: string;
  /** Answered nothing at all: open or filtered. */
  readonly silent: string;
  /** Answered with another ICMP error: no way leads there, or it is prohibited. */
  readonly filtered: string;
  readonly untried: string;
  /** The host sent ICMP errors at a limited rate, or stopped sending them, so that closed ports may stand among the silent ones. */
  readonly icmp?: 'limited' | 'stopped';
};

/** One attempt to sign in without credentials, and what came of it. */
export type SignIn = {
  readonly service: 'ftp' | 'ldap' | 'snmp';
  readonly port: number;
  /** `unclear`: no answer, or one that neither lets in nor refuses. */
  readonly outcome: 'accepted' | 'refused' | 'unclear';
  /** Of LDAP: whether an entry below the root DSE was shown. */
  readonly reads?: boolean;
  /** What it answered, in a few words; nothing of what it holds. */
  readonly said: string;
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
  /** Where UDP was asked for. */
  readonly udp?: UdpFacts;
  /** Where sign-in attempts were asked for. */
  readonly signIns?: readonly SignIn[];
};

/** What a run asked for besides which TCP ports are open. */
export type Asked = {
  /** Open ports were asked what listens there. */
  readonly services: boolean;
  readonly udp: boolean;
  readonly signIns: boolean;
};

/** What a scan's report has besides its head. */
export type ScanFacts = {
  readonly hosts: readonly HostFacts[];
  /** None in older reports. */
  readonly asked?: Asked;
  /** Addresses of ranges that answered nothing, and were therefore not asked further. */
  readonly silent: readonly string[];
  /** Which TCP ports were asked for, as a list of ranges. */
  readonly ports: string;
  readonly portCount: number;
  /** Which UDP ports were asked for, as a list of ranges; none where UDP was not. */
  readonly udpPorts?: string;
  /** Connections that were tried, those again included. */
  readonly attempts: number;
  /** Share of first tries that were lost although the port answers, from 0 to 1. */
  readonly loss: number;
  /** Open ports that said nothing and were not asked every question, because too many of them stayed silent. */
  readonly notAskedFurther?: number;
};

/** How far a scan is, for the picture that fills. Ports are those of all hosts together, as lists of ranges. */
export type ScanSeen = {
  readonly target: string;
  readonly hosts: number;
  readonly tried: string;
  readonly filteredPorts: string;
  readonly open: readonly { readonly address: string; readonly port: number; readonly service: string; readonly by?: OpenPort['by'] }[];
  readonly openCount: number;
  readonly filtered: number;
  readonly closed: number;
  readonly perSecond: number;
  /** Seconds; none before it can be told. */
  readonly secondsLeft?: number;
  readonly roundTripMs?: number;
};
