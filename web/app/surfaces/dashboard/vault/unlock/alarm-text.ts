import { joined, countText as recordsText } from '../../../../domains/record-counts.ts';
import type { VaultAlarm } from '../../../../domains/vault/contract/vault-state.ts';
import { findingText } from '../finding-text.ts';

/** What an alarm says: what it means, what to do first, what going on from the server's state is called and what it loses. */
export type AlarmText = {
  readonly title: string;
  readonly meaning: string;
  readonly advice: string;
  /** `undefined`: there is no going on from it. */
  readonly accept: string | undefined;
  readonly loses: string;
};

const alarms: Readonly<Record<string, AlarmText>> = {
  rolled_back: {
    title: 'The vault was rolled back',
    meaning: 'The server shows an older state of the vault than this device has seen. Someone may be hiding later changes.',
    advice: 'If you restored a backup yourself, continue from it. Otherwise check the server first.',
    accept: 'I restored this state',
    loses:
      'Anything saved since then, on any device, is lost: deleted entries return, changed passwords are the earlier ones, and removed unlock methods work again.',
  },
  forked: {
    title: 'The vault was forked',
    meaning:
      'The server’s history does not lead from what this device has seen to what it shows now. Someone may be showing your devices different states.',
    advice: 'If you restored a backup and continued from it elsewhere, accept it. Otherwise check the server first.',
    accept: 'Continue with this state',
    loses:
      'Changes this device has seen since the two states diverged are lost, including deletions, changed passwords and removed unlock methods.',
  },
  rekeyed: {
    title: 'The vault has a different key',
    meaning: 'It opens with a key that no rotation proves. Someone with an earlier key may have put it there.',
    advice: 'Enter no master password here, and save nothing, before you have checked the server.',
    accept: 'Continue with that key',
    loses: 'The person who replaced the list can read everything saved from then on, and everything already under that key.',
  },
  key_ended: {
    title: 'The vault has an earlier key',
    meaning:
      'As far as this device can tell, a rotation has ended the key that the server shows. Someone who has it may have put it there.',
    advice:
      'Enter no master password here. Restore the unlock methods under “Lost something?”, or restore a backup from after the rotation. If there is none, open the vault in a private window, rotate its key there, and check again.',
    accept: undefined,
    loses: '',
  },
  vault_replaced: {
    title: 'The vault was replaced',
    meaning: 'The server shows another vault than the one this device knows.',
    advice: 'If you have reset the vault on another device, accept it. Otherwise enter no master password here.',
    accept: 'I replaced the vault',
    loses: 'This device forgets the vault that it knew, and will not notice that it is gone.',
  },
  vault_missing: {
    title: 'The vault is missing',
    meaning: 'This device knows a vault, but the server has none.',
    advice: 'Restore a backup, then try again. Continue without it only if you removed the vault yourself.',
    accept: 'I removed the vault',
    loses: 'This device forgets the vault that it knew, and will not notice that it is gone.',
  },
  head_missing: {
    title: 'The head of the vault’s list is missing',
    meaning: 'The list of entries, unlock methods and log is missing. Old rows may have replaced newer ones.',
    advice: 'Restore a backup if there is one. Otherwise open the vault and rebuild the list: differences will be listed.',
    accept: 'Open it without the head',
    loses:
      'Nothing can be saved until the list is rebuilt. It is rebuilt from what survives and what this browser knows; anything else is lost.',
  },
};

const otherAlarm: AlarmText = {
  title: 'The vault is not what this device knows',
  meaning: 'The server’s data does not match what this device has seen before.',
  advice: 'If you know why, accept it. Otherwise check the server first.',
  accept: 'I know why',
  loses: 'What this device knew about the vault is discarded.',
};

/** What going on from this device's own state loses. */
export const ownStateLoses =
  'What was saved since on the server’s side is taken out of the list. This device keeps the list and not what is in the entries: those that the server has in an older version, or no longer, are named, and not brought back. Records of other apps can be put back in their app, where this device has a copy.';

/** The text of an alarm by its first finding, and what the others mean. */
export function alarmTextOf({ findings }: VaultAlarm): AlarmText & { readonly others: readonly string[] } {
  // A key that was ended is another key besides: that is said once.
  const ended = findings.find(({ code }) => code === 'key_ended');
  const rest = findings.filter(({ code }) => code !== 'key_ended' && (ended === undefined || code !== 'rekeyed'));
  const [first, ...others] = ended === undefined ? rest : [ended, ...rest];
  const code = first?.code === 'head_unreadable' ? 'head_missing' : (first?.code ?? '');
  return { ...(alarms[code] ?? otherAlarm), others: others.map((finding) => alarms[finding.code]?.meaning ?? findingText(finding.code)) };
}

/** How what the server lists differs from what this device knows, in a sentence; `undefined` where that is not known. */
export function differenceText({ difference }: VaultAlarm): string | undefined {
  if (difference === null) return undefined;
  const more = countText(difference, 'added');
  const other = countText(difference, 'changed');
  const lacking = countText(difference, 'removed');
  const said = joined([
    ...(more === '' ? [] : [`has ${more} more`]),
    ...(other === '' ? [] : [`has ${other} in another version`]),
    ...(lacking === '' ? [] : [`lacks ${lacking} of this device’s`]),
  ]);
  const sentence = said === '' ? 'The entries and records are the same in both.' : `The server’s state ${said}.`;
  return difference.isWhole ? sentence : `${sentence} Parts of a list could not be compared: there may be more.`;
}

type Difference = NonNullable<VaultAlarm['difference']>;

function countText(difference: Difference, what: 'added' | 'changed' | 'removed'): string {
  const entries = difference[what];
  const ofEntries = entries === 0 ? [] : [entries === 1 ? '1 entry' : `${entries.toLocaleString('en')} entries`];
  const ofRecords = Object.entries(difference.records)
    .filter(([, counted]) => counted[what] > 0)
    .map(([collection, counted]) => recordsText(collection, counted[what]));
  return joined([...ofEntries, ...ofRecords]);
}

/** What is said where the difference is not known: how to learn it, or that it cannot be learnt. Nothing where there is none to learn. */
export function unknownDifferenceText({ difference, hasOwnState, findings }: VaultAlarm): string | undefined {
  if (difference !== null) return undefined;
  if (hasOwnState) return 'Unlock it to see what the server’s state has more, other and less. Nothing opens until you choose.';
  const isApart = findings.some(({ code }) => code === 'rolled_back' || code === 'forked');
  return isApart ? 'How the two states differ is not known: this device keeps no copy of the list.' : undefined;
}
