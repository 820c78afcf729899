import type { LivedIn } from '../../scripts/pictures/lived-in-owner.ts';
import { keysFileOf, openKeys } from '../../server/keys/key-store.ts';
import { type Ask, fillVault, newId, openAccountVault } from '../../tests/support/vault-account.ts';

type RecordDraft = Parameters<typeof fillVault>[3][number];

const words = 'engraving plate ledger harbour window copper linen notice signal garden winter theory lantern village Müller café'.split(
  ' ',
);
/** Sealed and sent at once. */
const together = 500;

/** 5,000 notes of about 2 kB with a heading, a tag and three links each. */
export function manyNotes(): readonly RecordDraft[] {
  const line = (at: number, from: number) =>
    Array.from({ length: 12 }, (_, word) => words[(at * 7 + from * 5 + word * 3) % words.length]).join(' ');
  return Array.from({ length: 5_000 }, (_, at) => {
    const links = [1, 17, 301].map((step) => `[[Note ${(at + step) % 5_000}]]`).join(' ');
    const body = `# About ${at}\n\n${links} #tag${at % 40}\n\n${Array.from({ length: 22 }, (_, from) => line(at, from)).join('\n')}\n`;
    return draftOf(`Note ${at}`, body, `f${at % 20}/Note ${at}.md`);
  });
}

function draftOf(title: string, body: string, path: string): RecordDraft {
  const fields = { title, body, tags: [], pinned: false, path };
  return { collection: 'notes', id: newId(), fields, createdAt: new Date().toISOString(), deletedAt: null };
}

/** Seals notes into the owner's vault, as the owner's own page would. */
export async function addNotes(
  url: string,
  dataFolder: string,
  { session, master }: LivedIn,
  notes: readonly RecordDraft[],
): Promise<void> {
  const { ring } = await openKeys(keysFileOf(dataFolder));
  const token = (await session.client.auth.getSession()).data.session?.access_token;
  const headers = { apikey: ring.publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ask: Ask = async (path, body) => {
    const answer = await fetch(url + path, body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  for (let from = 0; from < notes.length; from += together)
    await fillVault(ask, await openAccountVault(ask, session.userId, master), [], notes.slice(from, from + together));
}
