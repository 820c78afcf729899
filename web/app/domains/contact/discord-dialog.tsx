import { useState } from 'react';
import { GhostButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useCopyFeedback } from './copy-feedback.ts';
import { ManualCopyDialog } from './manual-copy-dialog.tsx';

type DiscordDialogProps = { readonly open: boolean; readonly handle: string; readonly onClose: () => void };

/** The owner's Discord name, ready to be copied. */
export function DiscordDialog({ open, handle, onClose }: DiscordDialogProps) {
  const [refused, setRefused] = useState<string>();
  const { copied, copy } = useCopyFeedback(setRefused);
  return (
    <>
      <Dialog banded open={open} title="Discord" description="Connect with me on Discord" onClose={onClose}>
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-hairline bg-plate py-2 pr-2 pl-4">
          <code className="min-w-0 font-mono text-base break-all">{handle}</code>
          <GhostButton onClick={() => void copy(handle)}>{copied ? 'Copied!' : 'Copy'}</GhostButton>
        </div>
        <p className="mt-3 text-sm text-muted">Click to copy my Discord username</p>
        <div role="status">{copied ? <VisuallyHidden>The username is in the clipboard.</VisuallyHidden> : null}</div>
      </Dialog>
      <ManualCopyDialog value={refused} onClose={() => setRefused(undefined)} />
    </>
  );
}
