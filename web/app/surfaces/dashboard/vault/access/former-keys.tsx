import { useEffect, useState } from 'react';
import { commonFailureText } from '../../../../domains/vault/access/failure-text.ts';
import type { FormerKeys as Former } from '../../../../domains/vault/contract/vault-removed.ts';
import { whileWanted } from '../../../../lib/while-wanted.ts';
import { AlertDialog } from '../../../../ui/alert-dialog.tsx';
import { QuietButton } from '../../../../ui/button.tsx';
import { useToast } from '../../../../ui/toast/toast-region.tsx';
import { useVault } from '../vault-context.ts';

/** Ways in that were removed or overwritten within 30 days, each with the way to have them back. Nothing where there were none. */
export function FormerKeys() {
  const { removed } = useVault().actions;
  const toast = useToast();
  const [moments, setMoments] = useState<readonly Former[]>([]);
  const [asked, setAsked] = useState<Former | null>(null);
  useEffect(() => {
    return whileWanted(removed.formerKeys(), (read) => {
      if (read.ok) setMoments(read.value);
    });
  }, [removed]);
  const restore = async ({ at }: Former) => {
    const restored = await removed.restoreKeys(at);
    setAsked(null);
    if (restored.ok) toast({ title: 'Unlock methods restored', description: 'Unlock the vault with what opened it then.' });
    else toast({ title: 'Error', description: commonFailureText(restored.failure), tone: 'alert' });
  };
  if (moments.length === 0) return null;
  return (
    <section>
      <h3 className="lettering border-b border-hairline pb-1.5 text-lg">Unlock methods of the last 30 days</h3>
      <ul className="mt-3 divide-y divide-hairline">
        {moments.map((moment) => (
          <li key={moment.at} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
            <span>{`${moment.isOtherVault ? 'Another vault' : namesOf(moment.slots)}, until ${timeText(moment.at)}`}</span>
            <QuietButton onClick={() => setAsked(moment)}>Bring back</QuietButton>
          </li>
        ))}
      </ul>
      <AlertDialog
        open={asked !== null}
        title="Restore the earlier unlock methods?"
        description="Unlock methods and the list of entries return to their state before that time; entries are not changed. Your devices see an older state and ask you about it; one that has seen a key rotation since does not accept the earlier key. The current unlock methods are kept for 30 days."
        confirm={{ label: 'Bring back', onWork: async () => asked !== null && restore(asked) }}
        onClose={() => setAsked(null)}
      />
    </section>
  );
}

const names: Readonly<Record<string, string>> = { master: 'master password', recovery: 'recovery key', passkey: 'passkey' };

function namesOf(slots: readonly string[]): string {
  const text = [...new Set(slots)].map((kind) => names[kind] ?? kind).join(', ');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function timeText(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}
