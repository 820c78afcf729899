import { minHstsSeconds } from './grade.ts';
import { type Check, chainFound, leafFound, listed, ownCertificates, type Seen } from './tls-check.ts';

/** Where no certificate was seen, nothing can be said of it. */
const ofCertificate = (check: Check): Check => ({
  ...check,
  blind: (seen) => (ownCertificates(seen).length === 0 ? seen.unseen : check.blind?.(seen)),
});

const chainChecks: readonly Check[] = [
  {
    id: 'untrusted',
    clear: 'The chain leads to a trusted root',
    title: 'The certificate is not trusted',
    severity: 'critical',
    find: chainFound(({ distrust }) => (distrust === '' ? undefined : distrust)),
    why: 'Browsers and mail servers refuse it, or teach people to click warnings away.',
    fix: 'Get a certificate from an authority in Mozilla’s store, and send its intermediates.',
  },
  {
    id: 'wrong-name',
    clear: 'The certificate is for this name',
    title: 'The certificate is for another name',
    severity: 'critical',
    find: (seen) =>
      chainFound(({ matchesName }, chain) => {
        if (matchesName) return undefined;
        const leaf = seen.certificates.find((one) => one.chain === chain);
        return `For ${leaf?.names.slice(0, 5).join(', ') || 'no name'}`;
      })(seen),
    why: 'Nobody can tell this server from another one that has such a certificate (RFC 9525).',
    fix: 'Get a certificate with this name among its subject alternative names.',
  },
  {
    id: 'expired',
    clear: 'The certificate is valid today',
    title: 'The certificate is not valid today',
    severity: 'critical',
    find: leafFound(({ daysLeft, validFrom, validTo }) =>
      daysLeft < 0
        ? `Ended ${validTo}`
        : Date.parse(validFrom) > Date.parse(validTo) - daysLeft * 86_400_000
          ? `Begins ${validFrom}`
          : undefined,
    ),
    why: 'Clients refuse it.',
    fix: 'Renew it, and let a machine renew it from now on (ACME).',
  },
  {
    id: 'impossible-day',
    clear: 'The certificate begins and ends on days that there are',
    title: 'The certificate names a day that no calendar has',
    severity: 'critical',
    find: leafFound(({ validFrom, validTo }) =>
      validTo === '' ? 'The day on which it ends' : validFrom === '' ? 'The day on which it begins' : undefined,
    ),
    why: 'Clients refuse it. It was made by hand, or to make whoever looks at it fail.',
    fix: 'Issue it again, by a program that knows dates.',
  },
  {
    id: 'read-in-part',
    clear: 'Everything of the certificates was read',
    title: 'Not everything of the certificates was read',
    severity: 'info',
    find: ({ certificates, chains }) =>
      listed([
        ...certificates.flatMap(({ subject, names, namesLeft }) =>
          namesLeft === undefined ? [] : [`The first ${names.length} of ${names.length + namesLeft} names of ${subject}`],
        ),
        ...chains.flatMap(({ left }) => (left === undefined ? [] : [`A chain but for its last ${left} certificates`])),
      ]),
    why: 'No authority signs so many. They may be there to tire whoever looks.',
    fix: 'Send the certificates that a client needs, with the names that it asks for.',
  },
  {
    id: 'expires-soon',
    clear: 'The certificate does not end soon',
    title: 'The certificate ends soon',
    severity: 'medium',
    find: leafFound(({ daysLeft, validFrom, validTo }) =>
      validTo !== '' && daysLeft >= 0 && daysLeft < soonDays(validFrom, validTo) ? `Ends ${validTo}, in ${daysLeft} days` : undefined,
    ),
    why: 'What renews itself has done so by then.',
    fix: 'See why it was not renewed.',
  },
  {
    id: 'weak-key',
    clear: 'Keys of 112 bits of strength or more',
    title: 'A weak key',
    severity: 'high',
    find: (seen) =>
      listed(
        ownCertificates(seen).flatMap(({ key, subject, role }) =>
          role !== 'root' && ((['RSA', 'DSA'].includes(key.kind) && key.bits < 2048) || (key.kind === 'EC' && key.bits < 224))
            ? [`${key.kind} ${key.bits} of ${subject}`]
            : [],
        ),
      ),
    why: 'It can be found by those who have much computing power.',
    fix: 'Make a key of RSA 2048, or P-256, or more.',
  },
  {
    id: 'weak-signature',
    clear: 'Signed with SHA-256 or better',
    title: 'Signed with a broken hash',
    severity: 'high',
    find: (seen) =>
      listed(
        ownCertificates(seen).flatMap(({ signature, subject, role, isSelfSigned }) =>
          role !== 'root' && !isSelfSigned && /md[245]|sha-?1(?!\d)/i.test(signature) ? [`${subject}: ${signature}`] : [],
        ),
      ),
    why: 'A second certificate with the same signature can be made.',
    fix: 'Get a certificate signed with SHA-256.',
  },
  {
    id: 'chain-order',
    clear: 'The chain is in order',
    title: 'The chain is not in order',
    severity: 'low',
    blind: ({ chains }) =>
      chains.some(({ missing, isForNoName }) => missing !== undefined && isForNoName !== true) ? 'the chain is not complete' : undefined,
    find: chainFound(({ isInOrder }, chain) => (isInOrder ? undefined : `Chain ${chain + 1}`)),
    why: 'Some clients put it in order, others fail.',
    fix: 'Send the server’s own certificate first, then each one’s issuer.',
  },
  {
    id: 'root-sent',
    clear: 'The root is left out',
    title: 'The chain sends its root',
    severity: 'info',
    find: (seen) => listed(ownCertificates(seen).flatMap(({ role, wasSent, subject }) => (role === 'root' && wasSent ? [subject] : []))),
    why: 'Every client has it, or does not trust it.',
    fix: 'Leave the last certificate out.',
  },
  {
    id: 'long-life',
    clear: 'Lives 398 days or less',
    title: 'The certificate lives long',
    severity: 'low',
    find: leafFound(({ validFrom, validTo }) => {
      const days = Math.round((Date.parse(validTo) - Date.parse(validFrom)) / 86_400_000);
      return days > 398 ? `${days} days` : undefined;
    }),
    why: 'Browsers refuse more than 398 days from public authorities, and a stolen key is of use for as long.',
    fix: 'Renew every 90 days, by machine.',
  },
];

