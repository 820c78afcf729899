/** The parts of the public site that are edited in the browser, in the order of their rows. */
export const contentParts = [
  'profile',
  'photo',
  'skills',
  'experience',
  'projects',
  'cases',
  'articles',
  'wishes',
  'private',
  'key',
  'fonts',
] as const;

export type ContentPart = (typeof contentParts)[number];
