import { Dialog } from '../../../ui/dialog.tsx';
import { fetchedPart } from '../../../ui/fetched-part.tsx';
import { type OpenState, useVault } from './vault-context.ts';

// Fetched when one is asked for: the list opens without them.
const FindingsList = fetchedPart(() => import('./checks/findings-list.tsx').then((file) => file.FindingsList));
const MemorySheet = fetchedPart(() => import('./checks/memory-sheet.tsx').then((file) => file.MemorySheet));

/** What only informs about an open vault: its keys in memory, its findings. */
export function VaultSheets({ state, onSecurity }: { readonly state: OpenState; readonly onSecurity: () => void }) {
  const { dialog, showDialog } = useVault();
  const close = () => showDialog(null);
  return (
    <>
      <Dialog open={dialog?.kind === 'findings'} title="What the check found" onClose={close}>
        <FindingsList state={state} />
      </Dialog>
      <Dialog open={dialog?.kind === 'memory'} title="In memory now" onClose={close}>
        <MemorySheet state={state} onSecurity={onSecurity} />
      </Dialog>
    </>
  );
}
