import ClearExportDialog from '../../../../web/app/domains/vault/exports/clear-export-dialog.client.tsx';
import { apiLab } from '../../manifest.ts';
import { type ApiCollection, requestsOf } from '../model.ts';
import { collectionFile } from './save-collection.ts';

type ExportCollectionDialogProps = {
  readonly collection: ApiCollection;
  /** The sealed record that keeps it; none while it was not saved. */
  readonly recordId: string | undefined;
  readonly onClose: () => void;
};

/** Writes a sealed collection to a file that Postman reads. */
export default function ExportCollectionDialog({ collection, recordId, onClose }: ExportCollectionDialogProps) {
  const count = requestsOf(collection.items).length;
  return (
    <ClearExportDialog
      app={apiLab.id}
      what="A collection"
      counts={{ requests: count }}
      records={[{ collection: 'api_lab_records', ids: recordId === undefined ? [] : [recordId] }]}
      isSample={false}
      title="Export for Postman"
      description={`“${collection.name}” with ${count === 1 ? '1 request' : `${count} requests`}.`}
      forms={[{ label: 'Postman 2.1 (.json)', format: 'a Postman collection', make: () => collectionFile(collection) }]}
      note="Values from the vault are left empty: the file has only their names. Environments and answers are not in it."
      onClose={onClose}
    />
  );
}
