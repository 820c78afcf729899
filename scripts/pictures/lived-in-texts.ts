/** What the owner of the pictures is said to have: invented, and of nobody. */
type Login = { readonly title: string; readonly username: string; readonly url: string; readonly category: string };

const work = [
  'AWS root',
  'GitHub',
  'Hetzner',
  'Cloudflare',
  'Sentry',
  'Linear',
  'Figma',
  'Grafana',
  'PagerDuty',
  'Docker Hub',
  'npm',
  'Okta',
];
const finance = ['Northern Trust Bank', 'Broker', 'Invoices', 'Tax portal', 'Pension', 'PayPal'];
const social = ['Mastodon', 'LinkedIn', 'Discord', 'Signal backup', 'Instagram', 'YouTube', 'Reddit', 'Strava'];
const general = [
  ...['Mailbox', 'Router', 'NAS', 'Library card', 'Railway', 'Airline', 'Pharmacy', 'Energy supplier', 'Phone contract', 'Photo prints'],
  ...['Newspaper', 'Bike rental', 'Concert tickets', 'Weather station'],
];

/** 40 logins of the vault. */
export const logins: readonly [Login, ...Login[]] = [
  { title: 'Domain registrar', username: 'owner@example.com', url: 'https://registrar.example', category: 'work' },
  ...Object.entries({ work, finance, social, general }).flatMap(([category, titles]) =>
    titles.map((title) => {
      const name = title.toLowerCase().replaceAll(' ', '-');
      return { title, username: `owner@example.com`, url: `https://${name}.example`, category };
    }),
  ),
];

/** Tasks of a consultant's fortnight. */
export const taskTitles = [
  'Send the audit report to the client',
  'Renew the certificate of the mail server',
  'Prepare the threat-modelling workshop',
  'Read the TLS 1.3 errata',
  'Back up the NAS and try the restore',
  'Invoice for October',
  'Rotate the deploy keys',
  'Review pull request: session limits',
  'Book the train to Vienna',
  'Draft the talk on passkeys',
  'Update the incident runbook',
  'Call the insurance about cyber cover',
  'Triage the bug-bounty inbox',
  'Check DMARC reports of the week',
  'Reply to the recruiter',
  'Patch the staging database',
  'Write the retrospective',
  'Test the recovery codes',
  'Order a spare security key',
  'Plan the phishing exercise',
  'Compare password managers for the client',
  'Close stale firewall rules',
  'Measure the new reverse proxy',
  'Water the plants',
  'Swimming, 1,500 m',
  'Read chapter 7 of “Security Engineering”',
  'Clean the keyboard',
  'Renew the passport',
  'Archive last year’s engagements',
  'Update the CV',
] as const;

/** Title and Markdown of notes. */
export const noteTexts = [
  [
    'Kick-off with the client',
    '## Scope\n\n- public web application\n- mail domain\n- no social engineering\n\nContact: the head of IT. Report by the 12th.',
  ],
  [
    'Ideas for the talk',
    'Passkeys **without** a phone. Show the ceremony step by step.\n\n> What if the device is lost?\n\nSee [[Recovery plan]].',
  ],
  ['Recovery plan', '1. Recovery key in the safe\n2. Second security key at home\n3. Try it twice a year'],
  ['Incident drill', 'Detection took 14 minutes. The runbook lacked the on-call number.\n\n- [x] Add the number\n- [ ] Repeat in March'],
  ['Reading list', '- Security Engineering, 3rd edition\n- The Tangled Web\n- RFC 9700'],
  ['Home network', 'VLAN 10 for guests, 20 for devices. Router firmware on the 1st of the month.'],
  ['Workshop agenda', '09:00 Assets\n10:30 Trust boundaries\n13:00 Abuse cases\n15:00 What to fix first'],
  ['DMARC findings', 'Two forwarding services fail alignment. Move to `p=quarantine` in December.'],
  ['Interview questions', 'How would you explain a replay attack to a product manager?'],
  ['Garden', 'Tomatoes want more light. Move them to the south wall.'],
] as const;

type LogSentence = { readonly type: string; readonly text: string; readonly success: boolean };

/** Rows of the log, as the product writes them. */
export const logSentences: readonly [LogSentence, ...LogSentence[]] = [
  { type: 'terminal_access', text: 'Signed in through the authentication terminal', success: true },
  { type: 'failed_login', text: 'A sign-in was refused from 198.51.100.7', success: false },
  { type: 'vault_activity', text: 'Vault unlocked with the master password', success: true },
  { type: 'vault_activity', text: 'Vault entry viewed', success: true },
  { type: 'app_activity', text: 'Opened Productivity', success: true },
  { type: 'app_activity', text: 'Opened TLS Inspector', success: true },
  { type: 'vault_activity', text: 'Vault entry copied', success: true },
  { type: 'auth_event', text: 'Signed out', success: true },
  { type: 'app_activity', text: 'Opened Mind Vault', success: true },
  { type: 'game_activity', text: 'Finished a game of Snake', success: true },
  { type: 'app_activity', text: 'Opened Threat Monitor', success: true },
];
