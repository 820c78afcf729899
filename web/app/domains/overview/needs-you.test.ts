import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LiveState } from '../../lib/live.ts';
import { addDays, dayOf } from '../tasks/day.ts';
import {
  type Alarms,
  type BackupFacts,
  type DueFact,
  decideNeeds,
  type HostFact,
  type NeedFacts,
  sayNeeds,
  type ToolWarning,
} from './needs-you.ts';

const dayMs = 86_400_000;
const nowMs = new Date(2026, 10, 27, 14, 0).getTime();
const today = dayOf(new Date(nowMs));
const places = { backup: '/settings#backup', refusals: '#security?failed=1' };

const ready = <Value>(value: Value): LiveState<Value> => ({ status: 'ready', value, stale: false });
const of = <Value>(value: Value) => [{ id: 'some-tool', state: ready(value) }] as const;
const quiet: NeedFacts = {
  alarms: ready({ notices: [], refused: undefined }),
  due: of([]),
  hosts: ready([
    { host: 'fine.example', worst: undefined, isOpen: false, verdict: 'Sound.', madeAt: new Date(nowMs).toISOString(), to: '/a#job=1' },
  ]),
  warnings: of([]),
  backup: ready({ madeMs: nowMs - dayMs, sinceMs: nowMs - 90 * dayMs }),
  isSealed: false,
};
const decide = (facts: Partial<NeedFacts>) => decideNeeds({ ...quiet, ...facts }, nowMs, places);
const texts = (facts: Partial<NeedFacts>) => decide(facts).needs.map(({ text, since }) => `${text} | ${since}`);

const due = (values: Partial<DueFact>): DueFact => ({ id: 'one', title: 'Oil the lock', day: today, to: '/tasks#one', ...values });
const host = (values: Partial<HostFact>): HostFact => ({
  ...{ host: 'shop.example', worst: 'high', isOpen: false, verdict: 'RC4 is still offered.' },
  ...{ madeAt: new Date(nowMs - dayMs).toISOString(), to: '/tls#job=2', ...values },
});
const refused = { count: 9, addresses: ['203.0.113.40'], fromMs: new Date(2026, 10, 26, 12, 19).getTime(), isMore: false };
const refusal = { id: 'n1', title: 'Failed sign-in', atMs: refused.fromMs, link: undefined, isRefusal: true };
const decoy = { id: 'n2', title: 'Canary entry opened', atMs: new Date(2026, 10, 27, 9, 5).getTime(), link: undefined, isRefusal: false };

test('each thing says in plain words what it is and since when, the most urgent first', () => {
  expect(
    texts({
      backup: ready({ madeMs: nowMs - 41 * dayMs, sinceMs: 0 }),
      due: [
        { id: 'tasks', state: ready([due({ day: addDays(today, -3), title: 'Send the invoice' }), due({ id: 'two' })]) },
        { id: 'threats', state: ready([due({ title: 'Fix Gate: CVE-2026-1', isUrgent: true })]) },
      ],
      hosts: ready([host({}), host({ host: 'old.example', worst: 'medium', verdict: 'No HSTS.' })]),
      warnings: of<readonly ToolWarning[]>([
        { id: 'a', title: 'The certificate of a.example has expired', level: 'failed', since: '2 days ago', to: '/tls#job=3' },
      ]),
      alarms: ready({ notices: [refusal, decoy], refused }),
    }),
  ).toEqual([
    '9 sign-ins were refused from 203.0.113.40 | since yesterday 12:19',
    'Canary entry opened | 09:05',
    'Fix Gate: CVE-2026-1 | due today',
    'The certificate of a.example has expired | 2 days ago',
    'shop.example: RC4 is still offered. | seen yesterday',
    'Send the invoice | 3 days late',
    'old.example: No HSTS. | seen yesterday',
    'The last complete backup is old | 41 days ago',
  ]);
});

