import { useState } from 'react';
import { useNavigate } from 'react-router';
import { countWaiting } from '../../domains/records/forget-records.ts';
import { leaveSession } from '../../domains/session/leave-session.ts';
import { browserTimer } from '../../lib/clock.ts';

/** Changes that wait get this long to reach the server before the owner is asked about them. */
const lastCallMs = 4000;

/** The way out. */
export type Logout = {
  /** True from the press on. */
  readonly leaving: boolean;
  readonly logout: () => void;
  /** Changes that the sign-out would lose, once the owner has to be asked about them. */
  readonly unsent: number | undefined;
  readonly leaveAnyway: () => void;
  readonly stay: () => void;
};

/** Ends the session and goes home; asks first where this browser keeps changes that do not reach the server. */
export function useLogout(): Logout {
  const [leaving, setLeaving] = useState(false);
  const [unsent, setUnsent] = useState<number>();
  const navigate = useNavigate();
  const leave = () => {
    setUnsent(undefined);
    setLeaving(true);
    void leaveSession().then(() => navigate('/'));
  };
  const logout = async () => {
    setLeaving(true);
    const waiting = await waitingAfterLastCall();
    if (waiting === 0) return leave();
    setLeaving(false);
    setUnsent(waiting);
  };
  return { leaving, logout: () => void logout(), unsent, leaveAnyway: leave, stay: () => setUnsent(undefined) };
}

async function waitingAfterLastCall(): Promise<number> {
  if ((await countWaiting()) === 0) return 0;
  const { openRecords } = await import('../../domains/records/open-records.ts');
  await Promise.race([openRecords().flush(), new Promise<void>((resolve) => browserTimer.after(lastCallMs, resolve))]);
  return countWaiting();
}
