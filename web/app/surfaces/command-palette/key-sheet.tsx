import { useSyncExternalStore } from 'react';
import type { Command, KeyList } from '../../domains/commands/command.ts';
import { commandRegistry } from '../../domains/commands/command-registry.ts';
import { keyNames } from '../../domains/commands/key-names.ts';
import { singleKeys, useSingleKeys } from '../../domains/commands/single-keys.ts';
import { Dialog } from '../../ui/dialog.tsx';

/** Every key that does something now: those of the commands, and those of the screen that is shown. Single keys are switched off here. */
export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  const commands = useSyncExternalStore(commandRegistry.subscribe, commandRegistry.read);
  const keyLists = useSyncExternalStore(commandRegistry.subscribe, commandRegistry.keyLists);
  const enabled = useSingleKeys();
  return (
    <Dialog open title="Keyboard" onClose={onClose}>
      {listsOf(commands, keyLists).map(({ title, keys }) => (
        <section key={title} className="key-list">
          <h3>{title}</h3>
          <dl>
            {keys.map((row) => (
              <div key={row.keys}>
                <dt>
                  {keyNames(row.keys, navigator.platform).map((name) => (
                    <kbd key={name}>{name}</kbd>
                  ))}
                </dt>
                <dd>{row.does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <label className="mt-5 flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-verdigris"
          checked={enabled}
          onChange={(event) => singleKeys.write(event.currentTarget.checked ? 'on' : 'off')}
        />
        Single keys do these things
      </label>
      {enabled ? null : (
        <p className="mt-1 text-sm text-muted">
          {`Only keys held together, such as ${keyNames('Mod+K', navigator.platform).join('')}, and Enter and Escape work now.`}
        </p>
      )}
    </Dialog>
  );
}

/** The screen's own keys come first: they are what is asked for here. */
function listsOf(commands: readonly Command[], keyLists: readonly KeyList[]): readonly KeyList[] {
  const everywhere = commands.flatMap(({ keys, title }) => (keys === undefined ? [] : [{ keys, does: title }]));
  return [...keyLists, { title: 'Everywhere', keys: everywhere }];
}
