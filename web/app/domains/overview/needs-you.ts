import type { Gathered, LiveState } from '../../lib/live.ts';
import { type Day, dayLabel, dayOf } from '../tasks/day.ts';
import { waitingVerdict } from './waiting-verdict.ts';

/** How a thing stands: refused or broken, or late. */
export type NeedLevel = 'failed' | 'late';

/** Something that needs the owner. */
export type Need = {
  /** Its name in the list. */
  readonly key: string;
  readonly level: NeedLevel;
  /** What, in plain words. */
  readonly text: string;
  /** Since when, or until when, in words. */
  readonly since: string;
  /** Where it is dealt with. */
  readonly to: string;
  /** What the way there is called. */
  readonly act: 'Review' | 'Open' | 'Back up';
  /** Notifications that are read once the owner has seen this; none where seeing it settles nothing. */
  readonly notices: readonly string[];
};

/** An important notification that nobody has read yet. */
export type Notice = {
  readonly id: string;
  readonly title: string;
  readonly atMs: number;
  /** A path of this site. */
  readonly link: string | undefined;
  /** Whether it tells of refused sign-ins. */
  readonly isRefusal: boolean;
};

/** What nobody has seen yet. */
export type Alarms = {
  readonly notices: readonly Notice[];
  /** Sign-ins that were refused since the oldest unread notice of one. */
  readonly refused:
    | { readonly count: number; readonly addresses: readonly string[]; readonly fromMs: number; readonly isMore: boolean }
    | undefined;
};

/** What is due, as its tool tells it. */
export type DueFact = { readonly id: string; readonly title: string; readonly day: Day; readonly to: string; readonly isUrgent?: boolean };

/** What a tool warns of by itself. */
export type ToolWarning = {
  readonly id: string;
  readonly title: string;
  readonly level: NeedLevel;
  /** Since or until when, in words. */
  readonly since: string;
  readonly to: string;
};

/** What the tools last said of one host. `worst` in words; `undefined` where they found nothing to attend to. */
export type HostFact = {
  readonly host: string;
  readonly worst: 'critical' | 'high' | 'medium' | undefined;
  /** Whether a tool could not see what it judges by. */
  readonly isOpen: boolean;
  readonly verdict: string;
  readonly madeAt: string;
  /** Where the reports that say so are. */
  readonly to: string;
};

/** When the last complete backup was made, and since when there is anything to lose; both in milliseconds since 1970. */
export type BackupFacts = { readonly madeMs: number | undefined; readonly sinceMs: number | undefined };

/** Everything that the list is decided from. */
export type NeedFacts = {
  readonly alarms: LiveState<Alarms>;
  readonly due: readonly Gathered<readonly DueFact[]>[];
  readonly hosts: LiveState<readonly HostFact[]>;
  readonly warnings: readonly Gathered<readonly ToolWarning[]>[];
  readonly backup: LiveState<BackupFacts>;
  /** Whether something is sealed that the closed vault keeps from telling. */
  readonly isSealed: boolean;
};

/** What needs the owner, and what of that is not known. */
export type Needs = {
  /** The most urgent first. */
  readonly needs: readonly Need[];
  /** What the server did not tell, by name: the list may lack something. */
  readonly unknown: readonly string[];
  /** What nobody looked at yet, by name and reason. */
  readonly unseen: readonly string[];
  /** Whether an answer is still on its way. */
  readonly isWaiting: boolean;
};

const dayMs = 86_400_000;

/** A complete backup is missed after so many days; the first one, after so many days of use. */
export const backupDays = { every: 30, first: 7 } as const;

type Ranked = Need & { readonly rank: number; readonly sort: string };

/** Where some of it is dealt with. */
export type NeedPlaces = { readonly backup: string; readonly refusals: string };

