import { livePlate } from '../../../tool-plate.ts';
import { httpAuditor } from '../../manifest.ts';
import { daysOf, GradePlate } from './grade-plate.tsx';

/** The auditor on the workbench: what its rules say of this site. */
export const gradePlate = livePlate({
  tool: httpAuditor,
  place: 'narrow',
  load: ({ proof: { headers, gradedDays } }) => ({ headers, days: daysOf(gradedDays) }),
  Plate: GradePlate,
});
