/** The pages of Settings, in their order. */
export const settingSections = [
  { id: 'profile', title: 'Your site', summary: 'Name, photo, texts and projects of the public pages.' },
  { id: 'appearance', title: 'Appearance', summary: 'How it looks on this device.' },
  { id: 'security', title: 'Security', summary: 'Sign-in and auto-lock' },
  { id: 'notifications', title: 'Notifications', summary: 'What the bell counts, on all devices.' },
  { id: 'integrations', title: 'Integrations', summary: 'Connected services' },
  { id: 'shortcuts', title: 'Shortcuts', summary: 'All keyboard shortcuts' },
  { id: 'backup', title: 'Backup', summary: 'Everything in one encrypted file, and how to restore it' },
  { id: 'health', title: 'Health', summary: 'The server, its database and its disk' },
  { id: 'data', title: 'Data passport', summary: 'Your data: where it is, export, restore' },
  { id: 'about', title: 'About', summary: 'What this is made of.' },
] as const;

export type SettingSectionId = (typeof settingSections)[number]['id'];
