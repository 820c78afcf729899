import { fail, type Result, succeed } from '@castellan/foundation/result';
import { codeFailureText, masterFailureText } from '../../../../domains/vault/access/failure-text.ts';
import { noProof, type ProofForm, proofOf } from '../../../../domains/vault/access/proof-fields.tsx';
import type { VaultFailure } from '../../../../domains/vault/contract/vault-failure.ts';
import type { ToastMessage } from '../../../../ui/toast/toast-store.ts';
import { type MasterMode, useVault } from '../vault-context.ts';
import { type NewMaster, newMasterError, noNewMaster } from './new-master-fields.tsx';

/** What the master dialog's fields hold. */
export type MasterForm = { readonly present: string; readonly proof: ProofForm; readonly next: NewMaster; readonly code: string };

export const emptyMasterForm: MasterForm = { present: '', proof: noProof, next: noNewMaster, code: '' };

/** What is left to show after a new vault was made. */
export type MasterOutcome = { readonly recoveryKey: string; readonly failed: readonly string[] };

type Done = { readonly toast: ToastMessage; readonly outcome: MasterOutcome | null };
/** `code`: the field that is wrong. `declined`: the owner chooses another master. */
type Refused = { readonly code: Field; readonly text: string } | { readonly code: 'declined' };
type Field = 'present' | 'next' | 'authenticator';

const enabled: ToastMessage = { title: 'Master Enabled', description: 'Encryption ready for this session' };
const reset: ToastMessage = { title: 'Master Reset', description: 'The vault opens with the new master password from now on.' };

/** What submitting the master dialog does in each of its modes. `mayUse` is asked before a new master is taken. */
export function useMasterForm(
  mode: MasterMode,
  wantsCode: boolean,
  mayUse: (master: string) => Promise<boolean>,
): (form: MasterForm) => Promise<Result<Done, Refused>> {
  const { actions } = useVault();
  return async ({ present, proof, next, code }) => {
    const nextError = mode === 'enter' ? undefined : newMasterError(next);
    if (mode === 'replace' && wantsCode && code.length !== 6) return fail({ code: 'authenticator', text: 'Please enter a 6-digit code' });
    if (nextError !== undefined) return fail({ code: 'next', text: nextError });
    const given = proofOf(proof);
    const isReady = mode !== 'enter' && (mode !== 'change' || given !== undefined);
    if (isReady && !(await mayUse(next.master))) return fail({ code: 'declined' });
    switch (mode) {
      case 'enter':
        return settle(await actions.unlockWithMaster(present), 'present', () => ({ toast: enabled, outcome: null }));
      case 'set':
        return settle(await actions.setMaster(next.master), 'next', ({ recoveryKey }) => ({
          toast: enabled,
          outcome: { recoveryKey, failed: [] },
        }));
      case 'upgrade':
        return settle(await actions.upgrade(present, next.master), 'present', (outcome) => ({ toast: enabled, outcome }));
      case 'change':
        return given === undefined
          ? fail({ code: 'present', text: 'Enter your master password.' })
          : settle(await actions.security.changeMaster(given, next.master), 'present', () => ({ toast: reset, outcome: null }));
      case 'replace': {
        // The server hands a vault over only to a session that showed its code just now.
        const shown = wantsCode ? await actions.unlockWithCode(code) : undefined;
        if (shown?.ok === false) return fail({ code: 'authenticator', text: codeFailureText(shown.failure) });
        return settle(await actions.replaceVault(next.master), 'next', ({ recoveryKey }) => ({
          toast: reset,
          outcome: { recoveryKey, failed: [] },
        }));
      }
    }
  };
}

function settle<Value>(answer: Result<Value, VaultFailure>, field: Field, done: (value: Value) => Done): Result<Done, Refused> {
  return answer.ok ? succeed(done(answer.value)) : fail({ code: field, text: masterFailureText(answer.failure) });
}
