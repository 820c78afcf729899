import { useEffect, useState } from 'react';
import type { HeldInMemory, VaultMemory } from '../../../../domains/vault/contract/vault-state.ts';
import { storedSiteIcons } from '../../../../domains/vault/entries/icon-choice.ts';
import { lockMinutes, storedLockTimes, usualLockTimes } from '../../../../domains/vault/ports/lock-times.ts';
import type { LockTimes } from '../../../../domains/vault/session/watch-locking.ts';
import { whileWanted } from '../../../../lib/while-wanted.ts';
import { QuietButton } from '../../../../ui/button.tsx';
import { CheckField } from '../../../../ui/fields/check-field.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import { useNow } from '../../../../ui/use-now.ts';
import { type OpenState, useVault } from '../vault-context.ts';

type MemorySheetProps = { readonly state: OpenState; readonly onSecurity: () => void };

/** What is in memory now and for how long, and when it is dropped. */
export function MemorySheet({ state, onSecurity }: MemorySheetProps) {
  return (
    <>
      <MemoryFacts memory={state.memory} />
      <LockTimesChoice />
      <IconChoice />
      {state.kind === 'present' && state.tier === 'secrets' ? <SecurityLink onSecurity={onSecurity} /> : null}
    </>
  );
}

const tiers = {
  none: 'No key. The code was right, but this device has no vault key.',
  details: 'The details key: titles, usernames and addresses. No password can be read with it.',
  secrets: 'The details key and the secrets key.',
} as const;

function MemoryFacts({ memory }: { readonly memory: VaultMemory }) {
  const nowMs = useNow(1000);
  const { tier, openedAtMs, locksAtMs, keys } = memory;
  const held = useHeld(nowMs);
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
      <dl className="grid w-fit grid-cols-[auto_auto] gap-x-6 gap-y-1 font-mono text-sm tabular-nums [font-variant-ligatures:none]">
        <dt className="text-muted">open for</dt>
        <dd>{openedAtMs === null ? '–' : duration(nowMs - openedAtMs)}</dd>
        <dt className="text-muted">locks automatically in</dt>
        <dd>{locksAtMs === null ? '–' : duration(locksAtMs - nowMs)}</dd>
        {held === undefined ? null : (
          <>
            <dt className="text-muted">details of</dt>
            <dd>{entries(held.listed)}</dd>
            <dt className="text-muted">unsaved edits</dt>
            <dd>{entries(held.edits)}</dd>
            <dt className="text-muted">import file</dt>
            <dd>{entries(held.importing)}</dd>
          </>
        )}
      </dl>
      {held === undefined ? null : (
        <p className="text-sm text-muted">
          Details stay until a lock; an edit until it is saved or left; a file to import until its screen is left. A lock ends them all.
        </p>
      )}
      <p className="text-sm text-muted">
        The keys cannot be read, not even by this page: they live in a separate Worker, which ends when you lock. The master password is
        never stored, and no key is ever stored unencrypted.
      </p>
    </div>
  );
}

/** What the Worker holds of entries, asked for again as time passes. */
function useHeld(nowMs: number): HeldInMemory | undefined {
  const { actions } = useVault();
  const [held, setHeld] = useState<HeldInMemory>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each second asks again.
  useEffect(() => whileWanted(actions.readHeld(), setHeld), [actions, nowMs]);
  return held;
}

function entries(count: number): string {
  return count === 0 ? 'none' : count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`;
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
        onValue={(value) => change({ idleMinutes: Number(value) })}
      />
      <SelectField
        label="Lock when hidden for"
        value={times.hiddenMinutes}
        options={options}
        onValue={(value) => change({ hiddenMinutes: Number(value) })}
      />
    </div>
  );
}

/** Whether icons of sites are asked for and shown on this device. */
function IconChoice() {
  const { actions, icons } = useVault();
  return (
    <CheckField
      className="mt-5"
      label="Site icons"
      checked={icons !== null}
      onChecked={(isOn) => {
        storedSiteIcons.write(isOn);
        if (isOn) actions.wantAllIcons();
      }}
      hint="When you save or open an entry, your server asks an icon service for the site’s icon once, and the icon is encrypted into the entry. The service sees your server’s request, nothing about you. Off: no requests from this device; letters are shown instead."
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
      <QuietButton
        onClick={() => {
          showDialog(null);
          // A dialog that closes gives the focus back; what comes next takes it after that.
          requestAnimationFrame(onSecurity);
        }}
      >
        Unlock methods, self-test, rotation
      </QuietButton>
    </div>
  );
}
