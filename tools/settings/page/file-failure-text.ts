import type { RehearsalFailure } from '../../../web/app/domains/passport/rehearse-restore.ts';
import { failureText } from '../../../web/app/domains/settings/failure-text.ts';

/** Why an export file was not read to its end, as a sentence. */
export function fileFailureText(failure: RehearsalFailure): string {
  switch (failure.code) {
    case 'cancelled':
      return 'Cancelled. Nothing was changed.';
    case 'file_unreadable':
      return 'The file cannot be read. Was it moved or changed meanwhile?';
    case 'not_an_export':
      return `This export was changed after it was written (line ${failure.line}).`;
    case 'older_form':
      return 'This export has the older form, which held no checksums. Make a new one.';
    case 'newer_form':
      return 'A newer version of this program made the file. Update this one, then restore.';
    case 'cut':
      return `The file ends before its end${failure.line > 0 ? `, after line ${failure.line}` : ''}. It was cut.`;
    case 'backup_damaged':
      return 'The file was changed or cut after it was made. What is in it cannot be relied on.';
    case 'not_a_backup':
      return 'This is not a complete backup.';
    case 'ended':
      return 'The vault was locked meanwhile. Open it, and choose the file again.';
    default:
      return failureText(failure);
  }
}
