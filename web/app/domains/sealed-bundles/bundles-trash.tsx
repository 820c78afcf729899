import { fetchedPart } from '../../ui/fetched-part.tsx';
import { useTrashOffer } from '../records/trash/use-trash-offer.ts';
import type { BundledRecord } from './bundle-kind.ts';
import type { BundlesTrashProps } from './bundles-trash-sheet.tsx';

// Fetched when it is opened: hardly a visit wants it.
const BundlesTrashSheet = fetchedPart(async () => (await import('./bundles-trash-sheet.tsx')).BundlesTrashSheet);

/** The bundled records that were deleted, behind their entry in the page's menu. */
export function BundlesTrash<Kept extends BundledRecord>(props: BundlesTrashProps<Kept>) {
  const { isOpen, wasOpened, close } = useTrashOffer('Trash', props.hand.view.removed.length);
  if (!wasOpened) return null;
  return <BundlesTrashSheet {...(props as unknown as BundlesTrashProps<BundledRecord>)} isOpen={isOpen} onClose={close} />;
}
