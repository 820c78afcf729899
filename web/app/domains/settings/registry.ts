import type { StoredValue } from '../../lib/stored-values.ts';
import { singleKeys } from '../commands/single-keys.ts';
import { storedMotion } from '../motion/stillness.ts';
import { type NotificationType, notificationTypes } from '../notifications/notification.ts';
import { storedDensity } from '../theme/density.ts';
import { sidebarWidth } from '../theme/sidebar-width.ts';
import { storedTheme } from '../theme/theme.ts';
import { storedCopyChoice } from '../vault/away/copy-choice.ts';
import { storedSiteIcons } from '../vault/entries/icon-choice.ts';
import { lockMinutes, storedLockTimes, usualLockTimes } from '../vault/ports/lock-times.ts';
import type { ContentPart } from './content-parts.ts';
import type { SettingSectionId } from './sections.ts';
import { type Choice, choiceOf, type Switch, switchOf } from './stored-controls.ts';

/**
 * What a setting is operated with, and how it reads and writes.
 * - `choice`, `switch`: kept in this browser, by the domain whose it is.
 * - `mute`, `quiet-hours`: the bell's one row, the same on every device.
 * - `fact`: the server's word.
 * - `content`: a part of the public site, edited on a page of its own.
 * - `link`: a place of the product that has the real control.
 * - `integration`: what the server asks of others, with a test.
 * - `panel`: more than one control, drawn by the part of the page that bears its name.
 */
export type SettingControl =
  | { readonly kind: 'choice'; readonly choice: Choice }
  | { readonly kind: 'switch'; readonly on: Switch; readonly label: string }
  | { readonly kind: 'mute'; readonly type: NotificationType }
  | { readonly kind: 'quiet-hours' }
  | { readonly kind: 'fact'; readonly fact: 'samples' | 'version' }
  | { readonly kind: 'content'; readonly part: ContentPart }
  | { readonly kind: 'link'; readonly to: string; readonly label: string }
  | { readonly kind: 'integration'; readonly integration: 'music' | 'breach-ranges' | 'site-icons' | 'wish-pages' }
  | {
      readonly kind: 'panel';
      readonly panel:
        | 'email'
        | 'password'
        | 'authenticator'
        | 'recovery-codes'
        | 'sessions'
        | 'release'
        | 'shortcuts'
        | 'integration-tests'
        | 'health-feed'
        | 'language-model'
        | 'mail'
        | 'backup'
        | 'kept'
        | 'export'
        | 'rehearsal'
        | 'backup-restore'
        | 'machine-backups'
        | 'machine-health'
        | 'delete'
        | 'licences';
    };

/** One thing that can be set or seen. `/settings#id` leads to it. */
export type Setting = {
  readonly id: string;
  readonly section: SettingSectionId;
  readonly title: string;
  /** What it does, in a sentence. */
  readonly hint?: string;
  /** Other words that somebody may look for it by. */
  readonly keywords: readonly string[];
  readonly control: SettingControl;
};

const minutes = lockMinutes.map((count) => ({ value: String(count), name: count === 1 ? '1 minute' : `${count} minutes` }));

function lockTime(which: 'idleMinutes' | 'hiddenMinutes'): Choice {
  return {
    options: minutes,
    read: () => String((storedLockTimes.read() ?? usualLockTimes)[which]),
    write: (value) => storedLockTimes.write({ ...(storedLockTimes.read() ?? usualLockTimes), [which]: Number(value) }),
    subscribe: storedLockTimes.subscribe,
  };
}

const muteNames: Readonly<Record<NotificationType, string>> = {
  alert: 'Alerts',
  security: 'Security',
  achievement: 'Achievements',
  info: 'Information',
  other: 'Everything else',
};

type Panel = Extract<SettingControl, { kind: 'panel' }>['panel'];

const panel = (name: Panel): SettingControl => ({ kind: 'panel', panel: name });

const fact = (name: Extract<SettingControl, { kind: 'fact' }>['fact']): SettingControl => ({ kind: 'fact', fact: name });

const choice = <Value extends string>(
  stored: StoredValue<Value>,
  usual: Value,
  names: Readonly<Record<NoInfer<Value>, string>>,
): SettingControl => ({
  kind: 'choice',
  choice: choiceOf(stored, usual, names),
});

/** The settings of one section, by their ids. */
function within(section: SettingSectionId, rows: Readonly<Record<string, Omit<Setting, 'id' | 'section'>>>): readonly Setting[] {
  return Object.entries(rows).map(([id, row]) => ({ ...row, id, section }));
}