test('each leads to where it is dealt with, and what is settled by seeing it names its notices', () => {
  const { needs } = decide({
    alarms: ready({ notices: [refusal, decoy], refused }),
    backup: ready({ madeMs: undefined, sinceMs: nowMs - 8 * dayMs }),
  });
  expect(needs.map(({ to, act, notices }) => [to, act, notices])).toEqual([
    [places.refusals, 'Review', ['n1']],
    ['#security', 'Review', ['n2']],
    [places.backup, 'Back up', []],
  ]);
});

test('what is due later, or today without urgency, is not late; a backup is missed after 30 days, the first after a week of use', () => {
  expect(texts({ due: of([due({}), due({ id: 'two', day: addDays(today, 1), isUrgent: true })]) })).toEqual([]);
  const missed = (madeMs: number | undefined, sinceMs: number | undefined) => texts({ backup: ready({ madeMs, sinceMs }) }).length;
  expect([missed(nowMs - 29 * dayMs, 0), missed(nowMs - 30 * dayMs, 0)]).toEqual([0, 1]);
  expect([missed(undefined, nowMs - 6 * dayMs), missed(undefined, nowMs - 7 * dayMs), missed(undefined, undefined)]).toEqual([0, 1, 0]);
});

test('what a tool warns of by itself is not said again of its host', () => {
  const to = '/tls#job=2';
  const warning = { id: 'a', title: 'The certificate of shop.example expires', level: 'late', since: 'in 3 days', to } as const;
  expect(texts({ hosts: ready([host({ to })]), warnings: of([warning]) })).toEqual(['The certificate of shop.example expires | in 3 days']);
});

test('the verdict counts in words, and says so where it cannot know', () => {
  const said = (facts: Partial<NeedFacts>) => sayNeeds(decide(facts));
  const late = (count: number) => of(Array.from({ length: count }, (_, index) => due({ id: `${index}`, day: addDays(today, -1) })));
  expect(said({})).toBe('Nothing needs you');
  expect([1, 3, 13].map((count) => said({ due: late(count) }))).toEqual([
    'One thing needs you',
    'Three things need you',
    '13 things need you',
  ]);
  expect(said({ backup: { status: 'failed' } })).toBe('Not everything could be looked at');
  expect(said({ due: late(2), backup: { status: 'failed' } })).toBe('At least two things need you');
  expect(said({ due: late(2), hosts: { status: 'loading' } })).toBe('Looking at what needs you');
});

test('what nobody looked at is named, and not called fine', () => {
  expect(decide({ hosts: ready([]) }).unseen).toEqual(['targets of the tools (no scan yet)']);
  expect(decide({ hosts: ready([host({ worst: undefined, isOpen: true })]) }).unseen).toEqual(['a target (not seen whole)']);
  expect(decide({ due: [{ id: 'money', state: { status: 'locked' } }], isSealed: true }).unseen).toEqual([
    'sealed records (the vault is locked)',
  ]);
});

const state = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<LiveState<Value>> =>
  fc.oneof(
    fc.constantFrom<LiveState<Value>>({ status: 'loading' }, { status: 'failed' }, { status: 'locked' }),
    fc.record({ status: fc.constant('ready' as const), value, stale: fc.boolean() }),
  );
