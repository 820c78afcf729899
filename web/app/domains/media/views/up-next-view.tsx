import { GhostButton } from '../../../ui/button.tsx';
import { RecordEmpty } from '../../records/list/record-empty.tsx';
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
      <RecordEmpty tool={preset.tool} action={<GhostButton onClick={() => setSample(true)}>Look at a sample shelf</GhostButton>}>
        {`No ${preset.words.noun} yet. Type a title above, or import what you kept elsewhere.`}
      </RecordEmpty>
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
