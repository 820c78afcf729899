/** What the overview tells of the day, fetched once the page is painted: it brings the records along. */
export { NeedsList } from './needs-list.tsx';
export { openDay } from './open-day.ts';
export { TodayStrip } from './today-strip.tsx';
export { DayVerdict } from './verdict.tsx';
