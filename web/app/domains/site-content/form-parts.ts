import type { FormField } from './form-fields.ts';

const line = (path: string, label: string, hint?: string): FormField => ({
  path,
  label,
  kind: 'line',
  ...(hint === undefined ? {} : { hint }),
});
const more = (kind: FormField['kind'], path: string, label: string, hint?: string): FormField => ({ ...line(path, label, hint), kind });

/** The fields of `profile.json`, in groups with a heading. */
export const profileGroups: readonly { readonly title: string; readonly fields: readonly FormField[] }[] = [
  {
    title: 'Who you are',
    fields: [
      line('name', 'Name', 'As you sign.'),
      line('givenNames', 'Given names'),
      line('familyName', 'Family name', 'Comes first in the machine-readable lines.'),
      line('initials', 'Initials', 'Shown where there is no photo.'),
      line('specialty', 'Title', 'What you are best at, in two or three words.'),
      line('availability', 'Availability', 'Such as “Open to new work from March”.'),
      more('paragraphs', 'about', 'About', 'One to four paragraphs, parted by blank lines. The first is set larger.'),
      line('language', 'Language of your texts', 'Such as “bg”, where it is not English.'),
    ],
  },
  {
    title: 'Where you are found',
    fields: [
      line('email', 'E-mail'),
      line('blogUrl', 'Blog', 'Without it the Blog links lead to your articles here.'),
      line('blogFeedUrl', 'Feed of the blog'),
      line('linkedinUrl', 'LinkedIn'),
      line('githubUrl', 'GitHub'),
      line('instagramUrl', 'Instagram'),
      line('spotifyUrl', 'Spotify'),
      line('discordHandle', 'Discord'),
      line('businessUrl', 'Your business'),
      line('securityContact', 'Where weaknesses are reported', 'Such as “mailto:security@example.org”.'),
      line('pgp.fingerprint', 'PGP fingerprint'),
      line('pgp.url', 'Address of the PGP key'),
    ],
  },
  {
    title: 'Dates',
    fields: [
      line('timeZone', 'Time zone', 'Such as “Europe/Budapest”. Used for the birthday countdown.'),
      more('number', 'birthday.month', 'Month of your birthday'),
      more('number', 'birthday.day', 'Day of your birthday'),
      more('number', 'copyrightYear', 'Year in the footer'),
    ],
  },
];

/** The fields of `private.json`. */
export const privateFields: readonly FormField[] = [
  line('fullName', 'Full name', 'What a visitor types to see the number. Capital letters do not matter.'),
  line('phone', 'Number', 'Such as “+36 1 555 0199”.'),
];

/** The list in `wishes.json`. */
export const wishList = {
  key: 'wishes',
  one: 'wish',
  fields: [
    line('title', 'Wish'),
    line('category', 'Category'),
    line('key', 'Key', 'Names the wish permanently, such as “brass-lamp”. A wish whose key is known is not put into the list again.'),
    more('text', 'note', 'Note'),
    line('url', 'Address'),
    more('number', 'priceMinor', 'Price', 'In the smallest unit, such as cents: 4999 is 49.99.'),
    line('currency', 'Currency', 'Three capital letters, such as “EUR”. Needed with a price.'),
    more('number', 'priority', 'Priority', '1 is the dearest wish, 3 the least.'),
    more('number', 'quantity', 'How many', 'So many people can promise it.'),
  ],
} as const;

/** The résumé’s head, which is edited with the posts. */
export const basicsFields: readonly FormField[] = [
  line('basics.label', 'Job title'),
  more('text', 'basics.summary', 'Summary'),
  line('basics.location.city', 'City'),
  line('basics.location.countryCode', 'Country', 'Two capital letters, such as “HU”.'),
];

const dates = [line('startDate', 'From', 'Such as “2021-03”.'), line('endDate', 'Until', 'Empty while it lasts.')];

/** A list of the résumé: its key, what one entry is called, and the entry's fields. */
export const resumeLists = {
  skills: {
    key: 'skills',
    one: 'skill',
    fields: [
      line('name', 'Skill'),
      more('number', 'since', 'Since the year'),
      more('lines', 'keywords', 'Belongs to it', 'One a line.'),
      more('evidence', 'evidence', 'What proves it', 'One a line: “post: NAME” or “project: NAME”.'),
    ],
  },
  experience: {
    key: 'work',
    one: 'post',
    fields: [
      line('position', 'Position'),
      line('name', 'Employer'),
      ...dates,
      line('location', 'Place'),
      line('url', 'Address'),
      more('text', 'summary', 'Summary'),
      more('lines', 'highlights', 'Highlights', 'One a line.'),
      line('figure.value', 'Figure', 'At most 8 characters, such as “1.9”.'),
      line('figure.label', 'What the figure counts'),
    ],
  },
  projects: {
    key: 'projects',
    one: 'project',
    fields: [
      line('name', 'Project'),
      more('text', 'description', 'Description'),
      more('lines', 'highlights', 'Highlights', 'One a line.'),
      more('lines', 'keywords', 'Keywords', 'One a line.'),
      ...dates,
      line('url', 'Address'),
      { path: 'drawing', label: 'Drawing', kind: 'select', options: ['chain', 'scan', 'key', 'scale', 'tree'] },
      line('drawingCaption', 'Under the drawing'),
      line('caseStudy', 'Case study', 'The name of its Markdown file, such as “rosette.md”.'),
    ],
  },
} as const satisfies Readonly<Record<string, { readonly key: string; readonly one: string; readonly fields: readonly FormField[] }>>;
