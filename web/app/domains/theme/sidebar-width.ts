import { defineStoredValue } from '../../lib/stored-values.ts';

/** Whether the sidebar shows words and icons (280 px) or icons only (80 px); kept for the next visit. */
export const sidebarWidth = defineStoredValue<'wide' | 'narrow'>({
  key: 'dashboard_sidebar',
  medium: 'local',
  clearedBy: 'nothing',
  parse: (text) => (text === 'wide' || text === 'narrow' ? text : undefined),
  format: (width) => width,
});
