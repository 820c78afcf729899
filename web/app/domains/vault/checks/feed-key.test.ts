import { sealToKey } from '@castellan/foundation/seal-to-key';
import { expect, test } from 'vitest';
import { openFeedKeys } from '../../health-feed/open-feed-keys.ts';
import { openPrivateKey } from '../drafts/key-pair.ts';
import { openFromKey, sealingPorts } from '../drafts/open-from-key.ts';
import { codeOf, lockAndOpen, master, must, openNewVault, type Tab, until } from '../testing/vault-world.ts';
import { publishOwnKey } from './feed-key.ts';

const foreign = `B${'A'.repeat(86)}`;
const proof = { kind: 'master', master } as const;

/** A vault with a feed. */
async function vaultWithFeed(): Promise<Tab> {
  const tab = await openNewVault();
  must(await publishOwnKey(tab.store.core));
  return tab;
}

const findings = ({ store }: Tab) => {
  const state = store.read();
  return state.stage === 'open' ? state.verification.findings.map(({ code }) => code) : undefined;
};

/** Everything that follows the next opening is done, the look at the feed's key last. */
async function openAgain(tab: Tab): Promise<void> {
  tab.server.feedCalls = [];
  await lockAndOpen(tab);
  await expect.poll(() => tab.server.feedCalls.length).toBeGreaterThan(0);
}

async function pairsOf({ store, server }: Tab) {
  const rows = [...(server.sealedRows.get('health_feed_keys')?.values() ?? [])];
  return must(await openFeedKeys(store.records, rows));
}

test('a key that the server exchanged is a finding and one alarm at each full unlock, by one call, until the own one is published', async () => {
  const tab = await vaultWithFeed();
  const own = tab.server.feedKey;
  await openAgain(tab);
  expect(tab.server.feedCalls).toEqual(['state']);
  expect(findings(tab)).toEqual([]);
  tab.server.feedKey = foreign;
  for (const times of [1, 2]) {
    await openAgain(tab);
    await until(tab, () => findings(tab)?.includes('feed_key_exchanged') === true);
    expect(tab.acts.filter(([act]) => act === 'foreign_feed_key')).toHaveLength(times);
    expect(tab.server.feedCalls).toEqual(['state']);
  }
  expect(tab.server.feedKey).toBe(foreign);
  must(await publishOwnKey(tab.store.core));
  expect(tab.server.feedKey).toBe(own);
  expect(findings(tab)).toEqual([]);
  expect(await pairsOf(tab)).toHaveLength(1);
});

test('beside a log that was cut both are told, and accepting the log leaves the other', async () => {
  const tab = await vaultWithFeed();
  tab.server.feedKey = foreign;
  tab.server.log = [];
  await openAgain(tab);
  await until(tab, () => findings(tab)?.length === 2);
  expect(findings(tab)).toEqual(['log_cut', 'feed_key_exchanged']);
  tab.server.log = [{ sequence: 9, hash: '\\x09' }];
  must(await tab.actions.acceptLog());
  expect(findings(tab)).toEqual(['feed_key_exchanged']);
});

test('a vault without a feed asks once and finds nothing; a withheld private half is found as well', async () => {
  const tab = await openNewVault();
  await openAgain(tab);
  expect(findings(tab)).toEqual([]);
  expect(await pairsOf(tab)).toEqual([]);
  must(await publishOwnKey(tab.store.core));
  tab.server.sealedRows.delete('health_feed_keys');
  await openAgain(tab);
  await until(tab, () => findings(tab)?.includes('feed_key_exchanged') === true);
});

test('nothing is published without a proof, over a key of another device, or while nobody answers', async () => {
  const tab = await openNewVault();
  tab.server.isProven = false;
  expect(codeOf(await publishOwnKey(tab.store.core))).toBe('proof');
  expect(tab.server.feedKey).toBeNull();
  tab.server.isProven = true;
  must(await publishOwnKey(tab.store.core));
  // The pair that was made before the proof was missing is the one that is published.
  expect(await pairsOf(tab)).toHaveLength(1);
  tab.server.isAway = true;
  expect(codeOf(await publishOwnKey(tab.store.core))).toBe('unreachable');
});

test('after a rotation what comes is sealed to a new pair, and what came before still opens', async () => {
  const tab = await vaultWithFeed();
  const former = tab.server.feedKey ?? '';
  const terms = { label: 'castellan.feed.1', bound: ['owner'], publicKey: former };
  const sealed = await sealToKey(sealingPorts, terms, { measure: 'weight' });
  must(await tab.actions.security.rotateKey(proof, master));
  await expect.poll(() => tab.server.feedKey).not.toBe(former);
  const pairs = await pairsOf(tab);
  expect(pairs.map(({ public_key }) => public_key).toSorted()).toEqual([former, tab.server.feedKey].toSorted());
  const key = await openPrivateKey(pairs.find(({ public_key }) => public_key === former)?.private_key ?? '');
  expect(key && (await openFromKey(terms, key, sealed))).toEqual({ measure: 'weight' });
  const present = tab.server.feedKey;
  await openAgain(tab);
  expect(tab.server.feedCalls).toEqual(['state']);
  expect(tab.server.feedKey).toBe(present);
});

test('a rotation whose proof is too old by its end leaves the former pair, without an alarm, until an opening with a fresh proof', async () => {
  const tab = await vaultWithFeed();
  const former = tab.server.feedKey;
  tab.server.feedCalls = [];
  const { publishFeedKey } = tab.server.feed;
  let isOld = true;
  Object.assign(tab.server.feed, {
    publishFeedKey: async (...given: Parameters<typeof publishFeedKey>) => {
      if (!isOld) return publishFeedKey(...given);
      tab.server.feedCalls.push('publish');
      return { ok: false, failure: { code: 'refused', reason: 'PT403', details: ['verification_too_old'] } } as const;
    },
  });
  must(await tab.actions.security.rotateKey(proof, master));
  await expect.poll(() => tab.server.feedCalls).toContain('publish');
  expect([tab.server.feedKey, findings(tab)]).toEqual([former, []]);
  isOld = false;
  await openAgain(tab);
  await expect.poll(() => tab.server.feedKey).not.toBe(former);
  // The pair that the rotation made: no other was.
  expect(await pairsOf(tab)).toHaveLength(2);
});
