import { recordedOf } from '../../../../web/app/domains/workbench/recorded.ts';
import { recordPlate } from '../../../tool-plate.ts';
import { dnsPostmaster } from '../../manifest.ts';

/** The recorded report on the workbench: a stamp for each part of it, hatched where it is not whole. */
export const postmasterPlate = recordPlate({
  tool: dnsPostmaster,
  load: async () => {
    const sample = (await import('../sample.json', { with: { type: 'json' } })).default;
    return { ...recordedOf(sample), parts: sample.report.parts.map(({ title, state }) => ({ title, isWhole: state === 'sound' })) };
  },
  Picture: ({ data: { parts } }) => (
    <span className="bench-stamps">
      {parts.map(({ title, isWhole }) => (
        <i key={title} className={isWhole ? '' : 'bench-hatched'}>
          {title}
        </i>
      ))}
    </span>
  ),
});
