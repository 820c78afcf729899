import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { vaultOpenness } from '../../../domains/vault/vault-openness.ts';

/** Says, while the vault is closed, that the day may hold what nobody can read yet, and leads to what opens it. */
export default function MoreToSee() {
  if (useSyncExternalStore(vaultOpenness.subscribe, vaultOpenness.read)) return null;
  return (
    <p className="-mx-6 mt-4 -mb-6 flex flex-wrap items-center justify-between gap-x-6 border-t border-hairline px-6 py-2 text-muted [ul+&]:mt-0">
      Unlock the vault to see more.
      <Link
        to="#vault"
        className="target inline-flex items-center text-ink underline decoration-copper underline-offset-4 hover:text-copper"
      >
        Unlock the vault
      </Link>
    </p>
  );
}
