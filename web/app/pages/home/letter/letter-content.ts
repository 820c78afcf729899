import { type MailParts, mailPartsOf } from '@castellan/content/mail-parts';
import type { SiteContext } from '../../../lib/site-context.ts';
import { rosetteAddress } from '../../../ui/engraving/engrave-rosette.ts';

/** What the letter at the home page's end says. The e-mail address goes out in two parts, as on the contact page. */
export type LetterContent = MailParts & {
  /** Where the owner's clock is: `Budapest`. */
  readonly place: string;
  /** By its IANA name. */
  readonly timeZone: string;
  /** What stands where no clock runs: `Central European Time`. */
  readonly zoneName: string;
  readonly availability?: string;
  /** The last 16 digits of the fingerprint in groups of four, as in the passport, and where the key is. */
  readonly pgp?: { readonly id: string; readonly href?: string };
  /** The stamp's picture and its words, which have room for 15 letters. */
  readonly rosette: string;
  readonly stamped: string;
};

/** Letters that have room on the stamp. */
const maxStamped = 15;

/** `undefined` for an owner who gives no e-mail address. */
export function letterOf({ profile, resume }: Pick<SiteContext, 'profile' | 'resume'>): LetterContent | undefined {
  const { email, timeZone, availability, pgp, name, familyName, initials } = profile;
  const mail = mailPartsOf(email);
  if (mail === undefined) return undefined;
  const href = pgp?.file === undefined ? pgp?.url : '/pgp.asc';
  return {
    ...mail,
    place: resume.basics.location?.city ?? cityOf(timeZone),
    timeZone,
    zoneName: zoneNameOf(timeZone),
    ...(availability === undefined ? {} : { availability }),
    ...(pgp === undefined ? {} : { pgp: { id: groupsOf(pgp.fingerprint.slice(-16)), ...(href === undefined ? {} : { href }) } }),
    rosette: rosetteAddress(name),
    stamped: [name, familyName].find((words) => [...words].length <= maxStamped) ?? initials,
  };
}

/** `America/Argentina/Buenos_Aires` as people call it. */
function cityOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}

/** A summer's day: in winter, where a zone has summer time, its name would be the winter's. */
const namedOn = Date.UTC(2026, 6, 1);

function zoneNameOf(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longGeneric' }).formatToParts(namedOn);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

function groupsOf(digits: string): string {
  return digits.replace(/(.{4})(?=.)/g, '$1 ');
}
