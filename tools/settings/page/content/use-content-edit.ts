import type { Result } from '@castellan/foundation/result';
import { useCallback, useEffect, useState } from 'react';
import { failureText } from '../../../../web/app/domains/settings/failure-text.ts';
import {
  type ContentFault,
  type ContentFile,
  deleteContentFile,
  loadContentFile,
  loadKeptText,
  type SaveAnswer,
  saveContentFile,
} from '../../../../web/app/domains/site-content/site-content.ts';
import type { BackendFailure } from '../../../../web/app/lib/backend-failure.ts';
import { keepDraft, readDraft } from './drafts.ts';

/** What came of the last save or load, while nothing was typed since. */
export type EditNotice =
  | { readonly kind: 'saved' }
  | { readonly kind: 'invalid'; readonly faults: readonly ContentFault[] }
  /** The file is another one on the server; the draft is still here. */
  | { readonly kind: 'conflict'; readonly theirs: { readonly text: string; readonly version: string | null } }
  | { readonly kind: 'not_writable'; readonly reason: string }
  | { readonly kind: 'failed'; readonly text: string };

/** What a proof of now lets go on. */
export type WaitingEdit = { readonly act: 'save' | 'delete' | 'schedule'; readonly go: () => Promise<void> };

/** A file that is being edited. */
export type ContentEdit = {
  readonly name: string;
  /** `undefined` until it was loaded, and where it could not be. */
  readonly file: ContentFile | undefined;
  readonly text: string;
  readonly isChanged: boolean;
  readonly notice: EditNotice | undefined;
  readonly change: (text: string) => void;
  /** Saves the draft. Over another version than it began with: only after both were shown. */
  readonly save: (over?: string | null) => Promise<void>;
  readonly restore: (id: string, onDone?: () => void) => Promise<void>;
  /** Deletes the file, which is kept as a version, and says so once it is done. */
  readonly remove: (onDone: () => void) => Promise<void>;
  /** Gives the draft up for what lies on the server. */
  readonly discard: () => Promise<void>;
  /** What waits for a proof of now; `undefined` where nothing does. */
  readonly waiting: WaitingEdit | undefined;
  readonly giveUpProof: () => void;
  /** Takes the answer to a save that was made in another way, as of a photo. */
  readonly take: (text: string, answer: Result<SaveAnswer, BackendFailure>, again: () => Promise<void>, act?: WaitingEdit['act']) => void;
};

/** Loads a file, keeps its draft and saves it. `fresh` is what a file begins with that is not there yet. */
export function useContentEdit(name: string, fresh = ''): ContentEdit {
  const [file, setFile] = useState<ContentFile>();
  const [text, setText] = useState(() => readDraft(name)?.text ?? '');
  const [notice, setNotice] = useState<EditNotice>();
  const [waiting, setWaiting] = useState<WaitingEdit>();
  const load = useCallback(async () => {
    const loaded = await loadContentFile(name);
    if (!loaded.ok) return setNotice({ kind: 'failed', text: failureText(loaded.failure) });
    const draft = readDraft(name);
    // A draft stays on what it was made from: a save then tells whether that is still there.
    setFile(draft === undefined ? loaded.value : { ...loaded.value, version: draft.base });
    setText(draft?.text ?? loaded.value.text ?? fresh);
  }, [name, fresh]);
  useEffect(() => void load(), [load]);
  const saved = file?.text ?? '';
  const change = (next: string) => {
    setText(next);
    setNotice((before) => (before?.kind === 'conflict' ? before : undefined));
    keepDraft(name, next === saved ? undefined : { text: next, base: file?.version ?? null });
  };
  const take: ContentEdit['take'] = (sent, answer, again, act = 'save') => {
    if (!answer.ok) {
      const isStale = answer.failure.code === 'refused' && answer.failure.reason === 'verification_too_old';
      if (isStale) setWaiting({ act, go: again });
      else setNotice({ kind: 'failed', text: `Nothing was ${act}d. ${failureText(answer.failure)}` });
      return;
    }
    const { value } = answer;
    if (value.outcome === 'invalid') return setNotice({ kind: 'invalid', faults: value.faults });
    if (value.outcome === 'not_writable') return setNotice({ kind: 'not_writable', reason: value.reason });
    if (value.outcome === 'busy')
      return setNotice({ kind: 'failed', text: `Nothing was ${act}d: another server writes there. Try again.` });
    if (value.outcome === 'changed') return setNotice({ kind: 'conflict', theirs: value });
    keepDraft(name, undefined);
    const isGone = value.outcome === 'deleted';
    setFile({ text: isGone ? null : sent, version: isGone ? null : value.version, versions: value.versions });
    setText(sent);
    setNotice(isGone ? undefined : { kind: 'saved' });
  };
  const send = async (sent: string, expected: string | null, onDone?: () => void): Promise<void> => {
    const answer = await saveContentFile(name, sent, expected);
    take(sent, answer, () => send(sent, expected, onDone));
    if (answer.ok && answer.value.outcome === 'saved') onDone?.();
  };
  const remove = async (onDone: () => void): Promise<void> => {
    const answer = await deleteContentFile(name, file?.version ?? '');
    take('', answer, () => remove(onDone), 'delete');
    if (answer.ok && answer.value.outcome === 'deleted') onDone();
  };
  return {
    name,
    file,
    text,
    isChanged: text !== saved,
    notice,
    change,
    save: (over) => send(text, over === undefined ? (file?.version ?? null) : over),
    restore: async (id, onDone) => {
      const kept = await loadKeptText(name, id);
      if (!kept.ok) return setNotice({ kind: 'failed', text: failureText(kept.failure) });
      await send(kept.value.text, file?.version ?? null, onDone);
    },
    remove,
    discard: async () => {
      keepDraft(name, undefined);
      setNotice(undefined);
      await load();
    },
    waiting,
    giveUpProof: () => setWaiting(undefined),
    take,
  };
}
