import { useCallback, useEffect, useState } from 'react';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import {
  deleteSchedule,
  listSchedules,
  pauseSchedule,
  renewSchedule,
  type Schedule,
  type ScheduleWish,
  setSchedule,
} from './schedule-client.ts';
import { troubleOf } from './trouble.ts';

/** What an owner's page of a tool knows of its schedules, and does with them. */
export type Schedules = {
  /** By target; `undefined` until they came. */
  readonly schedules: readonly Schedule[] | undefined;
  /** A sentence about what did not work. */
  readonly trouble: string | undefined;
  /** What was deleted last, for as long as it can be taken back. */
  readonly deleted: Schedule | undefined;
  readonly isBusy: boolean;
  readonly set: (wish: ScheduleWish) => Promise<void>;
  readonly pause: (schedule: Schedule) => Promise<void>;
  readonly renew: (schedule: Schedule) => Promise<void>;
  readonly remove: (schedule: Schedule) => Promise<void>;
  readonly refresh: () => Promise<void>;
};

type Answered = { readonly ok: true } | { readonly ok: false; readonly failure: BackendFailure };

/** The schedules of one tool. */
export function useSchedules(tool: string): Schedules {
  const [schedules, setSchedules] = useState<readonly Schedule[]>();
  const [trouble, setTrouble] = useState<string>();
  const [deleted, setDeleted] = useState<Schedule>();
  const [isBusy, setBusy] = useState(false);
  const refresh = useCallback(async () => {
    const listed = await listSchedules(tool);
    if (listed.ok) setSchedules(listed.value);
    setTrouble(listed.ok ? undefined : troubleOf(listed.failure));
  }, [tool]);
  useEffect(() => void refresh(), [refresh]);
  const act = async (answer: Promise<Answered>, gone?: Schedule) => {
    setBusy(true);
    const answered = await answer;
    setBusy(false);
    if (!answered.ok) return setTrouble(troubleOf(answered.failure));
    setDeleted(gone);
    return refresh();
  };
  return {
    schedules,
    trouble,
    deleted,
    isBusy,
    refresh,
    set: (wish) => act(setSchedule(wish)),
    pause: ({ id }) => act(pauseSchedule(id)),
    renew: ({ id }) => act(renewSchedule(id)),
    remove: (schedule) => act(deleteSchedule(schedule.id), schedule),
  };
}
