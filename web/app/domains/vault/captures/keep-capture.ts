import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { CapturedThing } from '../contract/vault-drafts.ts';
import { sealDraft } from '../drafts/sealed-draft.ts';
import type { DraftMemory } from '../ports/draft-memory.ts';
import { contentToSeal, readThing } from './capture-content.ts';
import { captureLimits } from './capture-limits.ts';
import { pinOf } from './capture-pin.ts';

/** What capturing wants of the browser. Nothing of it asks a server. */
export type CapturePorts = {
  readonly drafts: Pick<DraftMemory, 'key' | 'drafts' | 'keepForGood'>;
  /** The pin, as `pinOf` writes it. */
  readonly pin: () => string | undefined;
  /** Whose session this browser has. */
  readonly userId: () => string | undefined;
  readonly device: () => string;
  readonly nowMs: () => number;
  readonly newId: () => string;
  /** Runs the work while no other tab runs it. */
  readonly exclusively: <Value>(work: () => Promise<Value>) => Promise<Value>;
  readonly onKept: () => Promise<void>;
};

/**
 * Why nothing was captured. `not_a_line`: it is to become something that is one line with a day; `no_pin`: this device has not opened the
 * vault with all keys, or not for this session's owner; `other_key`: the key that is kept here is not the pinned one; `not_kept`: the
 * browser refuses to keep it.
 */
export type CaptureFailure = {
  readonly code: 'empty' | 'too_long' | 'line_too_long' | 'not_a_line' | 'full' | 'no_pin' | 'other_key' | 'not_kept';
};

/**
 * Seals what was typed to the pinned key and keeps it on this device; from then on only the opened vault reads it. Answers with how many
 * sealed texts wait here.
 */
export function keepCapture(ports: CapturePorts, thing: CapturedThing): Promise<Result<{ readonly waiting: number }, CaptureFailure>> {
  return ports.exclusively(() => keepNow(ports, thing));
}

async function keepNow(ports: CapturePorts, typed: CapturedThing): Promise<Result<{ readonly waiting: number }, CaptureFailure>> {
  const read = readThing(typed);
  if (!read.ok) return read;
  const userId = ports.userId();
  const pin = ports.pin();
  if (userId === undefined || pin?.startsWith(`${userId} `) !== true) return fail({ code: 'no_pin' });
  const key = await ports.drafts.key(userId);
  if (key === undefined) return fail({ code: 'no_pin' });
  if (pinOf(key) !== pin) return fail({ code: 'other_key' });
  const waiting = await waitingTexts(ports);
  if (waiting >= captureLimits.waiting) return fail({ code: 'full' });
  const content = contentToSeal({ thing: read.value, device: ports.device() });
  const sealed = await sealDraft(key, { id: ports.newId(), keptAtMs: ports.nowMs() }, content).catch(() => undefined);
  if (sealed === undefined) return fail({ code: 'other_key' });
  if (!(await ports.drafts.keepForGood(sealed))) return fail({ code: 'not_kept' });
  await ports.onKept();
  return succeed({ waiting: waiting + 1 });
}

/** How many sealed texts wait on this device: captures and drafts of entries, which nothing tells apart while the vault is closed. */
export async function waitingTexts({ drafts, userId }: Pick<CapturePorts, 'drafts' | 'userId'>): Promise<number> {
  const mine = userId();
  return (await drafts.drafts()).filter((draft) => draft.userId === mine).length;
}
