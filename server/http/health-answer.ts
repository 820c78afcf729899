import type { Readiness } from '../database/database-readiness.ts';
import type { DirectAnswer, DirectResponse } from './direct-answer.ts';

/** What whoever watches the server reads. */
const answers: Readonly<Record<Readiness | 'alive', DirectResponse>> = {
  alive: say(200, 'alive'),
  ready: say(200, 'ready'),
  away: say(503, 'database away'),
  full: say(503, 'nothing can be written'),
};

function say(status: number, text: string): DirectResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify({ status: text }),
  };
}

/** Answers `/healthz`, which says that the process runs, and `/readyz`, which says whether its database reads and writes. */
export function createHealthAnswer(readiness: () => Readiness | Promise<Readiness>): DirectAnswer {
  return ({ path }) => {
    if (path === '/healthz') return answers.alive;
    if (path !== '/readyz') return undefined;
    const found = readiness();
    return found instanceof Promise ? found.then((state) => answers[state]) : answers[found];
  };
}
