import { CheckSquareIcon } from '@castellan/icons/signs/check-square';
import { tasksCollection } from '../../../web/app/domains/tasks/tasks.collection.ts';
import type { ToolLive } from '../../tool-live.ts';

/** Productivity: its figures, what is due, its records, the palette's typed line, and its view of the dashboard. */
export const productivityLive: ToolLive = {
  metrics: () => import('./live/metrics.ts'),
  due: () => import('./live/due.ts'),
  records: () => import('./live/records.ts'),
  capture: { prefix: '+', noun: 'task', of: tasksCollection, supply: () => import('./live/capture.ts') },
  tiles: [
    {
      label: 'Active tasks',
      at: '',
      rows: { collection: 'tasks', column: 'status', among: ['todo', 'doing'] },
    },
    // How many there are is all that can be told of them while the vault is closed.
    { label: 'Notes', note: 'sealed', at: '#notes', rows: { collection: 'notes' } },
  ],
  view: {
    icon: CheckSquareIcon,
    place: 'tab',
    key: 'p',
    keywords: 'tasks focus summary',
    lead: 'Tasks and focus.',
    load: () => import('./dashboard-summary.tsx'),
  },
};
