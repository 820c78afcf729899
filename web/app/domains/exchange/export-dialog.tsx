import { saveFile } from '../../lib/save-file.ts';
import { GhostButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { BackupOffer } from '../backup/backup-offer.tsx';
import { logExport } from '../passport/log-export.ts';

/** A form that records can be written in. */
type ExportForm = {
  readonly label: string;
  readonly note?: string;
  /** Names the file, and makes what stands in it. */
  readonly write: () => ExportedFile | Promise<ExportedFile>;
};

type ExportedFile = {
  readonly name: string;
  readonly content: Blob;
  /** What the log says of it. */
  readonly logged: readonly [sentence: string, counts: Readonly<Record<string, number>>];
};

type ExportDialogProps = {
  readonly open: boolean;
  readonly title: string;
  readonly description: string;
  readonly forms: readonly ExportForm[];
  /** What each form cannot hold. */
  readonly note: string;
  readonly onClose: () => void;
};

/**
 * Writes records that the server can read to a file, in one of a few forms, and says beforehand what such a file cannot hold. Sealed
 * ones leave by `ClearExportDialog`, which wants a proof.
 */
export function ExportDialog({ open, title, description, forms, note, onClose }: ExportDialogProps) {
  const save = async ({ write }: ExportForm) => {
    const { name, content, logged } = await write();
    saveFile({ name, content });
    logExport(logged[0], { ...logged[1], bytes: content.size });
  };
  return (
    <Dialog open={open} title={title} description={description} onClose={onClose}>
      <BackupOffer />
      <ul className={classNames('mt-3 grid', forms.some((form) => form.note !== undefined) ? 'gap-4' : 'gap-3')}>
        {forms.map((form) => (
          <li key={form.label}>
            <GhostButton className="w-full" onClick={() => void save(form)}>
              {form.label}
            </GhostButton>
            {form.note === undefined ? null : <p className="mt-1 text-sm text-muted">{form.note}</p>}
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-muted">{note}</p>
    </Dialog>
  );
}
