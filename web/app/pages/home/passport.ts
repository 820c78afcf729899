import type { Profile } from '@castellan/content/profile';
import type { Resume } from '@castellan/content/resume';
import { resumePlace } from '@castellan/content/resume-outline';
import { rosetteAddress } from '../../ui/engraving/engrave-rosette.ts';
import { isMachineReadable, mrzText } from '../../ui/mrz/mrz.ts';
import { countryInMrz, mrzDocument } from '../../ui/mrz/mrz-document.ts';
import { transliterate } from '../../ui/mrz/transliterate.ts';

/** One thing that a field says. */
export type PassportEntry = { readonly text: string; readonly url?: string };

export type PassportField = {
  readonly label: string;
  readonly entries: readonly PassportEntry[];
  /** How it is set: `code` letter by letter, `list` an entry a line over the whole width. */
  readonly form?: 'code' | 'list';
};

/** What the About section's data page holds. */
export type Passport = {
  readonly fields: readonly PassportField[];
  /** The two machine-readable lines, with true check digits; none where no line can hold the name. */
  readonly mrz: readonly string[];
  readonly initials: string;
  /** Address of the rosette of the owner's name. */
  readonly rosette: string;
  /** Address of the engraved portrait, where there is one. */
  readonly portrait?: string;
  /** Of what the owner wrote, where it is not English. */
  readonly language?: string;
};

/** The data page of the owner, from what the content has; what it lacks has no field. */
export function passportOf(profile: Profile, resume: Resume, portrait: string | undefined): Passport {
  const since = startOfCareer(resume);
  return {
    fields: fieldsOf(profile, resume, since),
    mrz: linesOf(profile, resume, since),
    initials: profile.initials,
    rosette: rosetteAddress(profile.name),
    ...(portrait === undefined ? {} : { portrait }),
    ...(profile.language === undefined ? {} : { language: profile.language }),
  };
}

function fieldsOf({ specialty, pgp }: Profile, resume: Resume, since: string | undefined): readonly PassportField[] {
  const { certificates = [], education = [], languages = [], talks = [], advisories = [] } = resume;
  const place = resumePlace(resume);
  const one = (label: string, text: string | undefined): readonly PassportField[] =>
    text === undefined ? [] : [{ label, entries: [{ text }] }];
  const field = (label: string, entries: readonly PassportEntry[], form?: PassportField['form']): readonly PassportField[] =>
    entries.length === 0 ? [] : [{ label, entries, ...(form === undefined ? {} : { form }) }];
  return [
    ...one('Specialty', specialty ?? resume.basics.label),
    ...one('Based in', place),
    ...one('In the field since', since?.slice(0, 4)),
    ...field(
      'Certificates',
      certificates.map(({ name, abbreviation, date, url }) => entry([abbreviation ?? name, yearOf(date)].filter(Boolean).join(' '), url)),
    ),
    ...one('Languages', languages.length === 0 ? undefined : languages.map(({ language }) => language).join(', ')),
    ...field('PGP', pgp === undefined ? [] : [entry(groupsOf(pgp.fingerprint.slice(-16)), pgp.url)], 'code'),
    ...field(
      'Education',
      education.map(({ studyType, area, institution, endDate, url }) =>
        entry([[studyType, area].filter(Boolean).join(' '), institution, yearOf(endDate)].filter(Boolean).join(', '), url),
      ),
      'list',
    ),
    ...field(
      'Advisories',
      advisories.map(({ id, title, url }) => entry(`${id}: ${title}`, url)),
      'list',
    ),
    ...field(
      'Talks',
      talks.map(({ title, event, date, url }) =>
        entry([`“${title}”`, [event, yearOf(date)].filter(Boolean).join(' ')].filter(Boolean).join(', '), url),
      ),
      'list',
    ),
  ];
}

function entry(text: string, url: string | undefined): PassportEntry {
  return url === undefined ? { text } : { text, url };
}

function yearOf(date: string | undefined): string | undefined {
  return date?.slice(0, 4);
}

function groupsOf(digits: string): string {
  return (digits.match(/.{4}/g) ?? []).join(' ');
}

/** The earliest date that a post began, as the resume writes it. */
function startOfCareer({ work }: Resume): string | undefined {
  return work.map(({ startDate }) => startDate).toSorted()[0];
}

/**
 * The lines repeat what the fields say, each in the place of a passport that comes nearest to it: the number is the end of the
 * key's fingerprint, the first date the start of the career, and the issuer's own field holds the certificates. There is no day
 * of birth and no sex in them.
 */
function linesOf(profile: Profile, resume: Resume, since: string | undefined): readonly string[] {
  const { certificates = [] } = resume;
  const { countryCode } = resume.basics.location ?? {};
  const lines = mrzDocument({
    document: 'P',
    issuer: 'SEC',
    familyName: transliterate(profile.familyName),
    givenNames: transliterate(profile.givenNames),
    number: profile.pgp?.fingerprint.slice(-9) ?? '',
    country: countryCode === undefined ? '' : countryInMrz(countryCode),
    from: since === undefined ? '' : since.replaceAll('-', '').slice(2),
    until: '',
    optional: wholeParts(
      certificates
        .map(({ name, abbreviation, date }) => ({ latin: transliterate(abbreviation ?? name), year: yearOf(date)?.slice(2) ?? '' }))
        .flatMap(({ latin, year }) => (isMachineReadable(latin) ? [mrzText(latin) + year] : [])),
      14,
    ),
  });
  return lines ?? [];
}

/** As many of the parts as fit whole. */
function wholeParts(parts: readonly string[], length: number): string {
  return parts.reduce((line, part) => (line.length + part.length <= length ? line + part : line), '');
}
