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
  if (count === 0) return 'No public address to ask about';
  if (usable === 0 && listed === 0) return 'No list gave an answer';
  const addresses = `${count} ${count === 1 ? 'address' : 'addresses'}`;
  const silent = usable === lists ? '' : `; ${lists - usable} gave no answer`;
  const asked = `${usable} ${usable === 1 ? 'list' : 'lists'}`;
  return listed === 0 ? `${addresses}, on none of ${asked}${silent}` : `${listed} of ${addresses} listed${silent}`;
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
    ? 'Receivers that ask this list refuse mail from it.'
    : 'It is known to receive alone; what it sends is refused by many.';
  return [
    {
      id: isSpam ? 'blocklist-listed' : 'blocklist-policy',
      severity,
      title: `${address} is on ${list.name}`,
      evidence: `${answer.entries.map(({ name }) => name).join('; ')}. Named by ${by}.`,
      why: isSpam
        ? `Spam or worse was seen from there. ${receivers}`
        : `The address is one that should not deliver mail by itself. ${receivers}`,
      fix: isSpam
        ? `Find and stop what sends it, then have the address removed at ${list.removal}`
        : `Send through your provider's mail server, or have the address removed at ${list.removal} if it is a mail server's.`,
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
          `${name} refuses to answer`,
          `${zone}: ${reasonOf('refused')}.`,
          `Its answer is an error, and says nothing of any address. ${terms}`,
          'Ask through a resolver of your own that asks the list itself, or look the addresses up at its site.',
        ),
      ];
    case 'rewritten':
      return [
        say(
          'blocklist-rewritten',
          `The answer of ${name} makes no sense: the resolver rewrites answers`,
          `${zone}: ${reasonOf('rewritten')}.`,
          'Lists answer with loopback addresses. A resolver that puts addresses of its own in the place of names that do not exist hides what they say.',
          'Ask through another resolver.',
        ),
      ];
    case 'unusable':
      return [
        say(
          'blocklist-unusable',
          `${name} fails its own test`,
          `${zone}: ${status.reason}.`,
          'Every list has one test address and never another (RFC 5782 §5). One that does otherwise lists everything or nothing, or the resolver hides it.',
          'Ask through another resolver. If it stays, take the list out of your own mail server.',
        ),
      ];
    case 'silent':
      return [
        say(
          'blocklist-silent',
          `${name} was not asked`,
          `${zone}: ${status.reason}.`,
          'Whether the addresses are on it is not known.',
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
        title: isSilent ? `${name} gave no answer about ${address}` : `${name} answers something about ${address} that it does not explain`,
        evidence: `${zone}: ${answer.reason}.`,
        why: isSilent ? 'Whether the address is on it is not known.' : 'Receivers may take it for an entry.',
        fix: isSilent ? 'Try again later.' : 'Look the address up at the site of the list.',
      },
    ];
  });
}