/** Decides, from everything that is known, what needs the owner. Says the same whatever the order of the facts. */
export function decideNeeds(facts: NeedFacts, nowMs: number, places: NeedPlaces): Needs {
  const today = dayOf(new Date(nowMs));
  const warnings = facts.warnings.flatMap(({ id, state }) => listOf(state).map((one) => ({ ...one, tool: id })));
  const warned = new Set(warnings.map(({ to }) => to));
  const told = new Set(warnings.map(({ title, to }) => sameKey(title, to)));
  const ranked: readonly Ranked[] = [
    ...(facts.alarms.status === 'ready' ? needsOfAlarms(withoutTold(facts.alarms.value, told), nowMs, places.refusals) : []),
    ...facts.due.flatMap(({ id, state }) => listOf(state).flatMap((item) => needOfDue(id, item, today))),
    // What a tool warns of by itself is not said twice.
    ...listOf(facts.hosts).flatMap((host) => (warned.has(host.to) ? [] : needOfHost(host, today))),
    ...warnings.map(needOfWarning),
    ...(facts.backup.status === 'ready' ? needOfBackup(facts.backup.value, nowMs, places.backup) : []),
  ];
  const states = statesOf(facts);
  return {
    needs: ranked.toSorted((one, other) => one.rank - other.rank || compare(one.sort, other.sort) || compare(one.key, other.key)),
    unknown: [...new Set(states.flatMap(({ name, state }) => (isUnknown(state) ? [name] : [])))],
    unseen: unseenOf(facts),
    isWaiting: states.some(({ state }) => state.status === 'loading'),
  };
}

/** The sentence over the list. */
export function sayNeeds({ needs, unknown, isWaiting }: Needs): string {
  if (isWaiting) return waitingVerdict.title;
  const { length } = needs;
  if (length === 0) return unknown.length === 0 ? 'Nothing needs you' : 'Not everything could be looked at';
  const count = length < numbers.length ? numbers[length] : length.toLocaleString('en-GB');
  const said = `${count} ${length === 1 ? 'thing needs' : 'things need'} you`;
  return unknown.length === 0 ? said : `At least ${said.charAt(0).toLowerCase()}${said.slice(1)}`;
}

/** What a notice, or a warning, is taken for the same by. */
function sameKey(title: string, to = ''): string {
  return JSON.stringify([title, to]);
}

/** A notice of what a tool warns of now is not said twice. */
function withoutTold(alarms: Alarms, told: ReadonlySet<string>): Alarms {
  return { ...alarms, notices: alarms.notices.filter(({ title, link }) => !told.has(sameKey(title, link))) };
}

const numbers = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'];

function needsOfAlarms(alarms: Alarms, nowMs: number, refusalAddress: string): readonly Ranked[] {
  const { notices, refused } = alarms;
  const groups = Map.groupBy(
    notices.filter(({ isRefusal }) => !isRefusal),
    ({ title, link }) => sameKey(title, link),
  );
  const others = [...groups].map(([key, all]) => needOfNotices(key, all, nowMs));
  if (refused === undefined || refused.count === 0) return others;
  return [
    ...others,
    {
      key: 'refused',
      level: 'failed',
      text: sayRefused(refused),
      since: `since ${momentText(refused.fromMs, nowMs)}`,
      to: refusalAddress,
      act: 'Review',
      notices: notices.filter(({ isRefusal }) => isRefusal).map(({ id }) => id),
      rank: 0,
      sort: sortOf(refused.fromMs),
    },
  ];
}

/** Of notices of one title and one address; at least one. */
function needOfNotices(key: string, all: readonly Notice[], nowMs: number): Ranked {
  const [{ title, link } = { title: '', link: undefined }] = all;
  const newestMs = Math.max(...all.map(({ atMs }) => atMs));
  return {
    key: `notice ${key}`,
    level: 'failed',
    text: all.length === 1 ? title : `${title}, ${all.length} times`,
    since: momentText(newestMs, nowMs),
    to: link ?? '#security',
    act: 'Review',
    notices: all.map(({ id }) => id),
    rank: 0,
    sort: sortOf(newestMs),
  };
}

function sayRefused({ count, addresses, isMore }: NonNullable<Alarms['refused']>): string {
  const from = addresses.length === 0 ? '' : addresses.length === 1 ? ` from ${addresses[0]}` : ` from ${addresses.length} addresses`;
  if (count === 1 && !isMore) return `A sign-in was refused${from}`;
  return `${isMore ? 'At least ' : ''}${count.toLocaleString('en-GB')} sign-ins were refused${from}`;
}