const leafChecks: readonly Check[] = [
  {
    id: 'no-alternative-name',
    clear: 'Has its names where clients look for them',
    title: 'The certificate has no subject alternative name',
    severity: 'critical',
    find: chainFound(({ leaf }) => (leaf.hasNames ? undefined : 'A common name alone')),
    why: 'Clients have not looked at the common name since 2017, and refuse it (RFC 9525 §2).',
    fix: 'Issue it again with its names as subject alternative names.',
  },
  {
    id: 'authority-as-server',
    clear: 'The server’s certificate is no authority’s',
    title: 'The server’s certificate may sign others',
    severity: 'high',
    find: chainFound(({ leaf }) => (leaf.isAuthority ? 'CA:TRUE among its basic constraints' : undefined)),
    why: 'Who gets this server’s key can issue certificates for any name to those who trust it; Firefox refuses it.',
    fix: 'Issue it again with CA:FALSE, signed by an authority whose key is kept elsewhere.',
  },
  {
    id: 'incomplete-chain',
    clear: 'The chain is complete',
    title: 'The chain is not complete',
    severity: 'high',
    find: chainFound(({ missing }) =>
      missing === undefined
        ? undefined
        : `Not sent, and not in the store: ${missing.issuer}, who signed ${missing.of}${missing.url === '' ? '' : ` (${missing.url})`}`,
    ),
    why: 'Browsers may find the missing certificate by themselves; other clients refuse the server.',
    fix: 'Send the certificate of each issuer up to the root, or name the authority with --ca where it is your own.',
  },
];

/** Every staple that came for a chain which is this host's. */
const stapleBlind = ({ chains }: Seen): string | undefined => {
  const own = chains.filter(({ isForNoName }) => isForNoName !== true);
  const isKnown = ({ staple }: (typeof own)[number]) => staple?.trust === 'verified' && staple.status !== 'unknown';
  const open = own.find((chain) => !isKnown(chain));
  if (own.some((chain) => isKnown(chain) && chain.staple?.status === 'revoked') || open === undefined) return undefined;
  if (open.staple !== undefined) return open.staple.problem || 'the authority says that it does not know this certificate';
  return open.leaf.namesResponder
    ? 'no status was stapled'
    : 'the certificate names no OCSP responder, and lists of the revoked are not fetched';
};

