import type { Profile } from '@castellan/content/profile';
import { sameAsOf } from './linked-data.ts';

/**
 * What the contact page tells programs: whose page it is and where else this person is found (schema.org). Neither the
 * e-mail address nor the telephone number is in it: the page shows these to people.
 */
export function contactData(publicUrl: string, profile: Profile): object {
  const url = `${publicUrl}/contact`;
  return {
    '@context': 'https://schema.org',
    '@type': 'ContactPage',
    '@id': `${url}#page`,
    url,
    name: `Contact Me · ${profile.name}`,
    inLanguage: 'en',
    isPartOf: { '@type': 'WebSite', '@id': `${publicUrl}/#site`, url: `${publicUrl}/`, name: profile.name },
    mainEntity: {
      '@type': 'Person',
      '@id': `${publicUrl}/#person`,
      name: profile.name,
      url: `${publicUrl}/`,
      ...sameAsOf(profile),
    },
  };
}
