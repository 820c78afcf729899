import { Link } from 'react-router';

/** Stands first where anything is exported: one file that holds everything, and that nobody else can read. */
export function BackupOffer() {
  return (
    <p className="text-sm">
      <Link to="/settings#backup" className="target inline-flex items-center">
        Complete backup: everything in one encrypted file
      </Link>
    </p>
  );
}
