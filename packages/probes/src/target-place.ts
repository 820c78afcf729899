import { parseTarget } from './target.ts';

/** Where a target is: its host, and the port where that is not the tool's own. */
export type TargetPlace = { readonly host: string; readonly port: number | null };

/** No port at all: no target names it. */
const noPort = 0;

/**
 * The place that a tool's target is at, so that `Example.org`, `example.org` and `example.org:443` are one host to a tool whose own
 * port is 443. What is no host with a port, such as a network, is a place of its own, as it is spelled.
 */
export function placeOfTarget(target: string, defaultPort: number = noPort): TargetPlace {
  const parsed = parseTarget(target, defaultPort);
  if (!parsed.ok) return { host: target, port: null };
  const { host, port } = parsed.value;
  return { host, port: port === defaultPort ? null : port };
}
