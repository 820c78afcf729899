import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { vaultOpenness } from '../../../../domains/vault/vault-openness.ts';

/** Says, while the vault is closed, that the day may hold what nobody can read yet, and leads to what opens it. */
export default function MoreToSee() {
  if (useSyncExternalStore(vaultOpenness.subscribe, vaultOpenness.read)) return null;
  return (
    <p className="sheet-more">
      Unlock the vault to see more.
      <Link to="#vault" className="day-act">
        Unlock the vault
      </Link>
    </p>
  );
}
