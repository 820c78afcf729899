import { attentionFrom } from '@castellan/probes/judgement';
import { isAtLeast } from '@castellan/probes/report';
import { liveTools } from '../../../../../../tools/live-registry.ts';
import { askAlarms, askBackups } from '../../../../domains/overview/ask-attention.ts';
import { decideNeeds, type HostFact, type Needs } from '../../../../domains/overview/needs-you.ts';
import { everything, formatLogFilter } from '../../../../domains/security/log-filter.ts';
import { settingAddress } from '../../../../domains/settings/setting-address.ts';
import { liveAnswer } from '../../../../domains/tool-reports/live-answer.ts';
import liveTargets from '../../../../domains/tool-reports/live-targets.ts';
import type { Target } from '../../../../domains/tool-reports/posture.ts';
import { addressOfJob } from '../../../../domains/tool-reports/report-address.ts';
import { hasSealedRecords } from '../../../../domains/vault/sealed-records/has-sealed-records.ts';
import { browserTimer } from '../../../../lib/clock.ts';
import { gatherLive, type Live, type LiveState, type Supplier } from '../../../../lib/live.ts';
import { createSignal } from '../../../../lib/store.ts';
import { createTurns } from '../../../../lib/turns.ts';
import { type DueList, orderDue } from './order-due.ts';

/** What the overview tells of the day. */
export type DayState = {
  readonly due: DueList;
  readonly needs: Needs;
  /** Whether something is sealed under the vault's key. */
  readonly isSealed: boolean;
};

/** The day, for as long as someone listens. `read` answers the same object until something changes. */
export type Day = {
  readonly read: () => DayState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Asks everything again. */
  readonly refresh: () => Promise<void>;
};

const alarmsEveryMs = 15_000;
const backupsEveryMs = 600_000;

const places = {
  backup: settingAddress('backup'),
  refusals: formatLogFilter({ ...everything, tab: 'authentication', failedOnly: true }),
};

const takeTurn = createTurns();

/** Each fetches files and opens collections of its own, one after the other. */
const dueSuppliers = Object.entries(liveTools).flatMap(([id, { due }]) =>
  due === undefined ? [] : [{ id, supply: () => takeTurn().then(due) }],
);

/** Of a tool with sealed records once it is known that the owner keeps some. */
function warningSuppliers(askSealed: () => Promise<boolean | undefined>) {
  return Object.entries(liveTools).flatMap(([id, { warnings, sealed }]) => {
    if (warnings === undefined) return [];
    const supply = () => takeTurn().then(warnings);
    return [{ id, supply: sealed === undefined ? supply : () => askSealed().then((isSealed) => ofSealed(isSealed, supply)) }];
  });
}

async function ofSealed<Value>(isSealed: boolean | undefined, supply: Supplier<Live<readonly Value[]>>) {
  // Asked for again by a refresh.
  if (isSealed === undefined) throw new Error('the server does not answer');
  return isSealed ? supply() : { default: () => none };
}

const nothing = { status: 'ready', value: [], stale: false } as const;
const none = { read: () => nothing, subscribe: () => () => {}, refresh: async () => {} };

/** Asks everybody who knows something of the day. */
export function openDay(): Day {
  const due = gatherLive(dueSuppliers);
  let asked: Promise<boolean | undefined> | undefined;
  // One question for all who want to know it at the same time.
  const askSealed = () => {
    asked ??= hasSealedRecords().finally(() => {
      asked = undefined;
    });
    return asked;
  };
  const warnings = gatherLive(warningSuppliers(askSealed));
  const targets = liveTargets();
  const alarms = liveAnswer(() => askAlarms(browserTimer.nowMs()), alarmsEveryMs);
  const backup = liveAnswer(askBackups, backupsEveryMs);
  const all = [due, warnings, targets, alarms, backup];
  let isSealed = false;
  let known: DayState | undefined;
  const tell = () => {
    known = undefined;
    changes.tell();
  };
  const lookForSealed = async () => {
    const found = (await askSealed()) === true;
    if (found === isSealed) return;
    isSealed = found;
    tell();
  };
  const changes = createSignal(() => {
    const stops = all.map(({ subscribe }) => subscribe(tell));
    void lookForSealed();
    return () => {
      for (const stop of stops) stop();
    };
  });
  const look = (): DayState => {
    const facts = {
      due: due.read(),
      warnings: warnings.read(),
      hosts: hostsOf(targets.read()),
      alarms: alarms.read(),
      backup: backup.read(),
    };
    return { due: orderDue(facts.due), needs: decideNeeds({ ...facts, isSealed }, browserTimer.nowMs(), places), isSealed };
  };
  return {
    read: () => {
      known ??= look();
      return known;
    },
    subscribe: changes.subscribe,
    refresh: async () => {
      await Promise.all([...all.map(({ refresh }) => refresh()), lookForSealed()]);
    },
  };
}

function hostsOf(state: LiveState<readonly Target[]>): LiveState<readonly HostFact[]> {
  return state.status === 'ready' ? { ...state, value: state.value.map(hostOf) } : state;
}

/** A host by the worst that was found of it: its report where one says so, otherwise the list of all. */
function hostOf({ host, worst, isOpen, verdicts }: Target): HostFact {
  const wanting = verdicts.filter((one) => one.worst !== null && isAtLeast(one.worst, attentionFrom));
  const [first = verdicts[0]] = wanting.filter((one) => one.worst === worst);
  const isWanting = worst === 'critical' || worst === 'high' || worst === 'medium';
  return {
    host,
    worst: isWanting ? worst : undefined,
    isOpen,
    verdict: first?.verdict ?? '',
    madeAt: first?.madeAt ?? '',
    to: wanting.length === 1 && first !== undefined ? addressOfJob(first.tool, first.id) : '#super-apps?targets',
  };
}