const moment = fc.integer({ min: nowMs - 100 * dayMs, max: nowMs });
const words = fc.stringMatching(/^[a-z ]{1,12}$/);
const anyAlarms: fc.Arbitrary<Alarms> = fc.record({
  notices: fc.array(
    fc.record({ id: fc.uuid(), title: words, atMs: moment, link: fc.option(words, { nil: undefined }), isRefusal: fc.boolean() }),
    { maxLength: 4 },
  ),
  refused: fc.option(
    fc.record({ count: fc.nat(500), addresses: fc.array(words, { maxLength: 3 }), fromMs: moment, isMore: fc.boolean() }),
    { nil: undefined },
  ),
});
const anyDue: fc.Arbitrary<DueFact> = fc.record({
  id: fc.uuid(),
  title: words,
  day: fc.integer({ min: -40, max: 40 }).map((days) => addDays(today, days)),
  to: words,
  isUrgent: fc.boolean(),
});
const anyHost: fc.Arbitrary<HostFact> = fc.record({
  host: fc.uuid(),
  worst: fc.constantFrom('critical', 'high', 'medium', undefined),
  isOpen: fc.boolean(),
  verdict: words,
  madeAt: moment.map((ms) => new Date(ms).toISOString()),
  to: words,
});
const anyWarning: fc.Arbitrary<ToolWarning> = fc.record({
  id: fc.uuid(),
  title: words,
  level: fc.constantFrom('failed', 'late'),
  since: words,
  to: words,
});
const anyBackup: fc.Arbitrary<BackupFacts> = fc.record({
  madeMs: fc.option(moment, { nil: undefined }),
  sinceMs: fc.option(moment, { nil: undefined }),
});
const gathered = <Value>(value: fc.Arbitrary<Value>) =>
  fc.uniqueArray(fc.record({ id: fc.stringMatching(/^[a-z]{1,6}$/), state: state(fc.array(value, { maxLength: 4 })) }), {
    maxLength: 3,
    selector: ({ id }) => id,
  });
const anyFacts: fc.Arbitrary<NeedFacts> = fc.record({
  alarms: state(anyAlarms),
  due: gathered(anyDue),
  hosts: state(fc.array(anyHost, { maxLength: 4 })),
  warnings: gathered(anyWarning),
  backup: state(anyBackup),
  isSealed: fc.boolean(),
});

test('whatever is known: nothing is called fine while an answer is missing or old, each row is there once, and the order of the facts does not matter', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const found = decideNeeds(facts, nowMs, places);
      const all = [
        facts.alarms,
        ...facts.due.map((one) => one.state),
        facts.hosts,
        ...facts.warnings.map((one) => one.state),
        facts.backup,
      ];
      const isMissing = all.some((one) => one.status === 'failed' || one.status === 'loading' || (one.status === 'ready' && one.stale));
      if (isMissing) expect(sayNeeds(found)).not.toBe('Nothing needs you');
      expect(found.isWaiting).toBe(all.some(({ status }) => status === 'loading'));
      expect(new Set(found.needs.map(({ key }) => key)).size).toBe(found.needs.length);
      for (const { text, since, to } of found.needs) expect([text, since, to].every((part) => part !== '')).toBe(true);
      const turned = decideNeeds(
        {
          ...facts,
          due: facts.due.toReversed().map((one) => ({ ...one, state: reversed(one.state) })),
          hosts: reversed(facts.hosts),
          warnings: facts.warnings.toReversed().map((one) => ({ ...one, state: reversed(one.state) })),
        },
        nowMs,
        places,
      );
      expect(turned.needs).toEqual(found.needs);
    }),
  );
});

test('whatever is known: an alarm stands before everything else, and a missed backup after it', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const keys = decideNeeds(facts, nowMs, places).needs.map(({ key }) => key);
      const isAlarm = keys.map((key) => key === 'refused' || key.startsWith('notice '));
      expect(isAlarm.lastIndexOf(true)).toBe(isAlarm.filter(Boolean).length - 1);
      if (keys.includes('backup')) expect(keys.at(-1)).toBe('backup');
    }),
  );
});

function reversed<Value>(one: LiveState<readonly Value[]>): LiveState<readonly Value[]> {
  return one.status === 'ready' ? { ...one, value: one.value.toReversed() } : one;
}

test('a notice of what a tool warns of now is not said twice, and one that leads elsewhere is', () => {
  const title = 'The key was exchanged';
  const warning: ToolWarning = { id: 'key', title, level: 'failed', since: 'found now', to: '/settings#key' };
  const notice = { ...decoy, title, link: '/settings#key' };
  const told = (link: string) =>
    texts({ warnings: of<readonly ToolWarning[]>([warning]), alarms: ready({ notices: [{ ...notice, link }], refused: undefined }) });
  expect(told('/settings#key')).toEqual([`${title} | found now`]);
  expect(told('/elsewhere')).toHaveLength(2);
});