const stapleChecks: readonly Check[] = [
  {
    id: 'revoked',
    clear: 'Not revoked',
    title: 'The certificate was revoked',
    severity: 'critical',
    blind: (seen) => {
      const reason = stapleBlind(seen);
      return reason === undefined ? undefined : { reason, subject: 'revocation' };
    },
    find: chainFound(({ staple }) =>
      staple?.status === 'revoked' && staple.trust === 'verified'
        ? `Revoked ${staple.revokedAt ?? ''}${(staple.revocationReason ?? '') === '' ? '' : `: ${staple.revocationReason}`}`
        : undefined,
    ),
    why: 'Its authority took it back, and says so with every handshake. Clients that read it refuse the server.',
    fix: 'Make a new key, and get a new certificate for it.',
  },
  {
    id: 'staple-refused',
    clear: 'The stapled status can be relied on',
    title: 'The stapled status cannot be relied on',
    severity: 'medium',
    blind: ({ chains }) => {
      const own = chains.filter(({ isForNoName }) => isForNoName !== true);
      if (own.every(({ staple }) => staple === undefined)) return 'none was stapled';
      const open = own.find(({ staple }) => staple?.trust === 'unverified');
      return own.some(({ staple }) => staple?.trust === 'refused') ? undefined : open?.staple?.problem;
    },
    find: chainFound(({ staple }) => {
      if (staple?.trust === 'verified') return staple.status === 'unknown' ? 'The authority does not know this certificate' : undefined;
      if (staple?.trust !== 'refused') return undefined;
      return `${upper(staple.problem)}${staple.status === 'unknown' ? '' : `. It says: ${staple.status}`}`;
    }),
    why: 'Clients that look at it refuse the server, or ask the authority themselves.',
    fix: 'See that the server fetches a new status in time, and staples the one of this certificate.',
  },
  {
    id: 'must-staple',
    clear: 'Comes with a status where it must',
    title: 'The certificate must come with a stapled status, and comes without',
    severity: 'high',
    find: chainFound(({ leaf, staple }) =>
      leaf.mustStaple && staple?.trust !== 'verified' && staple?.trust !== 'unverified'
        ? 'OCSP Must-Staple (RFC 7633) in the certificate'
        : undefined,
    ),
    why: 'Clients that heed it refuse the server; Firefox does.',
    fix: 'Switch OCSP stapling on, or get a certificate without this extension.',
  },
  {
    id: 'no-staple',
    clear: 'A status is stapled',
    title: 'No stapled revocation status',
    severity: 'info',
    blind: ({ chains, hasStaple }) =>
      !hasStaple && chains.every(({ leaf }) => !leaf.namesResponder)
        ? 'the certificate names no OCSP responder: there is nothing to staple'
        : undefined,
    find: ({ hasStaple }) => (hasStaple ? undefined : 'No OCSP response came with the handshake'),
    why: 'Clients that look revocation up tell the authority where they go. Authorities without OCSP have nothing to staple.',
    fix: 'Switch OCSP stapling on where the authority offers OCSP.',
  },
];

const httpChecks: readonly Check[] = [
  {
    id: 'no-hsts',
    clear: 'HSTS for half a year',
    title: 'No Strict-Transport-Security',
    // The guide has it cost the plus alone: a header, and no flaw of what TLS does.
    severity: 'low',
    applies: ({ hsts }) => hsts !== undefined,
    blind: ({ hsts }) => (hsts !== undefined && 'reason' in hsts ? { reason: hsts.reason, subject: 'HSTS', bars: 'best' } : undefined),
    find: ({ hsts }) => {
      if (hsts === undefined || 'reason' in hsts || hsts.maxAge >= minHstsSeconds) return undefined;
      return hsts.maxAge === 0 ? 'The header is missing' : `max-age=${hsts.maxAge}`;
    },
    why: 'A first visit by http can be kept on http by whoever stands in between.',
    fix: 'Send Strict-Transport-Security with a max-age of at least 15552000.',
  },
];

const nameChecks: readonly Check[] = [
  {
    id: 'certificate',
    clear: 'The certificate was seen',
    title: 'The certificate was not seen',
    severity: 'info',
    blind: (seen) => (ownCertificates(seen).length === 0 ? { reason: seen.unseen, subject: 'the certificate', bars: 'grade' } : undefined),
    find: () => undefined,
    why: '',
    fix: '',
  },
  {
    id: 'other-without-name',
    clear: 'Clients that name no host get the same certificate',
    title: 'Clients that name no host get another certificate',
    severity: 'info',
    applies: ({ withoutName }) => withoutName !== undefined,
    find: ({ withoutName, certificates, chains }) => {
      if (withoutName === 'refused') return 'None: they are refused';
      if (withoutName !== 'other') return undefined;
      return listed(
        certificates.flatMap(({ role, chain, subject }) => (role === 'leaf' && chains[chain]?.isForNoName === true ? [subject] : [])),
      );
    },
    why: 'Old clients and some programs name no host. What they get is shown below; it is not judged.',
    fix: '',
  },
];

/** Three weeks; of a certificate for a few days a third of its life. */
function soonDays(validFrom: string, validTo: string): number {
  const third = (Date.parse(validTo) - Date.parse(validFrom)) / 86_400_000 / 3;
  return Number.isNaN(third) ? 21 : Math.min(21, third);
}

function upper(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Everything that is checked of certificates, and of what stands behind them. */
export const certificateChecks: readonly Check[] = [
  ...nameChecks,
  ...[...chainChecks, ...leafChecks, ...stapleChecks].map(ofCertificate),
  ...httpChecks,
];
