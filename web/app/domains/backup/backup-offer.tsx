import { Link } from 'react-router';
import { settingAddress } from '../settings/setting-address.ts';

/** Stands first where anything is exported: one file that holds everything, and that nobody else can read. */
export function BackupOffer() {
  return (
    <p className="text-sm">
      <Link
        to={settingAddress('backup')}
        className="target inline-flex items-center text-ink underline decoration-copper underline-offset-4 hover:text-copper"
      >
        Complete backup: everything in one encrypted file
      </Link>
    </p>
  );
}
