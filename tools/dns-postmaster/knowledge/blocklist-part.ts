import type { Finding, Severity } from '@castellan/probes/report';
import type { BlocklistAnswer, BlocklistAnswers, BlocklistResult, BlocklistStatus } from './ask-blocklists.ts';
import { type Blocklist, blocklists } from './blocklist-catalog.ts';
import { type Inspected, stateOf } from './part.ts';
import type { SendingAddress, SendingAddresses } from './sending-addresses.ts';

/** What block lists say of the domain's addresses. */
export type BlocklistFacts = SendingAddresses & BlocklistAnswers;

/** Judges what the lists said. A list that refuses, or fails its own test, says nothing of any address. */
export function judgeBlocklists(facts: BlocklistFacts): Inspected<BlocklistFacts> {
  const { addresses, results, lists } = facts;
  const findings = [
    ...addresses.flatMap((address) =>
      results.filter((result) => result.address === address.address).flatMap((result) => judgeListing(address, result)),
    ),
    ...lists.flatMap((status) => judgeList(status, results)),
  ];
  const usable = lists.filter((status) => standingOf(status, results) === 'usable').length;
  const listed = addresses.filter(({ address }) => results.some((one) => one.address === address && one.answer.kind === 'listed')).length;
  const isKnown = addresses.length > 0 && (usable > 0 || listed > 0);
  return {
    facts,
    part: {
      id: 'blocklists',
      title: 'Block lists',
      state: isKnown ? stateOf(findings) : 'unknown',
      summary: describe({ count: addresses.length, listed, usable, lists: lists.length }),
    },
    findings,
  };
}

function describe({ count, listed, usable, lists }: Readonly<Record<'count' | 'listed' | 'usable' | 'lists', number>>): string {
  if (count === 0) return 'No public address to check';
  if (usable === 0 && listed === 0) return 'No list answered';
  const addresses = `${count} ${count === 1 ? 'address' : 'addresses'}`;
  const silent = usable === lists ? '' : `; ${lists - usable} did not answer`;
  const asked = `${usable} ${usable === 1 ? 'list' : 'lists'}`;
  return listed === 0 ? `${addresses}, not on ${asked}${silent}` : `${listed} of ${addresses} listed${silent}`;
}

/** How a list stands after all: one that passed its test may still refuse later. */
function standingOf({ id, state }: BlocklistStatus, results: readonly BlocklistResult[]): BlocklistStatus['state'] {
  const kinds = results.filter(({ list }) => list === id).map(({ answer }) => answer.kind);
  if (state !== 'usable') return state;
  if (kinds.includes('refused')) return 'refused';
  return kinds.includes('rewritten') ? 'rewritten' : 'usable';
}

function listOf(id: Blocklist['id']): Blocklist | undefined {
  return blocklists.find((list) => list.id === id);
}

function judgeListing({ address, by, sends }: SendingAddress, { list: id, answer }: BlocklistResult): readonly Finding[] {
  const list = listOf(id);
  if (list === undefined || answer.kind !== 'listed') return [];
  const isSpam = answer.entries.some(({ kind }) => kind === 'spam');
  const severity: Severity = isSpam ? (sends ? 'high' : 'medium') : sends ? 'medium' : 'low';
  const receivers = sends
    ? 'Receivers that use this list reject its mail.'
    : 'The address is known only as a mail exchanger; mail it sends is rejected by many receivers.';
  return [
    {
      id: isSpam ? 'blocklist-listed' : 'blocklist-policy',
      severity,
      title: `${address} is listed on ${list.name}`,
      evidence: `${answer.entries.map(({ name }) => name).join('; ')}. Source: ${by}.`,
      why: isSpam
        ? `Spam or malicious traffic was observed from this address. ${receivers}`
        : `The address belongs to a range that must not send mail directly. ${receivers}`,
      fix: isSpam
        ? `Identify and stop the source, then request delisting: ${list.removal}`
        : `Send through your provider's mail server. If this is a legitimate mail server, request delisting: ${list.removal}`,
    },
  ];
}

function judgeList(status: BlocklistStatus, results: readonly BlocklistResult[]): readonly Finding[] {
  const list = listOf(status.id);
  if (list === undefined) return [];
  const { name, zone, terms } = list;
  const own = results.filter((one) => one.list === status.id);
  const reasonOf = (kind: BlocklistAnswer['kind']) => {
    for (const { answer } of own) if (answer.kind === kind && 'reason' in answer) return answer.reason;
    return status.reason;
  };
  const say = (id: string, title: string, evidence: string, why: string, fix: string): Finding => ({
    id,
    severity: 'info',
    title,
    evidence,
    why,
    fix,
  });
  switch (standingOf(status, results)) {
    case 'refused':
      return [
        say(
          'blocklist-refused',
          `${name} refuses queries`,
          `${zone}: ${reasonOf('refused')}.`,
          `The answer is an error code, not a listing. ${terms}`,
          'Query through your own recursive resolver, or check the addresses on the website of the list.',
        ),
      ];
    case 'rewritten':
      return [
        say(
          'blocklist-rewritten',
          `The answer of ${name} is invalid: the resolver rewrites answers`,
          `${zone}: ${reasonOf('rewritten')}.`,
          'Block lists answer with loopback addresses. A resolver that rewrites NXDOMAIN answers hides the result.',
          'Use another resolver.',
        ),
      ];
    case 'unusable':
      return [
        say(
          'blocklist-unusable',
          `${name} fails its own test`,
          `${zone}: ${status.reason}.`,
          'A list must contain one test address and must not contain another (RFC 5782 §5). Otherwise it is defunct, or the resolver alters its answers.',
          'Use another resolver. If the test still fails, remove the list from your mail server.',
        ),
      ];
    case 'silent':
      return [
        say(
          'blocklist-silent',
          `${name} was not queried`,
          `${zone}: ${status.reason}.`,
          'Whether the addresses are listed is unknown.',
          'Try again later.',
        ),
      ];
    case 'usable':
      return judgeRest(list, own);
  }
}

/** Single questions that came to nothing, of a list that passed its test. */
function judgeRest({ name, zone }: Blocklist, results: readonly BlocklistResult[]): readonly Finding[] {
  return results.flatMap(({ address, answer }): readonly Finding[] => {
    if (answer.kind !== 'silent' && answer.kind !== 'undocumented') return [];
    const isSilent = answer.kind === 'silent';
    return [
      {
        id: isSilent ? 'blocklist-silent' : 'blocklist-undocumented',
        severity: 'info',
        title: isSilent ? `${name} did not answer for ${address}` : `${name} returns an undocumented code for ${address}`,
        evidence: `${zone}: ${answer.reason}.`,
        why: isSilent ? 'Whether the address is listed is unknown.' : 'Receivers may treat it as a listing.',
        fix: isSilent ? 'Try again later.' : 'Check the address on the website of the list.',
      },
    ];
  });
}
