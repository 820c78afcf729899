import { taskKeys } from '../../../web/app/domains/tasks/task-keys.ts';
import { vaultKeys } from '../../../web/app/domains/vault/vault-shortcuts.ts';

const lists = [taskKeys, vaultKeys];

/** Every single key, by the place that listens for it. */
export function ShortcutsPanel() {
  return (
    <div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
      {lists.map(({ title, keys: rows }) => (
        <section key={title}>
          <h4 className="mb-2 text-sm text-muted">{title}</h4>
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
            {rows.map(({ keys, does }) => (
              <div key={keys} className="col-span-2 grid grid-cols-subgrid border-t border-hairline pt-1">
                <dt className="font-mono text-copper">{keys}</dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
