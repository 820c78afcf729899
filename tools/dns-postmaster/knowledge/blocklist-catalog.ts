/** What a list means by an answer: `spam`: spam or worse came from there; `policy`: the address should not deliver mail by itself. */
export type BlocklistEntry = { readonly name: string; readonly kind: 'spam' | 'policy' };

/** A public list of addresses that receivers ask by DNS (RFC 5782). */
export type Blocklist = {
  readonly id: 'spamhaus-zen' | 'spamcop' | 'psbl';
  readonly name: string;
  readonly zone: string;
  /** Whether it lists IPv6 addresses too. */
  readonly hasIpv6: boolean;
  /** What its documented answers mean. */
  readonly entries: Readonly<Record<string, BlocklistEntry>>;
  /** Documented answers that are errors of the question, and no entries. */
  readonly refusals: Readonly<Record<string, string>>;
  /** Who may ask for free. */
  readonly terms: string;
  /** Where an entry is looked up and removed. */
  readonly removal: string;
};

/**
 * The lists that are asked: well known, free at low volume without registration, and free of charge to leave. Barracuda's takes
 * a registration, UCEPROTECT's sells early removal: neither is asked.
 */
export const blocklists: readonly Blocklist[] = [
  {
    id: 'spamhaus-zen',
    name: 'Spamhaus ZEN',
    zone: 'zen.spamhaus.org',
    hasIpv6: true,
    // docs.spamhaus.com, Available Zones.
    entries: {
      '127.0.0.2': { name: 'SBL', kind: 'spam' },
      '127.0.0.3': { name: 'CSS', kind: 'spam' },
      '127.0.0.4': { name: 'XBL', kind: 'spam' },
      '127.0.0.9': { name: 'DROP', kind: 'spam' },
      '127.0.0.10': { name: 'PBL, by the provider', kind: 'policy' },
      '127.0.0.11': { name: 'PBL, by Spamhaus', kind: 'policy' },
      '127.0.0.30': { name: 'BCL', kind: 'spam' },
    },
    refusals: {
      '127.255.255.252': 'typing error in the name of the list',
      '127.255.255.254': 'query through a public or open resolver',
      '127.255.255.255': 'too many queries from this resolver',
    },
    terms: 'Free for low-volume, non-commercial use through your own resolver; public resolvers are refused.',
    removal: 'https://check.spamhaus.org/',
  },
  {
    id: 'spamcop',
    name: 'SpamCop',
    zone: 'bl.spamcop.net',
    hasIpv6: false,
    entries: { '127.0.0.2': { name: 'spam source reported by users', kind: 'spam' } },
    refusals: {},
    terms: 'Free to query. Listings expire about a day after the last report.',
    removal: 'https://www.spamcop.net/bl.shtml',
  },
  {
    id: 'psbl',
    name: 'PSBL',
    zone: 'psbl.surriel.com',
    hasIpv6: false,
    entries: { '127.0.0.2': { name: 'spam trap hit', kind: 'spam' } },
    refusals: {},
    terms: 'Free to query. Anyone may delist an address.',
    removal: 'https://psbl.org/remove',
  },
];
