import type { Profile } from '@castellan/content/profile';
import type { Resume } from '@castellan/content/resume';
import { jobTitleOf } from '@castellan/content/resume-outline';

/** What the title word of the home page ends in: every owner's, where the resume says nothing else. */
const usualTitle = 'Security Specialist';

/**
 * What the home page tells programs: a profile page, whose subject is the owner, on a web site (schema.org). Named field
 * by field, so that neither a telephone number nor a day of birth can ever slip in.
 */
export function linkedData(publicUrl: string, profile: Profile, resume: Resume): object {
  const person = `${publicUrl}/#person`;
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
        mainEntity: {
          '@type': 'Person',
          '@id': person,
          name: profile.name,
          givenName: profile.givenNames,
          familyName: profile.familyName,
          url: `${publicUrl}/`,
          image: publicUrl + (profile.photo === undefined ? '/og-card.png' : `/content/${profile.photo}`),
          jobTitle: jobTitleOf(resume),
          description: resume.basics.summary,
          sameAs: [profile.linkedinUrl, profile.githubUrl, profile.instagramUrl, profile.spotifyUrl],
          knowsAbout: [...new Set(resume.skills.flatMap((skill) => [skill.name, ...skill.keywords]))],
        },
      },
      { '@type': 'WebSite', '@id': site, url: `${publicUrl}/`, name: profile.name, inLanguage: 'en', publisher: { '@id': person } },
    ],
  };
}

/** A value as the text of a script element: without the one character that could end it or open a comment in it. */
export function scriptText(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
