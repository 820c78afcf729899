import { GhostButton } from '../../../web/app/ui/button.tsx';
import { Waiting } from '../../../web/app/ui/spinner.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { useKeptWorkspace, type WorkspaceHand } from './kept-workspace.ts';
import type { Sender } from './sending/sender.ts';
import { useImport } from './use-import.tsx';
import { Workbench } from './workbench.tsx';

/** The lab over what this browser keeps. `sender`: in the place of the frame. */
export default function VisitorLab({ sender }: { readonly sender?: Sender }) {
  const { kept, startAnew } = useKeptWorkspace();
  if (kept.status === 'ready') return <OpenLab hand={kept.hand} sender={sender} />;
  if (kept.status === 'loading') return <Waiting label="Opening your requests" className="min-h-svh text-xl" />;
  return (
    <div role="alert" className="mt-6 grid justify-items-start gap-4">
      <StatusMark kind="warning">
        {kept.status === 'failed'
          ? 'The part that opens your requests could not be fetched. Reload the page to try again.'
          : 'API Lab’s data in this browser cannot be read. It is left unchanged until you start over and change something.'}
      </StatusMark>
      {kept.status === 'unreadable' ? <GhostButton onClick={startAnew}>Start over</GhostButton> : null}
    </div>
  );
}

function OpenLab({ hand, sender }: { readonly hand: WorkspaceHand; readonly sender: Sender | undefined }) {
  const { openImport, importDialog } = useImport(hand.change);
  return (
    <>
      <Workbench hand={hand} sender={sender} onImport={openImport} />
      {importDialog}
    </>
  );
}
