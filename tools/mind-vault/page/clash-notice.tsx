import { fail } from '@castellan/foundation/result';
import { mergeText, type Preference, textOfParts } from '@castellan/notes/merge-text';
import { useState } from 'react';
import { CompareTexts } from '../../../web/app/domains/records/conflicts/compare-texts.tsx';
import { GhostButton } from '../../../web/app/ui/button.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import type { Clash } from './use-note-text.ts';

/** Says that what is typed and what came from elsewhere changed the same place, and has the owner choose. */
export function ClashNotice({ name, clash }: { readonly name: string; readonly clash: Clash }) {
  const [isComparing, setComparing] = useState(false);
  const { keep, keepText } = waysOutOf(clash);
  return (
    <div role="alert" className="mb-5 rounded-control border border-edge p-4">
      <StatusMark kind="warning">
        This note was changed elsewhere, in the same place, while you typed. What you typed is not saved yet.
      </StatusMark>
      <p className="mt-1 text-sm text-muted">What you do not keep is a version of the note.</p>
      <p className="mt-3 flex flex-wrap gap-3">
        <GhostButton onWork={() => keep('mine')}>Keep what I typed</GhostButton>
        <GhostButton onWork={() => keep('theirs')}>Take the other text</GhostButton>
        <GhostButton onWork={() => keep('both')}>Keep both</GhostButton>
        <GhostButton onClick={() => setComparing(true)}>Compare</GhostButton>
      </p>
      {isComparing ? (
        <CompareTexts
          name={name}
          texts={clash.texts}
          onKeep={async (text) => {
            await keepText(text);
            setComparing(false);
          }}
          onClose={() => setComparing(false)}
        />
      ) : null}
    </div>
  );
}

/** The ways to end a clash: with a side, where both changed the same place, and whatever else either changed; or with a text. */
function waysOutOf({ texts, typed, row, hand, tell, take, put }: Clash) {
  const decide = async (text: string, lost: readonly string[]): Promise<void> => {
    const { current } = row;
    // Kept first: what is not kept of the two is nowhere else.
    for (const body of lost) {
      if (body === text || (await hand.keepVersions([{ ...current, body }], Date.now(), 'lost'))) continue;
      return void tell(Promise.resolve(fail({ code: 'not_kept' })));
    }
    take(text);
    if (text !== current.body) await put(text, current.body);
  };
  return {
    keep: async (side: Preference) => {
      const [mine, theirs] = [typed.current ?? texts.mine, row.current.body];
      const text = textOfParts(mergeText(texts.base, mine, theirs), side) ?? mine;
      await decide(text, side === 'both' ? [] : [side === 'mine' ? theirs : mine]);
    },
    keepText: (text: string) => decide(text, [row.current.body, typed.current ?? texts.mine]),
  };
}
