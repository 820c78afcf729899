import { livePlate } from '../../../tool-plate.ts';
import { privacyReport } from '../../manifest.ts';
import { BrowserPlate } from './browser-plate.tsx';

/** The report on the workbench: the lead plate. */
export const privacyPlate = livePlate({
  tool: privacyReport,
  place: 'lead',
  load: async () => ({ attributes: (await import('../attributes.ts')).attributes.length }),
  Plate: BrowserPlate,
});
