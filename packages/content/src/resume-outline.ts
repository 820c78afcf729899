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
  return [experience(resume), projects(resume), skills(resume), ...furtherSections(resume)].filter(({ entries }) => entries.length > 0);
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

/** The parts that follow a career. */
function furtherSections(resume: Resume & TradeParts): readonly OutlineSection[] {
  const { education = [], certificates = [], awards = [], publications = [], volunteer = [], languages = [] } = resume;
  const { talks = [], advisories = [] } = resume;
  const dated = (date: string | undefined) => (date === undefined ? undefined : resumeDateText(date));
  return [
    {
      title: 'Education',
      entries: education.map(({ institution, url, area, studyType, startDate, endDate, score, courses }) => ({
        compact: true,
        dates: resumePeriodText(startDate, endDate),
        title: { text: joined([studyType, area], ', ') ?? institution, url },
        ...(studyType === undefined && area === undefined ? {} : { subtitle: { text: institution } }),
        paragraphs: present([score]),
        highlights: [],
        ...(courses.length === 0 ? {} : { keywords: courses.join(', ') }),
      })),
    },
    {
      title: 'Certificates',
      entries: certificates.map(({ name, date, issuer, url }) => ({
        compact: true,
        dates: dated(date),
        title: { text: name, url },
        ...(issuer === undefined ? {} : { subtitle: { text: issuer } }),
        paragraphs: [],
        highlights: [],
      })),
    },
    {
      title: 'Awards',
      entries: awards.map(({ title, date, awarder, summary }) => ({
        compact: true,
        dates: dated(date),
        title: { text: title },
        ...(awarder === undefined ? {} : { subtitle: { text: awarder } }),
        paragraphs: present([summary]),
        highlights: [],
      })),
    },
    {
      title: 'Publications',
      entries: publications.map(({ name, publisher, releaseDate, url, summary }) => ({
        compact: true,
        dates: dated(releaseDate),
        title: { text: name, url },
        ...(publisher === undefined ? {} : { subtitle: { text: publisher } }),
        paragraphs: present([summary]),
        highlights: [],
      })),
    },
    {
      title: 'Talks',
      entries: talks.map(({ title, event, date, url }) => ({
        compact: true,
        dates: dated(date),
        title: { text: title, url },
        subtitle: linked(event),
        paragraphs: [],
        highlights: [],
      })),
    },
    {
      title: 'Advisories',
      entries: advisories.map(({ id, title, date, url }) => ({
        compact: true,
        dates: dated(date),
        title: { text: title, url },
        subtitle: linked(id),
        paragraphs: [],
        highlights: [],
      })),
    },
    {
      title: 'Volunteering',
      entries: volunteer.map(({ organization, position, url, startDate, endDate, summary, highlights }) => ({
        dates: startDate === undefined && endDate === undefined ? undefined : resumePeriodText(startDate, endDate),
        title: { text: position ?? organization, url },
        ...(position === undefined ? {} : { subtitle: { text: organization } }),
        paragraphs: present([summary]),
        highlights,
      })),
    },
    {
      title: 'Languages',
      entries:
        languages.length === 0
          ? []
          : [
              {
                label: 'Spoken and written',
                paragraphs: [
                  languages
                    .map(({ language, fluency }) => (fluency === undefined ? language : `${language} (${fluency.toLowerCase()})`))
                    .join(', '),
                ],
                highlights: [],
              },
            ],
    },
  ];
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
