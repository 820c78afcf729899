import { useCallback, useEffect, useState } from 'react';
import { type LiveSession, listLiveSessions } from '../../../domains/session/live-sessions.ts';

/** The owner's living sessions as they were listed last. */
export type Sessions = {
  /** `undefined` until they were listed once. */
  readonly sessions: readonly LiveSession[] | undefined;
  /** Whether the last listing failed. */
  readonly failed: boolean;
  /** Lists them again. */
  readonly load: () => Promise<void>;
};

/** Lists the sessions once, and again on request. */
export function useSessions(): Sessions {
  const [sessions, setSessions] = useState<readonly LiveSession[]>();
  const [failed, setFailed] = useState(false);
  const load = useCallback(async () => {
    const listed = await listLiveSessions();
    setFailed(!listed.ok);
    if (listed.ok) setSessions(listed.value);
  }, []);
  useEffect(() => void load(), [load]);
  return { sessions, failed, load };
}
