import { singleKeys } from '../commands/single-keys.ts';
import { storedMotion } from '../motion/stillness.ts';
import { type NotificationType, notificationTypes } from '../notifications/notification.ts';
import { storedDensity } from '../theme/density.ts';
import { sidebarWidth } from '../theme/sidebar-width.ts';
import { storedTheme } from '../theme/theme.ts';
import { storedSiteIcons } from '../vault/entries/icon-choice.ts';
import { lockMinutes, storedLockTimes, usualLockTimes } from '../vault/ports/lock-times.ts';
import type { SettingSectionId } from './sections.ts';
import { type Choice, choiceOf, type Switch, switchOf } from './stored-controls.ts';

/**
 * What a setting is operated with, and how it reads and writes.
 * - `choice`, `switch`: kept in this browser, by the domain whose it is.
 * - `mute`, `quiet-hours`: the bell's one row, the same on every device.
 * - `fact`: the content's word; where it is edited stands beside it.
 * - `link`: a place of the product that has the real control.
 * - `integration`: what the server asks of others, with a test.
 * - `panel`: more than one control, drawn by the part of the page that bears its name.
 */
export type SettingControl =
  | { readonly kind: 'choice'; readonly choice: Choice }
  | { readonly kind: 'switch'; readonly on: Switch; readonly label: string }
  | { readonly kind: 'mute'; readonly type: NotificationType }
  | { readonly kind: 'quiet-hours' }
  | { readonly kind: 'fact'; readonly fact: 'name' | 'time-zone' | 'samples' | 'version' }
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
        | 'shortcuts'
        | 'integration-tests'
        | 'language-model'
        | 'kept'
        | 'export'
        | 'rehearsal'
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