/** Every setting, in the page's order. The page draws each from here, and what lists commands may read it. */
export const settings: readonly Setting[] = [
  ...within('profile', {
    'site-profile': {
      title: 'Profile',
      hint: 'Name, about, availability, links and time zone.',
      keywords: ['name', 'owner', 'bio', 'about', 'clock', 'birthday', 'countdown', 'pgp', 'edit', 'content', 'profile.json'],
      control: { kind: 'content', part: 'profile' },
    },
    'site-photo': {
      title: 'Photo',
      hint: 'Shown on the contact page, and as an engraving on the home page.',
      keywords: ['picture', 'portrait', 'image', 'upload', 'edit', 'content'],
      control: { kind: 'content', part: 'photo' },
    },
    'site-skills': {
      title: 'Skills',
      hint: 'What you know, and what proves it.',
      keywords: ['title', 'résumé', 'edit', 'content', 'resume.json'],
      control: { kind: 'content', part: 'skills' },
    },
    'site-experience': {
      title: 'Experience',
      hint: 'Your posts, the current one first.',
      keywords: ['work', 'jobs', 'career', 'cv', 'edit', 'content', 'resume.json'],
      control: { kind: 'content', part: 'experience' },
    },
    'site-projects': {
      title: 'Projects',
      hint: 'What you made, the leading one first.',
      keywords: ['portfolio', 'edit', 'content', 'resume.json'],
      control: { kind: 'content', part: 'projects' },
    },
    'site-cases': {
      title: 'Case studies',
      hint: 'The stories of projects, in Markdown.',
      keywords: ['markdown', 'edit', 'content'],
      control: { kind: 'content', part: 'cases' },
    },
    'site-articles': {
      title: 'Articles',
      hint: 'The articles under Writing, in Markdown.',
      keywords: ['blog', 'posts', 'writing', 'markdown', 'edit', 'content'],
      control: { kind: 'content', part: 'articles' },
    },
    'site-wishes': {
      title: 'First wishes',
      hint: 'What the wishlist begins with.',
      keywords: ['wishlist', 'presents', 'edit', 'content', 'wishes.json'],
      control: { kind: 'content', part: 'wishes' },
    },
    'site-private': {
      title: 'Telephone number',
      hint: 'Shown to visitors who type your full name, and on no page.',
      keywords: ['phone', 'contact', 'private', 'edit', 'content', 'private.json'],
      control: { kind: 'content', part: 'private' },
    },
    'site-key': {
      title: 'OpenPGP key',
      hint: 'The public key that visitors encrypt mail to you with.',
      keywords: ['pgp', 'gpg', 'fingerprint', 'encrypt', 'edit', 'content', 'key.asc'],
      control: { kind: 'content', part: 'key' },
    },
    'site-fonts': {
      title: 'Fonts',
      hint: 'For letters that share cards and the resume cannot draw yet.',
      keywords: ['typeface', 'letters', 'script', 'ttf', 'otf', 'edit', 'content'],
      control: { kind: 'content', part: 'fonts' },
    },
    'profile-samples': {
      title: 'Sample content',
      hint: 'Sample content still on the site.',
      keywords: ['make it mine', 'placeholder', 'content', 'resume', 'wishes'],
      control: fact('samples'),
    },
  }),
  ...within('appearance', {
    theme: {
      title: 'Theme',
      keywords: ['dark', 'light', 'system', 'colours', 'night'],
      control: choice(storedTheme, 'dark', { dark: 'Dark', light: 'Light', system: 'System' }),
    },
    density: {
      title: 'Density',
      hint: 'Compact reduces spacing by a fifth. Touch targets keep their size.',
      keywords: ['compact', 'comfortable', 'spacing', 'size'],
      control: choice(storedDensity, 'comfortable', { comfortable: 'Comfortable', compact: 'Compact' }),
    },
    motion: {
      title: 'Motion',
      hint: 'Still turns off all animation, including the home page.',
      keywords: ['animation', 'reduced motion', 'still', 'scene'],
      control: choice(storedMotion, 'system', { system: 'Follow system', still: 'Still' }),
    },
    sidebar: {
      title: 'Dashboard sidebar',
      keywords: ['collapse', 'expand', 'narrow', 'wide', 'navigation'],
      control: choice(sidebarWidth, 'wide', { wide: 'Words and icons', narrow: 'Icons only' }),
    },
  }),
  ...within('security', {
    'vault-copy': {
      title: 'Vault without the server',
      hint: 'Keeps an encrypted copy on this device that opens for seven days after each contact with the server. Anyone who takes this disk can try master passwords on it. It is made at the next unlock with the master password.',
      keywords: ['offline', 'vault', 'device', 'copy', 'unlock'],
      control: {
        kind: 'switch',
        on: switchOf(storedCopyChoice, { on: true, off: false }, false),
        label: 'Open the vault on this device without the server',
      },
    },
    'account-email': {
      title: 'E-mail',
      hint: 'Your sign-in e-mail. Not shown on any page.',
      keywords: ['address', 'login', 'account', 'sign in', 'change'],
      control: panel('email'),
    },
    'account-password': {
      title: 'Password',
      hint: 'Changing it ends all other sessions.',
      keywords: ['login', 'account', 'sign in', 'change'],
      control: panel('password'),
    },
    authenticator: {
      title: 'Authenticator',
      hint: 'A six-digit code after your password.',
      keywords: ['2fa', 'totp', 'two factor', 'code', 'otp', 'factor'],
      control: panel('authenticator'),
    },
    'recovery-codes': {
      title: 'Recovery codes',
      hint: 'Each can be used once instead of an authenticator code.',
      keywords: ['backup codes', 'lost phone'],
      control: panel('recovery-codes'),
    },
    passkeys: {
      title: 'Passkeys',
      hint: 'Sign in with a passkey after your password. Some can also unlock the vault. Manage them in Vault, Security.',
      keywords: ['webauthn', 'security key', 'touch id', 'unlock methods'],
      control: { kind: 'link', to: '/dashboard#vault', label: 'Open the vault' },
    },
    sessions: {
      title: 'Sessions',
      hint: 'Browsers signed in now.',
      keywords: ['devices', 'sign out', 'revoke', 'browsers'],
      control: panel('sessions'),
    },
    release: {
      title: 'Release on this device',
      hint: 'The files of your private pages, kept here so that a change of them shows.',
      keywords: ['service worker', 'offline', 'update', 'signature', 'hash', 'key', 'forget this device', 'install'],
      control: panel('release'),
    },
    'lock-idle': {
      title: 'Lock the vault after inactivity of',
      hint: 'On this device.',
      keywords: ['auto-lock', 'autolock', 'idle', 'timeout'],
      control: { kind: 'choice', choice: lockTime('idleMinutes') },
    },
    'lock-hidden': {
      title: 'Lock the vault when hidden for',
      hint: 'On this device.',
      keywords: ['auto-lock', 'autolock', 'hidden', 'background', 'timeout'],
      control: { kind: 'choice', choice: lockTime('hiddenMinutes') },
    },
  }),
  ...within('notifications', {
    ...Object.fromEntries(
      notificationTypes.map((type) => [
        `mute-${type}`,
        { title: muteNames[type], keywords: ['mute', 'bell', 'silence', 'notification', type], control: { kind: 'mute', type } as const },
      ]),
    ),
    'quiet-hours': {
      title: 'Quiet hours',
      hint: 'During quiet hours only important notifications count.',
      keywords: ['do not disturb', 'night', 'bell', 'silence'],
      control: { kind: 'quiet-hours' },
    },
  }),
  ...within('integrations', {
    'integration-tests': {
      title: 'Test all of them',
      hint: 'Tests every service that is on. Their answers are not stored.',
      keywords: ['check', 'services', 'connection', 'egress'],
      control: panel('integration-tests'),
    },
    'integration-music': {
      title: 'Music',
      hint: 'What you listen to, for the widget of the public pages.',
      keywords: ['spotify', 'connect', 'now playing', 'test'],
      control: { kind: 'integration', integration: 'music' },
    },
    'integration-breach-ranges': {
      title: 'Breached passwords',
      hint: 'Receives five digits of a password’s hash, never the password.',
      keywords: ['pwned', 'breach', 'leak', 'vault health', 'test'],
      control: { kind: 'integration', integration: 'breach-ranges' },
    },
    'integration-site-icons': {
      title: 'Site icons',
      hint: 'Receives an entry’s host once; the icon is stored encrypted.',
      keywords: ['favicon', 'vault', 'test'],
      control: { kind: 'integration', integration: 'site-icons' },
    },
    'site-icons': {
      title: 'Icons on this device',
      keywords: ['favicon', 'vault', 'privacy'],
      control: {
        kind: 'switch',
        on: switchOf(storedSiteIcons, { on: true, off: false }, false),
        label: 'Load and show site icons',
      },
    },
    'integration-wish-pages': {
      title: 'Wish pages',
      hint: 'Reads the shop’s page when you add a wish by address.',
      keywords: ['wishlist', 'shop', 'reader', 'test'],
      control: { kind: 'integration', integration: 'wish-pages' },
    },
    'health-feed': {
      title: 'Health feed',
      hint: 'Tokens by which a phone sends values to Health Matrix. They open nothing else, and are made there.',
      keywords: ['token', 'key', 'phone', 'shortcut', 'tasker', 'curl', 'health', 'revoke'],
      control: panel('health-feed'),
    },
    'language-model': {
      title: 'Language model',
      hint: 'The AI terminal’s model: any OpenAI-compatible endpoint, such as Ollama, llama.cpp or a hosted one. Only this server contacts it, for you alone; before each call you see what is sent. For an endpoint that is not public, TOOLS_ALLOW_CIDRS must name its network.',
      keywords: ['ai', 'llm', 'openai', 'ollama', 'assistant', 'terminal', 'endpoint', 'key', 'connect', 'test'],
      control: panel('language-model'),
    },
    mail: {
      title: 'Mail',
      hint: 'Mails with links for accounts: who sends them, and what became of them. A link is shown until it is used or expires.',
      keywords: ['smtp', 'e-mail', 'outbox', 'invitation', 'password reset', 'send', 'test'],
      control: panel('mail'),
    },
  }),
  ...within('shortcuts', {
    'single-keys': {
      title: 'Single keys',
      hint: 'Turn them off if speech input triggers them.',
      keywords: ['keyboard', 'speech'],
      control: {
        kind: 'switch',
        on: switchOf(singleKeys, { on: 'on', off: 'off' }, true),
        label: 'Single-key shortcuts',
      },
    },
    'shortcut-list': {
      title: 'Keys',
      keywords: ['keyboard', 'hotkeys', 'help'],
      control: panel('shortcuts'),
    },
  }),
  ...within('backup', {
    'backup-make': {
      title: 'Complete backup',
      hint: 'Every app’s records, their files, the trash, the log and the vault, with the wrapped keys that open them. The file is made in this browser; the server sees ciphertext.',
      keywords: ['export', 'download', 'save', 'age', 'encrypted', 'passphrase', 'offline', 'disaster'],
      control: panel('backup'),
    },
    'backup-restore': {
      title: 'Restore a complete backup',
      hint: 'Opens the file in this browser and shows first what it would change. Nothing is written until you confirm.',
      keywords: ['rehearsal', 'rehearse', 'dry run', 'import', 'recover', 'age', 'vault', 'merge'],
      control: panel('backup-restore'),
    },
    'machine-backups': {
      title: 'Backups of the server',
      hint: 'The server’s own, made unattended: everything that it keeps, encrypted, with nothing unsealed.',
      keywords: ['schedule', 'daily', 'cron', 'unattended', 'age', 'recipient'],
      control: panel('machine-backups'),
    },
  }),
  ...within('health', {
    'machine-health': {
      title: 'Health of the server',
      hint: 'Disk, memory, keys, database, proxy, mail, feeds and the age of the newest backup.',
      keywords: ['doctor', 'status', 'diagnosis', 'version', 'size', 'check'],
      control: panel('machine-health'),
    },
  }),
  ...within('data', {
    'data-kept': {
      title: 'Where your data is',
      keywords: ['tables', 'rows', 'storage', 'privacy', 'browser', 'passport'],
      control: panel('kept'),
    },
    'data-export': {
      title: 'Full export',
      hint: 'One file with every row, with its SHA-256.',
      keywords: ['download', 'backup', 'json', 'checksum', 'takeout'],
      control: panel('export'),
    },
    'data-rehearsal': {
      title: 'Restore',
      hint: 'First checks the export and shows what restoring it would change. Nothing is written until you confirm.',
      keywords: ['rehearsal', 'dry run', 'import', 'verify', 'backup', 'compare', 'checksum'],
      control: panel('rehearsal'),
    },
    'data-delete': {
      title: 'Delete everything',
      hint: 'Tasks, notes, wishes, notifications, preferences and the vault. The account and the log stay.',
      keywords: ['erase', 'wipe', 'remove', 'forget'],
      control: panel('delete'),
    },
  }),
  ...within('about', {
    version: {
      title: 'Version',
      keywords: ['build', 'release', 'node'],
      control: fact('version'),
    },
    licences: {
      title: 'Licences',
      hint: 'Castellan is under the MIT licence, as are most of its dependencies.',
      keywords: ['license', 'open source', 'credits'],
      control: panel('licences'),
    },
  }),
];
