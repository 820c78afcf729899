/** A profile in which every field can be used as it stands; what is shown as an example where a field cannot. */
export const profileExample = {
  name: 'Ada Varga',
  givenNames: 'Ada',
  familyName: 'Varga',
  initials: 'AV',
  photo: 'portrait.jpg',
  blogUrl: 'https://blog.example/',
  blogFeedUrl: 'https://blog.example/feed.xml',
  businessUrl: 'https://business.example/',
  about: ['I make systems hard to forge.'],
  email: 'you@example.org',
  availability: 'Open to new work from March',
  securityContact: 'mailto:security@example.org',
  specialty: 'Application security',
  pgp: { fingerprint: '91C2 7A3F 5D10 C6E8 4B2A 0F97 7A3F 91C2 0D4E 5B88', url: 'https://example.org/key.asc', file: 'key.asc' },
  linkedinUrl: 'https://www.linkedin.com/in/you/',
  githubUrl: 'https://github.com/you',
  instagramUrl: 'https://www.instagram.com/you/',
  spotifyUrl: 'https://open.spotify.com/user/you',
  discordHandle: 'you',
  language: 'pt-BR',
  socialInk: {
    linkedin: { gradient: ['ultramarine', 'verdigris'], shadow: 'ultramarine' },
    github: { gradient: ['copper', 'amber'], shadow: 'copper' },
    discord: { gradient: ['verdigris', 'ultramarine'], shadow: 'verdigris' },
  },
  copyrightYear: 2025,
  timeZone: 'Europe/Budapest',
  birthday: { month: 6, day: 30 },
};

const period = { startDate: '2021-03', endDate: '2023-11' };
const url = 'https://example.org/';
const summary = 'One sentence that says what it is about.';
const highlights = ['Moved every account to passkeys.'];

/** The same for a resume, whose list entries together have every field. */
export const resumeExample = {
  basics: { summary, url, label: 'Security Specialist', location: { city: 'Budapest', region: 'Pest', countryCode: 'HU' } },
  work: [
    {
      name: 'Halyard Mint',
      position: 'Security Engineer',
      ...period,
      location: 'Budapest',
      description: 'A payment service',
      url,
      summary,
      highlights,
      figure: { value: '1.9', label: 'million accounts moved to passkeys' },
    },
  ],
  projects: [
    {
      name: 'Rosette',
      description: 'A log that shows whether it was altered.',
      highlights,
      keywords: ['Rust'],
      ...period,
      url,
      roles: ['Maintainer'],
      entity: 'Halyard Mint',
      type: 'application',
      drawing: 'chain',
      drawingCaption: 'Each row seals the one before',
      caseStudy: 'rosette.md',
    },
  ],
  skills: [
    {
      name: 'Cryptography',
      level: 'Expert',
      keywords: ['Ed25519'],
      since: 2021,
      evidence: [{ project: 'Rosette', text: 'the log' }, { post: 'Halyard Mint' }],
    },
  ],
  volunteer: [{ organization: 'A school', position: 'Teacher', url, ...period, summary, highlights }],
  education: [
    { institution: 'A university', url, area: 'Computer science', studyType: 'MSc', ...period, score: '5.0', courses: ['Cryptography'] },
  ],
  awards: [{ title: 'Best paper', date: '2021-03', awarder: 'A conference', summary }],
  certificates: [{ name: 'Offensive Security Certified Professional', abbreviation: 'OSCP', date: '2018-10', issuer: 'OffSec', url }],
  publications: [{ name: 'On logs', publisher: 'A journal', releaseDate: '2021-03', url, summary }],
  languages: [{ language: 'Hungarian', fluency: 'Native' }],
  talks: [{ title: 'What a recovery code is for', event: 'A conference', date: '2022-09', url }],
  advisories: [{ id: 'CVE-2021-40999', title: 'A signature that was not checked', date: '2021-03', url }],
};

/** The same for the first wishes. */
export const wishesExample = {
  wishes: [
    {
      key: 'brass-lamp',
      title: 'A brass lamp',
      url,
      priceMinor: 4900,
      currency: 'EUR',
      priority: 2,
      category: 'Home',
      note: 'Any size.',
      quantity: 1,
    },
  ],
};

/** The same for what only the server reads. */
export const privateContactExample = { fullName: 'Ada Varga', phone: '+36 1 555 0199' };
