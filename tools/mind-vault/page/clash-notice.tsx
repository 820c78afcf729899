import { useState } from 'react';
import { CompareTexts } from '../../../web/app/domains/records/conflicts/compare-texts.tsx';
import { GhostButton } from '../../../web/app/ui/button.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import type { Clash } from './use-note-text.ts';

/** Says that what is typed and what came from elsewhere changed the same place, and has the owner choose. */
export function ClashNotice({ name, clash }: { readonly name: string; readonly clash: Clash }) {
  const [isComparing, setComparing] = useState(false);
  return (
    <div role="alert" className="mb-5 rounded-control border border-edge p-4">
      <StatusMark kind="warning">
        This note was changed elsewhere, in the same place, while you typed. What you typed is not saved yet.
      </StatusMark>
      <p className="mt-1 text-sm text-muted">What you do not keep is a version of the note.</p>
      <p className="mt-3 flex flex-wrap gap-3">
        <GhostButton onWork={() => clash.keep('mine')}>Keep what I typed</GhostButton>
        <GhostButton onWork={() => clash.keep('theirs')}>Take the other text</GhostButton>
        <GhostButton onWork={() => clash.keep('both')}>Keep both</GhostButton>
        <GhostButton onClick={() => setComparing(true)}>Compare</GhostButton>
      </p>
      {isComparing ? (
        <CompareTexts
          name={name}
          texts={clash.texts}
          onKeep={async (text) => {
            await clash.keepText(text);
            setComparing(false);
          }}
          onClose={() => setComparing(false)}
        />
      ) : null}
    </div>
  );
}
