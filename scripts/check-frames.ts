/** Fails where a page or view draws its own head, sample banner, sync line or trash (docs/new-tool.md). A static check of `npm test`. */
import { type FrameException, findOwnFrames } from './testing/frames.ts';
import { root } from './testing/run-program.ts';
import { readSources } from './testing/sizes.ts';

const exceptions: readonly FrameException[] = [
  {
    file: 'web/app/surfaces/dashboard/dashboard-shell.tsx',
    name: 'a head',
    reason: 'It is what all views stand in: the one main of the dashboard.',
  },
  {
    file: 'web/app/domains/engagements/sealed-engagements.tsx',
    name: 'a sync line',
    reason: 'A panel with records of its own, which are not those of the page around it.',
  },
  {
    file: 'tools/productivity/page/done-view.tsx',
    name: 'a trash',
    reason: 'Removed tasks come back from here; nothing asks for their permanent deletion.',
  },
];

const faults = findOwnFrames(readSources(root, /\.tsx$/), exceptions);
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
