import type { CaseStudy } from '@castellan/content/case-study';
import { type Profile, profileAddresses } from '@castellan/content/profile';
import { projectsPath } from '@castellan/content/projects-page';
import { caseStudyPath, type Resume, type ResumeProject } from '@castellan/content/resume';
import { jobTitleOf } from '@castellan/content/resume-outline';

/** What the title word of the home page ends in: every owner's, where the resume says nothing else. */
const usualTitle = 'Security Specialist';

/**
 * What the home page tells programs: a profile page, whose subject is the owner, on a web site (schema.org). Named field
 * by field, so that neither a telephone number nor a day of birth can ever slip in.
 */
export function linkedData(publicUrl: string, profile: Profile, resume: Resume): object {
  const site = `${publicUrl}/#site`;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'ProfilePage',
        '@id': `${publicUrl}/#page`,
        url: `${publicUrl}/`,
        name: `${profile.name} · ${usualTitle}`,
        inLanguage: 'en',
        isPartOf: { '@id': site },
        mainEntity: ownerData(publicUrl, profile, resume),
      },
      {
        '@type': 'WebSite',
        '@id': site,
        url: `${publicUrl}/`,
        name: profile.name,
        inLanguage: 'en',
        publisher: { '@id': personId(publicUrl) },
      },
    ],
  };
}

/** What the resume's page tells programs: the owner again, with every post. */
export function resumeData(publicUrl: string, profile: Profile, resume: Resume): object {
  const url = `${publicUrl}/cv`;
  const present = resume.work.filter(({ endDate }) => endDate === undefined);
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    '@id': `${url}#page`,
    url,
    name: `Resume · ${profile.name}`,
    inLanguage: 'en',
    isPartOf: { '@type': 'WebSite', '@id': `${publicUrl}/#site`, url: `${publicUrl}/`, name: profile.name },
    mainEntity: {
      ...ownerData(publicUrl, profile, resume),
      ...part(
        'worksFor',
        present.map(({ name, url: address }) => ({
          '@type': 'Organization',
          name,
          ...(address === undefined ? {} : { url: address }),
        })),
      ),
      ...part(
        'hasOccupation',
        resume.work.map(({ name, position, startDate, endDate }) => ({
          '@type': 'Role',
          hasOccupation: { '@type': 'Occupation', name: position },
          description: `${position}, ${name}`,
          startDate,
          ...(endDate === undefined ? {} : { endDate }),
        })),
      ),
    },
  };
}

/** Where else the owner is found, as a field of their entry; no field where there is no such place. */
export function sameAsOf(profile: Profile): { readonly sameAs?: readonly string[] } {
  const addresses = profileAddresses(profile);
  return addresses.length === 0 ? {} : { sameAs: addresses };
}

/** The owner, named by whatever is theirs. */
export function authorData(publicUrl: string, { name }: Pick<Profile, 'name'>): object {
  return { '@type': 'Person', '@id': personId(publicUrl), name, url: `${publicUrl}/` };
}

function personId(publicUrl: string): string {
  return `${publicUrl}/#person`;
}

function ownerData(publicUrl: string, profile: Profile, resume: Resume): object {
  return {
    '@type': 'Person',
    '@id': personId(publicUrl),
    name: profile.name,
    givenName: profile.givenNames,
    familyName: profile.familyName,
    url: `${publicUrl}/`,
    image: publicUrl + (profile.photo === undefined ? '/og-card.png' : `/content/${profile.photo}`),
    jobTitle: jobTitleOf(resume),
    description: resume.basics.summary,
    ...sameAsOf(profile),
    knowsAbout: [...new Set(resume.skills.flatMap((skill) => [skill.name, ...skill.keywords]))],
    ...credentials(resume),
  };
}

function part(name: string, entries: readonly object[]): object {
  return entries.length === 0 ? {} : { [name]: entries };
}

/** What the resume has of them; a part with nothing in it is left out. */
function credentials({ languages = [], certificates = [], education = [], talks = [], advisories = [] }: Resume): object {
  return {
    ...part(
      'knowsLanguage',
      languages.map(({ language }) => ({ '@type': 'Language', name: language })),
    ),
    ...part(
      'hasCredential',
      certificates.map(({ name, abbreviation, issuer, date, url }) => ({
        '@type': 'EducationalOccupationalCredential',
        credentialCategory: 'certificate',
        name,
        ...(abbreviation === undefined ? {} : { alternateName: abbreviation }),
        ...(issuer === undefined ? {} : { recognizedBy: { '@type': 'Organization', name: issuer } }),
        ...(date === undefined ? {} : { dateCreated: date }),
        ...(url === undefined ? {} : { url }),
      })),
    ),
    ...part(
      'alumniOf',
      education.map(({ institution, url }) => ({
        '@type': 'EducationalOrganization',
        name: institution,
        ...(url === undefined ? {} : { url }),
      })),
    ),
    ...part(
      'performerIn',
      talks.map(({ title, event, date, url }) => ({
        '@type': 'Event',
        name: event === undefined ? title : `${title}, ${event}`,
        ...(date === undefined ? {} : { startDate: date }),
        ...(url === undefined ? {} : { url }),
      })),
    ),
    ...part(
      'subjectOf',
      advisories.map(({ id, title, date, url }) => ({
        '@type': 'Report',
        reportNumber: id,
        name: title,
        ...(date === undefined ? {} : { datePublished: date }),
        ...(url === undefined ? {} : { url }),
      })),
    ),
  };
}

/** What the page with all projects tells programs: a list of works by the owner, in its order. */
export function projectsData(publicUrl: string, profile: Profile, { projects }: Pick<Resume, 'projects'>): object {
  const url = publicUrl + projectsPath;
  return {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    '@id': `${url}#page`,
    url,
    name: `Projects · ${profile.name}`,
    inLanguage: 'en',
    isPartOf: { '@type': 'WebSite', '@id': `${publicUrl}/#site`, url: `${publicUrl}/`, name: profile.name },
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: projects.length,
      itemListElement: projects.map((project, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        item: {
          ...workData(project),
          ...(project.startDate === undefined ? {} : { dateCreated: project.startDate }),
          creator: { '@type': 'Person', '@id': personId(publicUrl), name: profile.name },
          ...caseOf(publicUrl, project),
        },
      })),
    },
  };
}

function caseOf(publicUrl: string, project: ResumeProject): object {
  const path = caseStudyPath(project);
  return path === undefined ? {} : { subjectOf: { '@type': 'TechArticle', '@id': `${publicUrl}${path}#article`, url: publicUrl + path } };
}

function workData({ name, description, url, keywords }: ResumeProject): object {
  return {
    '@type': 'CreativeWork',
    name,
    description,
    ...(url === undefined ? {} : { url }),
    ...(keywords.length === 0 ? {} : { keywords: keywords.join(', ') }),
  };
}

/** What a case study tells programs: an article by the owner, about a project. */
export function caseStudyData(publicUrl: string, profile: Profile, project: ResumeProject, study: CaseStudy): object {
  const address = `${publicUrl}/projects/${study.slug}`;
  return {
    '@context': 'https://schema.org',
    '@type': 'TechArticle',
    '@id': `${address}#article`,
    url: address,
    headline: study.title,
    description: study.lead === '' ? project.description : study.lead,
    inLanguage: 'en',
    image: `${address}/card.png`,
    author: authorData(publicUrl, profile),
    about: workData(project),
  };
}

/** A value as the text of a script element: without the one character that could end it or open a comment in it. */
export function scriptText(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
