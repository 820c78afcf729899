import { FileField } from '../../../../web/app/ui/fields/file-field.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import type { FileRef } from '../model.ts';
import { dropFile, heldFile, holdFile } from '../sending/file-memory.ts';

type FileChoiceProps = { readonly label: string; readonly file: FileRef; readonly onChoose: (file: FileRef) => void };

/** A file that a request carries, and whether this tab has it. */
export default function FileChoice({ label, file, onChoose }: FileChoiceProps) {
  const held = heldFile(file);
  return (
    <div className="grid gap-2">
      <FileField
        label={label}
        onChoose={(chosen) => {
          if (chosen === undefined) return;
          dropFile(file);
          onChoose(holdFile(chosen));
        }}
      />
      <p className="text-sm text-muted">
        {held !== undefined ? (
          `${file.name}, ${sizeOf(held.size)}: in this tab’s memory, and kept nowhere.`
        ) : file.name === '' ? (
          'No file yet. It stays in this tab’s memory; up to 25 MB are sent from a browser, 3 MB through the server.'
        ) : (
          <StatusMark kind="warning">{`Choose “${file.name}” again: files are not kept, only their names.`}</StatusMark>
        )}
      </p>
    </div>
  );
}

function sizeOf(bytes: number): string {
  return bytes < 1000 ? `${bytes} bytes` : bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
