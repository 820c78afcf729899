import type { Resume } from './resume.ts';
import { resumeDateText, resumePeriodText } from './resume-period.ts';

/** A text that may lead somewhere. */
export type LinkedText = { readonly text: string; readonly url?: string | undefined };

/** One row of a section: what stands in the margin (dates, a field's name), and what it is about. */
export type OutlineEntry = {
  /** Set as dates are. */
  readonly dates?: string | undefined;
  /** Set as text, above or instead of the dates. */
  readonly label?: string | undefined;
  /** Below the dates or the label, quietly. */
  readonly aside?: string | undefined;
  readonly title?: LinkedText | undefined;
  readonly subtitle?: LinkedText | undefined;
  /** Title and subtitle are one line where there is room. */
  readonly compact?: boolean;
  readonly paragraphs: readonly string[];
  readonly highlights: readonly string[];
  /** Small print below the rest. */
  readonly keywords?: string | undefined;
};

export type OutlineSection = { readonly title: string; readonly entries: readonly OutlineEntry[] };

/** What people of this trade are known by, beyond the standard's parts: talks given, and weaknesses found and made public. */
type TradeParts = {
  readonly talks?: readonly (Dated & { readonly event?: string | undefined })[] | undefined;
  readonly advisories?: readonly (Dated & { readonly id: string })[] | undefined;
};

type Dated = { readonly title: string; readonly date?: string | undefined; readonly url?: string | undefined };

/** What the owner is called at work: what every owner's home page says, where the resume says nothing else. */
export function jobTitleOf({ basics }: Resume): string {
  return basics.label ?? 'Security Specialist';
}

/** Where the owner lives, as far as the resume says: `Budapest, Hungary`. */
export function resumePlace({ basics: { location } }: Resume): string | undefined {
  if (location === undefined) return undefined;
  const { city, region, countryCode } = location;
  const country = countryCode === undefined ? undefined : (new Intl.DisplayNames('en', { type: 'region' }).of(countryCode) ?? countryCode);
  return joined([city, region, country], ', ');
}

/** Everything that the resume says, in reading order, for its PDF and its page alike. Sections with nothing in them are left out. */
export function resumeSections(resume: Resume & TradeParts): readonly OutlineSection[] {
  const parts = [experience, certificates, projects, skills, education, awards, publications, talks, advisories, volunteering, languages];
  return parts.map((part) => part(resume)).filter(({ entries }) => entries.length > 0);
}

function experience({ work }: Resume): OutlineSection {
  const entries = work.map(({ name, position, startDate, endDate, location, url, summary, highlights, description }) => ({
    dates: resumePeriodText(startDate, endDate),
    aside: location,
    title: { text: position },
    subtitle: { text: joined([name, description], ' · ') ?? name, url },
    paragraphs: present([summary]),
    highlights,
  }));
  return { title: 'Experience', entries };
}

function projects(resume: Resume): OutlineSection {
  const entries = resume.projects.map(({ name, description, highlights, keywords, startDate, endDate, url, entity, type, roles }) => ({
    dates: resumePeriodText(startDate, endDate),
    aside: type,
    title: { text: name, url },
    subtitle: linked(joined([...roles, entity], ' · ')),
    paragraphs: [description],
    highlights,
    ...(keywords.length === 0 ? {} : { keywords: keywords.join(', ') }),
  }));
  return { title: 'Projects', entries };
}

function skills(resume: Resume): OutlineSection {
  const entries = resume.skills.map(({ name, level, keywords }) => ({
    label: name,
    aside: level,
    paragraphs: keywords.length === 0 ? [] : [keywords.join(', ')],
    highlights: [],
  }));
  return { title: 'Skills', entries };
}

function education({ education: schools = [] }: Resume): OutlineSection {
  const entries = schools.map(({ institution, url, area, studyType, startDate, endDate, score, courses }) => ({
    compact: true,
    dates: resumePeriodText(startDate, endDate),
    title: { text: joined([studyType, area], ', ') ?? institution, url },
    subtitle: studyType === undefined && area === undefined ? undefined : { text: institution },
    paragraphs: present([score]),
    highlights: [],
    ...(courses.length === 0 ? {} : { keywords: courses.join(', ') }),
  }));
  return { title: 'Education', entries };
}

function certificates({ certificates: earned = [] }: Resume): OutlineSection {
  return { title: 'Certificates', entries: earned.map(({ name, issuer, date, url }) => datedEntry(name, issuer, { date, url })) };
}

function awards({ awards: given = [] }: Resume): OutlineSection {
  return { title: 'Awards', entries: given.map(({ title, awarder, date, summary }) => datedEntry(title, awarder, { date, summary })) };
}

function publications({ publications: written = [] }: Resume): OutlineSection {
  const entries = written.map(({ name, publisher, releaseDate, url, summary }) =>
    datedEntry(name, publisher, { date: releaseDate, url, summary }),
  );
  return { title: 'Publications', entries };
}

function talks({ talks: given = [] }: TradeParts): OutlineSection {
  return { title: 'Talks', entries: given.map(({ title, event, date, url }) => datedEntry(title, event, { date, url })) };
}

function advisories({ advisories: published = [] }: TradeParts): OutlineSection {
  return { title: 'Advisories', entries: published.map(({ id, title, date, url }) => datedEntry(title, id, { date, url })) };
}

function volunteering({ volunteer = [] }: Resume): OutlineSection {
  const entries = volunteer.map(({ organization, position, url, startDate, endDate, summary, highlights }) => ({
    dates: startDate === undefined && endDate === undefined ? undefined : resumePeriodText(startDate, endDate),
    title: { text: position ?? organization, url },
    subtitle: position === undefined ? undefined : { text: organization },
    paragraphs: present([summary]),
    highlights,
  }));
  return { title: 'Volunteering', entries };
}

/** All languages are one entry. */
function languages({ languages: spoken = [] }: Resume): OutlineSection {
  const named = spoken.map(({ language, fluency }) => (fluency === undefined ? language : `${language} (${fluency.toLowerCase()})`));
  const entries = named.length === 0 ? [] : [{ label: 'Spoken and written', paragraphs: [named.join(', ')], highlights: [] }];
  return { title: 'Languages', entries };
}

/** One line of what happened on a date: its name, and who or what stood behind it. */
function datedEntry(
  title: string,
  subtitle: string | undefined,
  { date, url, summary }: { readonly date?: string | undefined; readonly url?: string | undefined; readonly summary?: string | undefined },
): OutlineEntry {
  return {
    compact: true,
    dates: date === undefined ? undefined : resumeDateText(date),
    title: { text: title, url },
    subtitle: linked(subtitle),
    paragraphs: present([summary]),
    highlights: [],
  };
}

function present(texts: readonly (string | undefined)[]): readonly string[] {
  return texts.filter((text) => text !== undefined);
}

function joined(texts: readonly (string | undefined)[], separator: string): string | undefined {
  const parts = present(texts);
  return parts.length === 0 ? undefined : parts.join(separator);
}

function linked(text: string | undefined): LinkedText | undefined {
  return text === undefined ? undefined : { text };
}