function needOfDue(tool: string, { id, title, day, to, isUrgent = false }: DueFact, today: Day): readonly Ranked[] {
  if (day > today || (day === today && !isUrgent)) return [];
  const days = Math.round((Date.parse(today) - Date.parse(day)) / dayMs);
  const since = days === 0 ? 'due today' : `${days.toLocaleString('en-GB')} ${days === 1 ? 'day' : 'days'} late`;
  return [{ key: dueKey(tool, id), level: 'late', text: title, since, to, act: 'Open', notices: [], rank: isUrgent ? 1 : 3, sort: day }];
}

/** What a due thing is called in the list. */
export function dueKey(tool: string, id: string): string {
  return `due ${tool} ${id}`;
}

function needOfHost({ host, worst, verdict, madeAt, to }: HostFact, today: Day): readonly Ranked[] {
  if (worst === undefined) return [];
  return [
    {
      key: `host ${host}`,
      level: worst === 'medium' ? 'late' : 'failed',
      text: `${host}: ${verdict}`,
      since: `seen ${dayLabel(dayOf(new Date(madeAt)), today).replace(/^(Today|Yesterday)$/, (word) => word.toLowerCase())}`,
      to,
      act: 'Review',
      notices: [],
      rank: { critical: 1, high: 2, medium: 4 }[worst],
      sort: madeAt,
    },
  ];
}

function needOfWarning({ tool, id, title, level, since, to }: ToolWarning & { readonly tool: string }): Ranked {
  const rank = level === 'failed' ? 1 : 3;
  return { key: `warning ${tool} ${id}`, level, text: title, since, to, act: 'Review', notices: [], rank, sort: title };
}

function needOfBackup({ madeMs, sinceMs }: BackupFacts, nowMs: number, to: string): readonly Ranked[] {
  const fromMs = madeMs ?? sinceMs;
  if (fromMs === undefined) return [];
  const days = Math.floor((nowMs - fromMs) / dayMs);
  if (days < (madeMs === undefined ? backupDays.first : backupDays.every)) return [];
  const count = `${days.toLocaleString('en-GB')} days`;
  const text = madeMs === undefined ? 'No complete backup was made yet' : 'The last complete backup is old';
  const since = madeMs === undefined ? `in use for ${count}` : `${count} ago`;
  return [{ key: 'backup', level: 'late', text, since, to, act: 'Back up', notices: [], rank: 5, sort: '' }];
}

/** Every question, by what it is about. */
function statesOf(facts: NeedFacts): readonly { readonly name: string; readonly state: LiveState<unknown> }[] {
  return [
    { name: 'refused sign-ins and alarms', state: facts.alarms },
    ...facts.due.map(({ state }) => ({ name: 'what is due', state })),
    { name: 'targets of the tools', state: facts.hosts },
    ...facts.warnings.map(({ state }) => ({ name: 'warnings of the tools', state })),
    { name: 'backups', state: facts.backup },
  ];
}

function isUnknown(state: LiveState<unknown>): boolean {
  return state.status === 'failed' || (state.status === 'ready' && state.stale);
}

function unseenOf({ hosts, due, isSealed }: NeedFacts): readonly string[] {
  const open = listOf(hosts).filter(({ isOpen, worst }) => isOpen && worst === undefined).length;
  return [
    ...(hosts.status === 'ready' && hosts.value.length === 0 ? ['targets of the tools (no scan yet)'] : []),
    ...(open === 0 ? [] : [`${open === 1 ? 'a target' : `${open} targets`} (not seen whole)`]),
    ...(isSealed && due.some(({ state }) => state.status === 'locked') ? ['sealed records (the vault is locked)'] : []),
  ];
}

function listOf<Value>(state: LiveState<readonly Value[]>): readonly Value[] {
  return state.status === 'ready' ? state.value : [];
}

function momentText(atMs: number, nowMs: number): string {
  const at = new Date(atMs);
  const day = dayLabel(dayOf(at), dayOf(new Date(nowMs)));
  const time = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return day === 'Today' ? time : day === 'Yesterday' ? `yesterday ${time}` : day;
}

/** Equal widths, so that they sort as numbers do; what is older comes first. */
function sortOf(atMs: number): string {
  return String(Math.max(0, Math.round(atMs))).padStart(16, '0');
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
