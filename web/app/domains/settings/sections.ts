/** The parts of the page, in its order. */
export const settingSections = [
  { id: 'profile', title: 'Profile', summary: 'Who the site is about.' },
  { id: 'appearance', title: 'Appearance', summary: 'How it looks on this device.' },
  { id: 'security', title: 'Security', summary: 'Who comes in, and when it locks.' },
  { id: 'notifications', title: 'Notifications', summary: 'What the bell counts, on every device.' },
  { id: 'integrations', title: 'Integrations', summary: 'Whom the server asks for you.' },
  { id: 'shortcuts', title: 'Shortcuts', summary: 'Every key and what it does.' },
  { id: 'backup', title: 'Backup', summary: 'Everything in one encrypted file, and the way back.' },
  { id: 'data', title: 'Data passport', summary: 'What is kept where, and how to take it along.' },
  { id: 'about', title: 'About', summary: 'What this is made of.' },
] as const;

export type SettingSectionId = (typeof settingSections)[number]['id'];
