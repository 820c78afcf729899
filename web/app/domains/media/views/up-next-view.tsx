import { GhostButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../owner-page/empty-state.tsx';
import { RecordSection } from '../../records/list/record-section.tsx';
import type { MediaItem } from '../media.ts';
import { useMediaDesk } from '../media-desk.tsx';
import { NoteList } from '../note-list.tsx';
import { upNextOf } from './up-next.ts';

/** What wants the owner next. */
export function UpNextView() {
  const { items, byItem, today, preset, setSample } = useMediaDesk();
  if (items.length === 0)
    return (
      <EmptyState of={preset.tool.id} title={`No ${preset.words.noun} yet.`}>
        <p className="mt-2 mb-5 max-w-prose text-muted">Type a title above, or import what you kept elsewhere.</p>
        <GhostButton onClick={() => setSample(true)}>Try it with sample data</GhostButton>
      </EmptyState>
    );
  const { today: due, active, planned } = upNextOf(items, byItem, today);
  const { statuses } = preset.words;
  return (
    <div>
      <Section title="Today" items={due} />
      <Section title={statuses.active} items={active} />
      <Section title={statuses.planned} items={planned} />
      {due.length + active.length + planned.length === 0 ? (
        <p className="text-muted">{`Nothing is planned or in progress. All your ${preset.words.many} are on the shelf.`}</p>
      ) : null}
    </div>
  );
}

function Section({ title, items }: { readonly title: string; readonly items: readonly MediaItem[] }) {
  if (items.length === 0) return null;
  return (
    <RecordSection title={title} count={items.length}>
      <div className="pt-4">
        <NoteList items={items} label={title} />
      </div>
    </RecordSection>
  );
}
