import { fail, type Result, succeed } from '@castellan/foundation/result';
import { sealDraft } from '../drafts/sealed-draft.ts';
import type { DraftMemory } from '../ports/draft-memory.ts';
import { pinOf } from './capture-pin.ts';
import { type CaptureContent, captureLimits } from './captured-note.ts';

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
 * Why nothing was captured. `no_pin`: this device has not opened the vault with all keys, or not for this session's owner;
 * `other_key`: the key that is kept here is not the pinned one; `not_kept`: the browser refuses to keep it.
 */
export type CaptureFailure = { readonly code: 'empty' | 'too_long' | 'full' | 'no_pin' | 'other_key' | 'not_kept' };

/**
 * Seals a text to the pinned key and keeps it on this device; from then on only the opened vault reads it. Answers with how many
 * sealed texts wait here.
 */
export function keepCapture(ports: CapturePorts, text: string): Promise<Result<{ readonly waiting: number }, CaptureFailure>> {
  return ports.exclusively(() => keepNow(ports, text.trim()));
}

async function keepNow(ports: CapturePorts, note: string): Promise<Result<{ readonly waiting: number }, CaptureFailure>> {
  if (note === '') return fail({ code: 'empty' });
  if (note.length > captureLimits.characters) return fail({ code: 'too_long' });
  const userId = ports.userId();
  const pin = ports.pin();
  if (userId === undefined || pin?.startsWith(`${userId} `) !== true) return fail({ code: 'no_pin' });
  const key = await ports.drafts.key(userId);
  if (key === undefined) return fail({ code: 'no_pin' });
  if (pinOf(key) !== pin) return fail({ code: 'other_key' });
  const waiting = await waitingTexts(ports);
  if (waiting >= captureLimits.waiting) return fail({ code: 'full' });
  const content: CaptureContent = { note, device: ports.device() };
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