/** Every setting, in the page's order. The page draws each from here, and what lists commands may read it. */
export const settings: readonly Setting[] = [
  {
    id: 'profile-name',
    section: 'profile',
    title: 'Name',
    hint: 'Stands on every page.',
    keywords: ['display name', 'owner', 'content', 'profile.json'],
    control: { kind: 'fact', fact: 'name' },
  },
  {
    id: 'profile-time-zone',
    section: 'profile',
    title: 'Time zone',
    hint: 'Decides when the birthday begins and ends. Everything else goes by the clock of the device you look at.',
    keywords: ['clock', 'birthday', 'countdown', 'content'],
    control: { kind: 'fact', fact: 'time-zone' },
  },
  {
    id: 'profile-samples',
    section: 'profile',
    title: 'Sample content',
    hint: 'What the site still says of the sample owner.',
    keywords: ['make it mine', 'placeholder', 'content', 'resume', 'wishes'],
    control: { kind: 'fact', fact: 'samples' },
  },
  {
    id: 'theme',
    section: 'appearance',
    title: 'Theme',
    keywords: ['dark', 'light', 'system', 'colours', 'night'],
    control: {
      kind: 'choice',
      choice: choiceOf(storedTheme, 'dark', [
        { value: 'dark', name: 'Dark' },
        { value: 'light', name: 'Light' },
        { value: 'system', name: 'System' },
      ]),
    },
  },
  {
    id: 'density',
    section: 'appearance',
    title: 'Density',
    hint: 'Compact takes a fifth off every distance. What a thumb must hit keeps its size.',
    keywords: ['compact', 'comfortable', 'spacing', 'size'],
    control: {
      kind: 'choice',
      choice: choiceOf(storedDensity, 'comfortable', [
        { value: 'comfortable', name: 'Comfortable' },
        { value: 'compact', name: 'Compact' },
      ]),
    },
  },
  {
    id: 'motion',
    section: 'appearance',
    title: 'Motion',
    hint: 'Still stops everything that moves by itself, the plate on the home page too.',
    keywords: ['animation', 'reduced motion', 'still', 'scene'],
    control: {
      kind: 'choice',
      choice: choiceOf(storedMotion, 'system', [
        { value: 'system', name: 'As the system wants' },
        { value: 'still', name: 'Still' },
      ]),
    },
  },
  {
    id: 'sidebar',
    section: 'appearance',
    title: 'Dashboard sidebar',
    keywords: ['collapse', 'expand', 'narrow', 'wide', 'navigation'],
    control: {
      kind: 'choice',
      choice: choiceOf(sidebarWidth, 'wide', [
        { value: 'wide', name: 'Words and icons' },
        { value: 'narrow', name: 'Icons only' },
      ]),
    },
  },
  {
    id: 'account-email',
    section: 'security',
    title: 'E-mail',
    hint: 'What you sign in with. No page shows it.',
    keywords: ['address', 'login', 'account', 'sign in', 'change'],
    control: { kind: 'panel', panel: 'email' },
  },
  {
    id: 'account-password',
    section: 'security',
    title: 'Password',
    hint: 'A new one ends every other session.',
    keywords: ['login', 'account', 'sign in', 'change'],
    control: { kind: 'panel', panel: 'password' },
  },
  {
    id: 'authenticator',
    section: 'security',
    title: 'Authenticator',
    hint: 'Six digits beside the password.',
    keywords: ['2fa', 'totp', 'two factor', 'code', 'otp', 'factor'],
    control: { kind: 'panel', panel: 'authenticator' },
  },
  {
    id: 'recovery-codes',
    section: 'security',
    title: 'Recovery codes',
    hint: 'Each replaces one code of the authenticator, once.',
    keywords: ['backup codes', 'lost phone'],
    control: { kind: 'panel', panel: 'recovery-codes' },
  },
  {
    id: 'passkeys',
    section: 'security',
    title: 'Passkeys',
    hint: 'A key of your device signs in beside the password and, where it can, opens the vault in the master’s place. They are added and removed among the vault’s ways in.',
    keywords: ['webauthn', 'security key', 'touch id', 'ways in'],
    control: { kind: 'link', to: '/dashboard#vault', label: 'Open the vault' },
  },
  {
    id: 'sessions',
    section: 'security',
    title: 'Sessions',
    hint: 'Browsers that are signed in now.',
    keywords: ['devices', 'sign out', 'revoke', 'browsers'],
    control: { kind: 'panel', panel: 'sessions' },
  },
  {
    id: 'lock-idle',
    section: 'security',
    title: 'Lock the vault when nothing is done for',
    hint: 'On this device.',
    keywords: ['auto-lock', 'autolock', 'idle', 'timeout'],
    control: { kind: 'choice', choice: lockTime('idleMinutes') },
  },
  {
    id: 'lock-hidden',
    section: 'security',
    title: 'Lock the vault when it is out of sight for',
    hint: 'On this device.',
    keywords: ['auto-lock', 'autolock', 'hidden', 'background', 'timeout'],
    control: { kind: 'choice', choice: lockTime('hiddenMinutes') },
  },
  ...notificationTypes.map(
    (type): Setting => ({
      id: `mute-${type}`,
      section: 'notifications',
      title: muteNames[type],
      keywords: ['mute', 'bell', 'silence', 'notification', type],
      control: { kind: 'mute', type },
    }),
  ),
  {
    id: 'quiet-hours',
    section: 'notifications',
    title: 'Quiet hours',
    hint: 'Within them only what is important counts.',
    keywords: ['do not disturb', 'night', 'bell', 'silence'],
    control: { kind: 'quiet-hours' },
  },
  {
    id: 'integration-tests',
    section: 'integrations',
    title: 'Test all of them',
    hint: 'Asks every service that is on, all at the same time. Nothing is kept of what they answer.',
    keywords: ['check', 'services', 'connection', 'egress'],
    control: { kind: 'panel', panel: 'integration-tests' },
  },
  {
    id: 'integration-music',
    section: 'integrations',
    title: 'Music',
    hint: 'What you listen to, for the widget of the public pages.',
    keywords: ['spotify', 'connect', 'now playing', 'test'],
    control: { kind: 'integration', integration: 'music' },
  },
  {
    id: 'integration-breach-ranges',
    section: 'integrations',
    title: 'Breached passwords',
    hint: 'Asked with five digits of a password’s hash, never with the password.',
    keywords: ['pwned', 'breach', 'leak', 'vault health', 'test'],
    control: { kind: 'integration', integration: 'breach-ranges' },
  },
  {
    id: 'integration-site-icons',
    section: 'integrations',
    title: 'Site icons',
    hint: 'Asked with the host of an entry, once, and sealed into it.',
    keywords: ['favicon', 'vault', 'test'],
    control: { kind: 'integration', integration: 'site-icons' },
  },
  {
    id: 'site-icons',
    section: 'integrations',
    title: 'Icons on this device',
    keywords: ['favicon', 'vault', 'privacy'],
    control: {
      kind: 'switch',
      on: switchOf(storedSiteIcons, { on: true, off: false }, false),
      label: 'Ask for sites’ icons and show them',
    },
  },
  {
    id: 'integration-wish-pages',
    section: 'integrations',
    title: 'Wish pages',
    hint: 'Reads a shop’s page when you add a wish by its address.',
    keywords: ['wishlist', 'shop', 'reader', 'test'],
    control: { kind: 'integration', integration: 'wish-pages' },
  },
  {
    id: 'language-model',
    section: 'integrations',
    title: 'Language model',
    hint: 'What the AI terminal may ask: any endpoint of OpenAI’s form, such as Ollama, llama.cpp or a hosted one. Only this server speaks to it, for you alone; before each call you see what leaves. For an endpoint that is not public, TOOLS_ALLOW_CIDRS must name its network.',
    keywords: ['ai', 'llm', 'openai', 'ollama', 'assistant', 'terminal', 'endpoint', 'key', 'connect', 'test'],
    control: { kind: 'panel', panel: 'language-model' },
  },
  {
    id: 'single-keys',
    section: 'shortcuts',
    title: 'Single keys',
    hint: 'Switch them off where speech input types them by accident.',
    keywords: ['keyboard', 'speech'],
    control: {
      kind: 'switch',
      on: switchOf(singleKeys, { on: 'on', off: 'off' }, true),
      label: 'Single keys act on your own pages',
    },
  },
  {
    id: 'shortcut-list',
    section: 'shortcuts',
    title: 'Keys',
    keywords: ['keyboard', 'hotkeys', 'help'],
    control: { kind: 'panel', panel: 'shortcuts' },
  },
  {
    id: 'data-kept',
    section: 'data',
    title: 'What is kept where',
    keywords: ['tables', 'rows', 'storage', 'privacy', 'browser', 'passport'],
    control: { kind: 'panel', panel: 'kept' },
  },
  {
    id: 'data-export',
    section: 'data',
    title: 'Full export',
    hint: 'One file with every row, written as it is read, with its SHA-256.',
    keywords: ['download', 'backup', 'json', 'checksum', 'takeout'],
    control: { kind: 'panel', panel: 'export' },
  },
  {
    id: 'data-rehearsal',
    section: 'data',
    title: 'Restore',
    hint: 'Shows first whether an export is whole and what restoring it would change. Nothing is written until you say so.',
    keywords: ['rehearsal', 'dry run', 'import', 'verify', 'backup', 'compare', 'checksum'],
    control: { kind: 'panel', panel: 'rehearsal' },
  },
  {
    id: 'data-delete',
    section: 'data',
    title: 'Delete everything',
    hint: 'Tasks, notes, wishes, notifications, preferences and the vault. The account and the log stay.',
    keywords: ['erase', 'wipe', 'remove', 'forget'],
    control: { kind: 'panel', panel: 'delete' },
  },
  {
    id: 'version',
    section: 'about',
    title: 'Version',
    keywords: ['build', 'release', 'node'],
    control: { kind: 'fact', fact: 'version' },
  },
  {
    id: 'licences',
    section: 'about',
    title: 'Licences',
    hint: 'Castellan is under the MIT licence, and so are most of the works it stands on.',
    keywords: ['license', 'open source', 'credits'],
    control: { kind: 'panel', panel: 'licences' },
  },
];
