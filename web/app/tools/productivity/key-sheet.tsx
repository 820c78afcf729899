import { useSyncExternalStore } from 'react';
import { keySheet, singleKeys } from '../../domains/tasks/task-keys.ts';
import { Dialog } from '../../ui/dialog.tsx';

/** What each key does, and the switch that turns single keys off. */
export function KeySheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const enabled = useSyncExternalStore(singleKeys.subscribe, singleKeys.read, () => undefined) !== 'off';
  return (
    <Dialog open={open} title="Keys" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {keySheet.map(({ keys, does }) => (
          <div key={keys} className="col-span-2 grid grid-cols-subgrid">
            <dt className="font-mono text-copper">{keys}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-5 flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-verdigris"
          checked={enabled}
          onChange={(event) => singleKeys.write(event.currentTarget.checked ? 'on' : 'off')}
        />
        Single keys do these things
      </label>
    </Dialog>
  );
}
