import { recordedOf } from '../../../../web/app/domains/workbench/recorded.ts';
import { recordPlate } from '../../../tool-plate.ts';
import { tlsInspector } from '../../manifest.ts';

/** The recorded inspection on the workbench: a seal with its grade. */
export const tlsPlate = recordPlate({
  tool: tlsInspector,
  load: async () => recordedOf((await import('../sample.json', { with: { type: 'json' } })).default),
  Picture: ({ data: { mark } }) => (
    <span className="bench-stamp-seal">
      <b className="lettering">{mark}</b>
    </span>
  ),
});
