import type { NotLookedAt, Severity } from '@castellan/probes/report';
import type { OfferedProtocol } from '@castellan/probes/tls/protocol';
import type { CipherSuite } from './cipher-suites.ts';
import type { TlsFacts } from './tls-facts.ts';

/** What one check looks at: everything seen, and each protocol's suites by their properties. */
export type Seen = TlsFacts & { readonly offered: readonly { readonly protocol: OfferedProtocol; readonly suite: CipherSuite }[] };

/** One check: what it is called where it found nothing, and the finding it makes otherwise. */
export type Check = { readonly clear: string; readonly id: string; readonly title: string; readonly fix: string } & {
  readonly why: string | ((seen: Seen) => string);
  readonly severity: Severity | ((seen: Seen) => Severity);
  /** Why there is nothing to find it in; `undefined` where there is something. */
  readonly blind?: (seen: Seen) => NotLookedAt | string | undefined;
  /** Whether it is about this kind of server at all. */
  readonly applies?: (seen: Seen) => boolean;
  /** What was seen of it; `undefined` where there is nothing to find. */
  readonly find: (seen: Seen) => string | undefined;
};

/** Protocols of these names that are offered. */
export const protocolFound =
  (...names: readonly string[]) =>
  ({ protocols }: Seen) =>
    listed(
      protocols.flatMap(({ name, suites }) =>
        names.includes(name) ? [`${name} with ${suites.length} ${suites.length === 1 ? 'suite' : 'suites'}`] : [],
      ),
    );

/** Suites of a kind that are offered. */
export const suitesFound =
  (isFound: (suite: CipherSuite, protocol: OfferedProtocol) => boolean) =>
  ({ offered }: Seen) =>
    listed([...new Set(offered.flatMap(({ suite, protocol }) => (isFound(suite, protocol) ? [suite.name] : [])))]);

/** What is to be said of the server's own certificates: those that it shows to clients which name this host. */
export const leafFound = (say: (leaf: TlsFacts['certificates'][number]) => string | undefined) => (seen: Seen) =>
  listed(
    ownCertificates(seen)
      .filter(({ role }) => role === 'leaf')
      .flatMap((leaf) => say(leaf) ?? []),
  );

/** What is to be said of its chains. */
export const chainFound =
  (say: (chain: TlsFacts['chains'][number], index: number) => string | undefined) =>
  ({ chains }: Seen) =>
    listed(chains.flatMap((chain, index) => (chain.isForNoName === true ? [] : (say(chain, index) ?? []))));

/** Certificates of the chains that are for clients which name this host. */
export function ownCertificates({ certificates, chains }: Pick<TlsFacts, 'certificates' | 'chains'>): TlsFacts['certificates'] {
  return certificates.filter(({ chain }) => chains[chain]?.isForNoName !== true);
}

/** Whether a certificate is signed with MD2, MD4 or MD5. */
export const isMdSigned = ({ signature }: TlsFacts['certificates'][number]) => /md[245]/i.test(signature);

/** Whether a certificate is signed with SHA-1: `sha1WithRSAEncryption`, `ecdsa-with-SHA1`, `RSASSA-PSS with SHA-1`. */
export const isSha1Signed = ({ signature }: TlsFacts['certificates'][number]) => /sha-?1(?!\d)/i.test(signature);

/** At most six, and how many more. */
export function listed(found: readonly string[]): string | undefined {
  if (found.length === 0) return undefined;
  return found.length > 6 ? `${found.slice(0, 6).join(', ')} and ${found.length - 6} more` : found.join(', ');
}
