import type { Egress, EgressFailure } from '../../adapters/egress.ts';

/** A monitor that is told of each good backup, and tells people where none comes: healthchecks.io, Uptime Kuma and others. */
export type Ping = (address: string) => Promise<'told' | EgressFailure['code'] | `status ${number}`>;

/** No monitor's address is longer. */
const longest = 2_000;

/** Whether it is an http or https address without user name and password. */
export function isPingAddress(given: string): boolean {
  const url = URL.parse(given);
  return url !== null && given.length <= longest && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

/** Asks for the address once. What comes back is not read but for its status. Never throws: the backup is good whatever a monitor says. */
export function createPing(egress: Egress): Ping {
  return async (address) => {
    const answer = await egress.send({ url: address, maxBodyBytes: 64 * 1024 });
    if (!answer.ok) return answer.failure.code;
    const { status } = answer.value;
    return status >= 200 && status < 300 ? 'told' : `status ${status}`;
  };
}
