import { type ReactNode, useMemo, useState } from 'react';
import { type KeptPlace, loadKeptData } from '../../../web/app/domains/passport/kept-data.ts';
import { readSessionStatus, type SessionStatus } from '../../../web/app/domains/session/session-status.ts';
import { type Integration, loadIntegrations } from '../../../web/app/domains/settings/integrations.ts';
import type { ServerHealth } from '../../../web/app/domains/settings/machine-backups.ts';
import { loadSiteFacts, type SiteFacts } from '../../../web/app/domains/settings/site-facts.ts';
import { type Asked, useAsked } from '../../../web/app/domains/settings/use-asked.ts';
import { givenContext } from '../../../web/app/lib/given-context.ts';

type Question<Value> = { readonly asked: Asked<Value>; readonly again: () => Promise<void> };
type ServerFacts = {
  readonly facts: Question<SiteFacts>;
  readonly integrations: Question<readonly Integration[]>;
  readonly kept: Question<readonly KeptPlace[]>;
  /** How the account is proven; `undefined` where the session has ended. */
  readonly session: Question<SessionStatus | undefined>;
  /** What the last check found, which is made at a press. */
  readonly health: { readonly found: ServerHealth | undefined; readonly take: (health: ServerHealth) => void };
};

/** What the server says of itself; inside `ServerProvider` only. */
export const [ServerContext, useServer] = givenContext<ServerFacts>('useServer');

/** Asks the server once for what several settings show. */
export function ServerProvider({ children }: { readonly children: ReactNode }) {
  const facts = useAsked(loadSiteFacts);
  const integrations = useAsked(loadIntegrations);
  const kept = useAsked(loadKeptData);
  const session = useAsked(readSessionStatus);
  const [found, take] = useState<ServerHealth>();
  const server = useMemo(
    () => ({ facts, integrations, kept, session, health: { found, take } }),
    [facts, integrations, kept, session, found],
  );
  return <ServerContext value={server}>{children}</ServerContext>;
}
