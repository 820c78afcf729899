import type { DeclaredCollection } from '../declared-collection.ts';

/** What the records of a collection are called where an app says whether they are sealed. Others of the same words are one. */
export const sealingWords: Readonly<Record<string, string>> = {
  tasks: 'tasks',
  notes: 'notes',
  note_versions: 'their versions',
  note_files: 'files',
  note_file_parts: 'files',
  note_imports: 'imports',
  focus_sessions: 'focus sessions',
  short_links: 'links',
  api_lab_records: 'collections and environments',
  habits: 'habits and their questions',
  habit_months: 'what you mark and note on each day',
  health_months: 'health records',
  health_feed_keys: 'the keys of the health feed',
  media_items: 'titles, ratings and reviews',
  media_entries: 'the diary',
  media_goals: 'goals by year',
  money: 'accounts and entries',
  threat_inventories: 'software inventories',
  pay_plans: 'pay plans',
};

/** What an app has that is sealed, and what it has that is not, each in a sentence; `undefined` where there is nothing of a kind. */
export function sayWhatIsSealed(collections: readonly DeclaredCollection[]): {
  readonly sealed: string | undefined;
  readonly clear: string | undefined;
} {
  const listed = (isSealed: boolean) => {
    const said = collections
      .filter(({ sealed }) => sealed === isSealed)
      .map(({ name, title }) => sealingWords[name] ?? title.toLowerCase());
    return [...new Set(said)].join(', ');
  };
  const [sealed, clear] = [listed(true), listed(false)];
  return {
    sealed: sealed === '' ? undefined : `Sealed: ${sealed}. The server knows how many, when they changed and how large they are.`,
    clear: clear === '' ? undefined : `Not sealed: ${clear}. The server can read them.`,
  };
}
