import { useState } from 'react';
import { storedSiteIcons } from '../../../domains/vault/icon-choice.ts';
import { lockMinutes, storedLockTimes, usualLockTimes } from '../../../domains/vault/lock-times.ts';
import { shortcuts } from '../../../domains/vault/vault-shortcuts.ts';
import type { VaultMemory } from '../../../domains/vault/vault-state.ts';
import type { LockTimes } from '../../../domains/vault/watch-locking.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/check-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useNow } from '../../../ui/use-now.ts';
import type { OpenState } from './vault-context.ts';
import { useVault } from './vault-context.ts';
import { FindingsList } from './verification-line.tsx';

/** What only informs about an open vault: its keys in memory, its findings, the keyboard's shortcuts. */
export function VaultSheets({ state, onSecurity }: { readonly state: OpenState; readonly onSecurity: () => void }) {
  const { dialog, showDialog } = useVault();
  const close = () => showDialog(null);
  return (
    <>
      <Dialog open={dialog?.kind === 'shortcuts'} title="Keyboard" onClose={close}>
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2">
          {shortcuts.map(({ key, name }) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="inline-block min-w-8 rounded-control border border-edge bg-plate px-2 py-1 text-center font-mono text-sm">
                  {key}
                </kbd>
              </dt>
              <dd>{name}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
      <Dialog open={dialog?.kind === 'findings'} title="What the check found" onClose={close}>
        <FindingsList state={state} />
      </Dialog>
      <Dialog open={dialog?.kind === 'memory'} title="In memory now" onClose={close}>
        <MemoryFacts memory={state.memory} />
        <LockTimesChoice />
        <IconChoice />
        {state.kind === 'present' && state.tier === 'secrets' ? <SecurityLink onSecurity={onSecurity} /> : null}
      </Dialog>
    </>
  );
}

const tiers = {
  none: 'No key. The code was right, and this device holds no key of the vault.',
  details: 'The details key: titles, usernames and addresses. No password can be read with it.',
  secrets: 'The details key and the secrets key.',
} as const;

function MemoryFacts({ memory }: { readonly memory: VaultMemory }) {
  const nowMs = useNow(1000);
  const { tier, openedAtMs, locksAtMs, keys } = memory;
  return (
    <div className="space-y-4">
      <p>{tiers[tier]}</p>
      {keys.length === 0 ? null : (
        <ul className="flex flex-wrap gap-2">
          {keys.map((name) => (
            <li key={name} className="rounded-control border border-hairline px-2 py-1 font-mono text-sm">
              {name}
            </li>
          ))}
        </ul>
      )}
      <dl className="grid w-fit grid-cols-[auto_auto] gap-x-6 gap-y-1 font-mono text-sm tabular-nums">
        <dt className="text-muted">open for</dt>
        <dd>{openedAtMs === null ? '–' : duration(nowMs - openedAtMs)}</dd>
        <dt className="text-muted">locks by itself in</dt>
        <dd>{locksAtMs === null ? '–' : duration(locksAtMs - nowMs)}</dd>
      </dl>
      <p className="text-sm text-muted">
        None of the keys can be read out, not even by this page: they live in a Worker of their own, which a lock ends. The master password
        is never stored, and no key is ever written down unsealed.
      </p>
    </div>
  );
}

/** After how long the vault locks by itself on this device. */
function LockTimesChoice() {
  const [times, setTimes] = useState(() => storedLockTimes.read() ?? usualLockTimes);
  const change = (part: Partial<LockTimes>) => {
    const next = { ...times, ...part };
    storedLockTimes.write(next);
    setTimes(next);
  };
  const options = lockMinutes.map((minutes) => ({ value: String(minutes), name: minutes === 1 ? '1 minute' : `${minutes} minutes` }));
  return (
    <div className="mt-5 grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Lock when unused for"
        value={times.idleMinutes}
        options={options}
        onChange={(event) => change({ idleMinutes: Number(event.target.value) })}
      />
      <SelectField
        label="Lock when hidden for"
        value={times.hiddenMinutes}
        options={options}
        onChange={(event) => change({ hiddenMinutes: Number(event.target.value) })}
      />
    </div>
  );
}

/** Whether icons of sites are asked for and shown on this device. */
function IconChoice() {
  const { icons } = useVault();
  return (
    <CheckField
      className="mt-5"
      label="Site icons"
      checked={icons !== null}
      onChange={(event) => storedSiteIcons.write(event.target.checked)}
      hint="Your server asks an icon service for the site of an entry that is saved or opened, once, and the icon is sealed into the entry. The service learns the site’s name from your server, nothing of you. Off: nothing is asked for on this device, and letters stand in their place."
    />
  );
}

function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

function SecurityLink({ onSecurity }: { readonly onSecurity: () => void }) {
  const { showDialog } = useVault();
  return (
    <div className="mt-5 border-t border-hairline pt-4 [&_button]:-ml-2">
      <Button
        tone="quiet"
        onClick={() => {
          showDialog(null);
          // A dialog that closes gives the focus back; what comes next takes it after that.
          requestAnimationFrame(onSecurity);
        }}
      >
        Ways in, self-test, rotation
      </Button>
    </div>
  );
}
